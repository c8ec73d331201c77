// Elements that the program's scripts put into the page.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {object} properties @param {(Node | string)[]} children
 */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** @param {string} text @param {() => void} act */
export function button(text, act, className = "button") {
  return make("button", { type: "button", className, onclick: act }, text);
}
