// What a figure gives away: a link, an embed code, its picture, its numbers.
import { toHash } from "../address.js";
import { paint } from "../paint/paint.js";
import { readTheme } from "../paint/theme.js";
/** @import { State } from "../state.js" */
/** @import { FigureView } from "./figure.js" */
/** @import { Value } from "../types.d.ts" */

const SHARP = 2; // device pixels per CSS px of a downloaded picture

const here = () => location.href.replace(/[?#].*/s, "");

/**
 * A link to a figure as it is, of the pairs [name in an address, value], and what had no room in it.
 * @param {string} figure @param {[string, Value][]} pairs
 */
export function linkTo(figure, pairs) {
  const { hash, left } = toHash(figure, pairs);
  return { link: here() + hash, left };
}

/** @param {string} figure @param {State} state @param {number} height */
export function embedCode(figure, state, height) {
  const { link } = linkTo(figure, state.changed());
  const source = link.replace("#", `?embed=${figure}#`);
  const look = `title="Lookback" width="100%" height="${Math.ceil(height)}" style="border:0" loading="lazy"`;
  return `<iframe src="${source.replaceAll("&", "&amp;")}" ${look}></iframe>`;
}

/**
 * Make a figure's small print work; `pairs()` is all that an address has to hold.
 * @param {FigureView} view @param {() => [string, Value][]} pairs
 */
export function shareFigure(view, pairs) {
  const { element } = view;
  const link = element.querySelector("a.figure-link");
  const left = element.querySelector(".link-left");
  const refresh = () => {
    const found = linkTo(view.id, pairs());
    link.href = found.link;
    left.hidden = !found.left.length;
  };
  left.closest("details")?.addEventListener("toggle", refresh);
  for (const event of ["pointerenter", "focus", "click"]) link.addEventListener(event, refresh);
  /** @type {Record<string, () => Promise<void>>} */
  const makers = {
    embed: async () => offer(element, embedCode(view.id, view.state, element.getBoundingClientRect().height)),
    svg: async () => save(await text(view, "svg"), "image/svg+xml", `${view.id}.svg`),
    csv: async () => save(await text(view, "csv"), "text/csv", `${view.id}.csv`),
    png: async () => save(await png(view), "image/png", `${view.id}.png`),
  };
  for (const button of element.querySelectorAll("button[data-share]")) {
    const make = makers[button.dataset.share];
    button.addEventListener("click", () => make().catch((error) => view.picture.complain(error.message)));
  }
}

/** @param {FigureView} view @param {"svg" | "csv"} form */
async function text(view, form) {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  const reply = await view.take({ as: form, theme: dark ? "dark" : "light" });
  if (!reply.ok) throw new Error(reply.error.message);
  return reply[form] ?? "";
}

/** @returns {Promise<Blob>} */
async function png(/** @type {FigureView} */ { picture }) {
  const canvas = document.createElement("canvas");
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const theme = readTheme(picture.element);
  paint(canvas, picture.scene, { theme, ratio: SHARP });
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = theme.colors.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob)), "image/png"));
}

/** @param {BlobPart} data @param {string} type @param {string} name */
function save(data, type, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// The code can be read and copied by hand; where the browser allows it, it is on the clipboard already.
/** @param {HTMLElement} figure @param {string} code */
function offer(figure, code) {
  const field = figure.querySelector("textarea.embed-code");
  field.value = code;
  field.hidden = false;
  field.select();
  navigator.clipboard?.writeText(code).catch(() => {});
}
