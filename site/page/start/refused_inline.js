// Where a server's policy refuses what stands within the page itself, its scripts and its style attributes, the same is
// done from a file.

/** Do what the page's own scripts and style attributes should have done. */
export async function standInForInline() {
  const root = document.documentElement;
  if (!root.dataset.script) {
    root.dataset.script = "yes";
    const theme = keptTheme();
    if (theme) root.dataset.theme = theme;
    // @ts-expect-error: a script that is also part of the page
    await import("../figure/drawings.js");
    globalThis.watchDrawings();
  }
  const drawing = document.querySelector(".drawing");
  if (!drawing || getComputedStyle(drawing).getPropertyValue("--ratio")) return;
  for (const element of document.querySelectorAll("[style]")) element.style.cssText = element.getAttribute("style") ?? "";
}

function keptTheme() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // storage is blocked
  }
}
