// Draws a scene on a canvas. It only draws: every number, label and place comes with the scene.
import { DRAW, outline } from "./marks.js";
/** @import { Mark, Pen, Scene, Theme } from "../types.d.ts" */

/**
 * Paint `scene` on `canvas`, sharp at any pixel ratio.
 * theme: what readTheme returned. highlight: key of the hit that is pointed at or focused.
 * ratio: device pixels per CSS px. The canvas is resized only when it has to be, so nothing flickers.
 * @param {HTMLCanvasElement} canvas @param {Pick<Scene, "width" | "height" | "marks"> & Partial<Scene>} scene
 * @param {{ theme: Theme, highlight?: string | null, ratio?: number }} look
 */
export function paint(canvas, scene, { theme, highlight = null, ratio = globalThis.devicePixelRatio || 1 }) {
  fitCanvas(canvas, scene, ratio);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, scene.width, scene.height);
  const pen = { context, theme, ratio, buffers: scene.buffers ?? [] };
  for (const mark of scene.marks) {
    if (isShown(mark.when, highlight)) drawMark(pen, mark);
  }
  const hit = highlight === null ? undefined : scene.hits?.find(({ key }) => key === highlight);
  if (hit) outline(pen, hit);
}

// "rest": only while nothing is pointed at.
/** @param {string | undefined} when @param {string | null} highlight */
function isShown(when, highlight) {
  return when === undefined || when === (highlight ?? "rest");
}

/** @param {Pen} pen @param {Mark} mark */
function drawMark(pen, mark) {
  pen.context.globalAlpha = mark.opacity ?? 1;
  DRAW[mark.kind]?.(pen, mark);
  pen.context.globalAlpha = 1;
}

/** @param {HTMLCanvasElement} canvas @param {Pick<Scene, "width" | "height">} scene @param {number} ratio */
function fitCanvas(canvas, scene, ratio) {
  const width = Math.round(scene.width * ratio);
  const height = Math.round(scene.height * ratio);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.style.width = `${scene.width}px`;
  canvas.style.aspectRatio = `${scene.width} / ${scene.height}`;
}
