// What the page's scripts hand to each other, for their comments; the checker alone reads it.

type Value = number | string | boolean;
/** What a figure's controls are set to. */
type Choice = Record<string, Value>;
/** Text in runs: plain, or with the role that colors it, or "#section-term". */
type Run = string | [string, string];

/** `[figure.controls.NAME]` of section.toml, as the build writes it into the page. */
interface ControlSpec {
  type: "int" | "float" | "bool" | "option" | "text";
  default: Value;
  min?: number;
  max?: number;
  maxLength?: number;
  options?: Value[];
  unit?: string;
  shared?: boolean;
  /** Values that these controls take whenever this one is set. */
  also?: Choice;
}

interface FigureSpec {
  controls: Record<string, ControlSpec>;
  /** CSS px at which it is drawn: narrow, column, wide. */
  widths: number[];
  /** Files that its measuring needs. */
  needs: string[];
  /** The control that a row of its table sets. */
  tableSets?: string;
}

/** The object that the build writes into the page; files are addresses. */
interface Site {
  figures: Record<string, FigureSpec>;
  guide: Stop[];
  bytes: number;
  sizes: Record<string, number>;
  files: Record<string, string>;
  later: Record<string, string>;
  soon: string[];
  scripts: Record<string, string>;
  editor: Record<string, string>;
  pyscript: string;
  start: string;
  worker: string;
}

/** A stop of the guide: at a figure in the state that `choice` says, or at what has the id `place`. */
interface Stop {
  figure?: string;
  choice?: Choice;
  place?: string;
  says: string;
}

// --- Python: requests and replies, see worker/dispatch.py

interface Asked {
  section: string;
  figure?: string;
  choice?: Choice;
  width?: number;
  as?: "svg" | "csv";
  theme?: "dark" | "light";
  /** The name of a question for the section's answers.py, and what it is about. */
  ask?: string;
  asked?: unknown;
}

interface Reply {
  ok: boolean;
  error?: { kind: "bad_input" | "bug"; field?: string; message: string; trace?: string };
  scene?: Scene;
  notice?: Run[];
  details?: Run[][];
  call?: string;
  /** The table's cells as text. */
  cells?: string[][];
  /** Controls that Python has corrected. */
  sets?: Choice;
  /** ms that a film holds this state. */
  hold?: number;
  svg?: string;
  csv?: string;
  /** Each section's own. */
  answer?: unknown;
}

/** One slice of measuring, see worker/measuring.py. */
interface Progress {
  done: number;
  total: number;
  measure: number;
  measures: number;
}

// --- Scenes, in CSS px: see pysrc/scene

interface Scene {
  width: number;
  height: number;
  marks: Mark[];
  hits: Hit[];
  alt?: string;
  table?: Table;
  buffers?: { shape: number[]; bytes: Uint8Array }[];
}

type Mark = RectMark | LineMark | PathMark | TextMark | ImageMark;

interface AnyMark {
  key: string;
  opacity?: number;
  /** Shown only while the hit of this key is pointed at or focused, or "rest": while none is. */
  when?: string;
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** `stroke` is a role, `dash` the lengths of dashes and gaps. */
interface Stroke {
  stroke?: string;
  line_width?: number;
  dash?: number[];
}

/** `r`: the radius of its corners. */
interface RectMark extends AnyMark, Box, Stroke {
  kind: "rect";
  r?: number;
  fill?: string;
}

interface LineMark extends AnyMark, Stroke {
  kind: "line";
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** `d`: as in SVG, with the commands M, L, Q, C and Z. */
interface PathMark extends AnyMark, Stroke {
  kind: "path";
  d: string;
  fill?: string;
}

interface TextMark extends AnyMark {
  kind: "text";
  x: number;
  y: number;
  text: string;
  fill?: string;
  size?: number;
  font?: "sans" | "serif" | "mono";
  anchor?: "start" | "middle" | "end";
  bold?: boolean;
  italic?: boolean;
  halo?: boolean;
  rotate?: number;
  width?: number;
  max_width?: number;
}

/** `buffer`: which of the scene's buffers holds its pixels; with a role, they are depths of its color. */
interface ImageMark extends AnyMark, Box {
  kind: "image";
  buffer: number;
  role?: string;
}

/** An area that can be pointed at, focused or dragged. */
interface Hit extends Box {
  key: string;
  label: string;
  choice?: Choice;
  row?: number;
  col?: number;
  drag?: { x?: Drag; y?: Drag };
}

/** How a place in px becomes a control's value, linearly and, with a step, in multiples of it. */
interface Drag {
  control: string;
  px: number[];
  value: number[];
  step?: number;
}

interface Table {
  columns: string[];
  rows: (string | number | boolean | null)[][];
  caption: string;
}

interface Theme {
  colors: Record<string, string>;
  fonts: Record<string, string>;
  /** An empty canvas of this size. */
  sheet(width: number, height: number): OffscreenCanvas;
}

/** What a mark is drawn with; `ratio`: device pixels per CSS px. */
interface Pen {
  context: CanvasRenderingContext2D;
  theme: Theme;
  ratio: number;
  buffers: Scene["buffers"];
}

/** How a picture comes to its next scene: in `ms`, at an even pace where `steady`. */
interface Move {
  ms?: number;
  steady?: boolean;
}
