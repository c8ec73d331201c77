// Where a server's policy refuses what stands within the page itself, its scripts and its style attributes, the same is
// done from a file.
import { showKeptTheme } from "../theme.js";

/** Do what the page's own scripts and style attributes should have done. */
export async function standInForInline() {
  const root = document.documentElement;
  if (!root.dataset.script) {
    root.dataset.script = "yes";
    showKeptTheme();
    // @ts-expect-error: a script that is also part of the page
    await import("../figure/drawings.js");
    globalThis.watchDrawings();
  }
  const drawing = document.querySelector(".drawing");
  if (!drawing || drawing.style.getPropertyValue("--ratio")) return; // asked so, nothing has to be laid out for it
  for (const element of document.querySelectorAll("[style]")) element.style.cssText = element.getAttribute("style") ?? "";
}
