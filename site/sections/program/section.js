// The program's script: one language for all parts, what each line makes, and the reader's own version.
import { PartEditor } from "./part_editor.js";
import { Shapes } from "./shapes.js";
import { Version } from "./version.js";
/** @import { SectionPage } from "../../page/types.d.ts" */

/** @param {HTMLElement} section @param {SectionPage} page */
export function start(section, page) {
  const { shared } = page;
  const story = () => ({ source: shared("source"), story: shared("story"), own_text: shared("own_text") });
  const shapes = new Shapes(section, page, story);
  const version = new Version(page, story);
  const parts = [...section.querySelectorAll("[data-part]")].map((element) => new PartEditor(element, page, version));
  version.follow(parts, shapes);
  const readAddress = () => {
    for (const part of parts) part.readAddress();
  };
  document.addEventListener("address", readAddress);
  readAddress();
  speakOneLanguage([...section.querySelectorAll(".program-bar input")]);
}

function speakOneLanguage(/** @type {HTMLInputElement[]} */ inputs) {
  for (const input of inputs) {
    input.addEventListener("change", () => {
      const before = input.getBoundingClientRect().top;
      for (const other of inputs) other.checked = other.value === input.value;
      scrollBy(0, input.getBoundingClientRect().top - before); // parts above have changed their height
    });
  }
}
