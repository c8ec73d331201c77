// One function for each kind of mark; defaults as in pysrc/scene/marks.py.
/** @import { Box, ImageMark, LineMark, PathMark, Pen, RectMark, Stroke, TextMark } from "../types.d.ts" */

/** @type {Record<string, (pen: Pen, mark: any) => void>} */
export const DRAW = { rect: drawRect, line: drawLine, path: drawPath, text: drawText, image: drawImage };

/** @type {Record<string, CanvasTextAlign>} */
const ALIGN = { start: "left", middle: "center", end: "right" };
/** @type {Record<string, "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath">} */
const OPERATIONS = { M: "moveTo", L: "lineTo", Q: "quadraticCurveTo", C: "bezierCurveTo", Z: "closePath" };

/** Draw a ring around the area that is pointed at or focused. @param {Pen} pen @param {Box} box */
export function outline(pen, { x, y, w, h }) {
  const around = { x: x - 1, y: y - 1, w: w + 2, h: h + 2 };
  drawRect(pen, { kind: "rect", key: "outline", ...around, r: 4, stroke: "text", line_width: 2 });
}

/** @param {Pen} pen @param {RectMark} mark */
function drawRect(pen, mark) {
  const { context } = pen;
  const { x, y, w, h } = mark.r ? mark : snapped(mark, pen.ratio);
  context.beginPath();
  if (mark.r) context.roundRect(x, y, w, h, Math.min(mark.r, w / 2, h / 2));
  else context.rect(x, y, w, h);
  fill(pen, mark.fill);
  stroke(pen, mark, 1);
}

/** @param {Pen} pen @param {LineMark} mark */
function drawLine(pen, mark) {
  const { context, ratio } = pen;
  const half = deviceWidth(mark.line_width ?? 1, ratio) / 2;
  const straight = mark.x1 === mark.x2 || mark.y1 === mark.y2;
  const place = (/** @type {number} */ at) => (straight ? Math.round(at * ratio - half) / ratio + half / ratio : at);
  context.beginPath();
  context.moveTo(mark.x1 === mark.x2 ? place(mark.x1) : mark.x1, mark.y1 === mark.y2 ? place(mark.y1) : mark.y1);
  context.lineTo(mark.x1 === mark.x2 ? place(mark.x2) : mark.x2, mark.y1 === mark.y2 ? place(mark.y2) : mark.y2);
  stroke(pen, { stroke: "line", ...mark }, 1);
}

/** @param {Pen} pen @param {PathMark} mark */
function drawPath(pen, mark) {
  const { context } = pen;
  context.beginPath();
  for (const [, command, numbers] of mark.d.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    /** @type {any} */ (context)[OPERATIONS[command]](...(numbers.match(/-?[\d.]+/g) ?? []).map(Number));
  }
  context.lineJoin = "round";
  context.lineCap = "round";
  fill(pen, mark.fill);
  stroke(pen, mark, 1.5);
  context.lineCap = "butt";
}

/** @param {Pen} pen @param {TextMark} mark */
function drawText(pen, mark) {
  const { context, theme } = pen;
  const size = mark.size ?? 14;
  const style = `${mark.italic ? "italic " : ""}${mark.bold ? "600 " : ""}`;
  context.font = `${style}${size}px ${theme.fonts[mark.font ?? "sans"]}`;
  context.textAlign = ALIGN[mark.anchor ?? "start"];
  context.textBaseline = "alphabetic";
  context.direction = "ltr";
  context.save();
  context.translate(mark.x, mark.y);
  if (mark.rotate) context.rotate((mark.rotate * Math.PI) / 180);
  context.scale(squeeze(context, mark), 1);
  if (mark.halo) {
    context.strokeStyle = theme.colors.paper;
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeText(mark.text, 0, 0);
  }
  context.fillStyle = theme.colors[mark.fill ?? "text"];
  context.fillText(mark.text, 0, 0);
  context.restore();
}

/** @param {Pen} pen @param {ImageMark} mark */
function drawImage(pen, mark) {
  const { context, theme } = pen;
  const { shape, bytes } = pen.buffers[mark.buffer];
  const [rows, cols] = shape;
  const sheet = theme.sheet(cols, rows);
  const ink = /** @type {OffscreenCanvasRenderingContext2D} */ (sheet.getContext("2d"));
  ink.putImageData(new ImageData(rgba(shape, bytes), cols, rows), 0, 0);
  if (mark.role) {
    ink.globalCompositeOperation = "source-in";
    ink.fillStyle = theme.colors[mark.role];
    ink.fillRect(0, 0, cols, rows);
  }
  const { x, y, w, h } = snapped(mark, pen.ratio);
  context.imageSmoothingEnabled = false;
  context.drawImage(sheet, x, y, w, h);
}

// One byte a pixel is a depth: it becomes the opacity that the role's color is painted with.
/** @param {number[]} shape @param {Uint8Array} bytes */
export function rgba([rows, cols, channels = 1], bytes) {
  if (channels === 4) return new Uint8ClampedArray(bytes);
  const pixels = new Uint8ClampedArray(rows * cols * 4);
  for (let index = 0; index < rows * cols; index += 1) pixels[4 * index + 3] = bytes[index];
  return pixels;
}

/** @param {CanvasRenderingContext2D} context @param {TextMark} mark */
function squeeze(context, { text, width, max_width: most }) {
  if (width === undefined && most === undefined) return 1;
  const natural = context.measureText(text).width;
  if (!natural) return 1;
  return width === undefined ? Math.min(1, Number(most) / natural) : width / natural;
}

/** @param {Pen} pen @param {string | undefined} role */
function fill({ context, theme }, role) {
  if (!role) return;
  context.fillStyle = theme.colors[role];
  context.fill();
}

/** @param {Pen} pen @param {Stroke} mark @param {number} width */
function stroke({ context, theme }, mark, width) {
  if (!mark.stroke) return;
  context.strokeStyle = theme.colors[mark.stroke];
  context.lineWidth = mark.line_width ?? width;
  context.setLineDash(mark.dash ?? []);
  context.stroke();
  context.setLineDash([]);
}

// Edges fall on whole device pixels, or they look blurred.
/** @param {Box} box @param {number} ratio @returns {Box} */
function snapped({ x, y, w, h }, ratio) {
  const snap = (/** @type {number} */ value) => Math.round(value * ratio) / ratio;
  return { x: snap(x), y: snap(y), w: snap(x + w) - snap(x), h: snap(y + h) - snap(y) };
}

/** @param {number} width @param {number} ratio */
function deviceWidth(width, ratio) {
  return Math.max(1, Math.round(width * ratio));
}
