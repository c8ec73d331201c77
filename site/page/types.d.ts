// What crosses between the page and its worker, and between the page's modules. No reader fetches this file.
// Written by: worker/dispatch.py (replies), pysrc/scene (scenes), build_scripts/site (what the page is told).

// --- What the build writes into the page

export interface Site {
  figures: Record<string, FigureSpec>;
  guide: Stop[];
  scripts: Record<string, string>; // section -> address of its script
  pyscript: string; // addresses, all relative to the page
  worker: string;
  start: string;
  files: Record<string, string>; // address -> place in Python's file system, fetched while it starts
  later: Record<string, string>; // name -> address, fetched when it is needed
  soon: string[]; // addresses, in the order in which Python asks
  sizes: Record<string, number>; // address -> bytes
  bytes: number; // of all in `soon`
}

export interface FigureSpec {
  controls: Record<string, ControlSpec>;
  widths: number[]; // CSS px at which it may be drawn: narrow, column, maybe wide
  tableSets: string | null; // the control that a row of the table sets
  needs: string[]; // names of files that its measures read
  files: string[]; // names of files that it reads itself, fetched when it comes near
}

export type Value = number | string | boolean;
/** What a figure's controls are set to: name -> value. */
export type Choice = Record<string, Value>;

interface AnyControl<T extends Value> {
  default: T;
  shared?: boolean;
  unit?: string;
  also?: Choice; // other controls, and what they are set to along with this one
  files?: Record<string, string[]>; // value -> names of files that come later, which the figure reads at it
}
export type NumberSpec = { type: "int" | "float"; min: number; max: number } & AnyControl<number>;
export type ControlSpec =
  | NumberSpec
  | ({ type: "option"; options: string[] } & AnyControl<string>)
  | ({ type: "text"; maxLength: number } & AnyControl<string>)
  | ({ type: "bool" } & AnyControl<boolean>);

/** A stop of the guide, at a figure or at the heading with this id. */
export type Stop = { says: string } & ({ figure: string; choice: Choice } | { place: string });

// --- Requests and replies

export interface FigureRequest {
  section: string;
  figure: string;
  choice: Choice;
  width: number; // CSS px
  as?: "svg" | "csv";
  theme?: "light" | "dark";
}

/** What a section's own script asks: its answers.py knows what `asked` is. */
export interface SectionRequest {
  section: string;
  ask: string;
  asked: unknown;
}

export type Reply = Drawn | Refused;
export interface Drawn {
  ok: true;
  scene: Scene;
  notice: Run[];
  details: Run[][];
  call: string;
  cells: string[][]; // the table's cells as text
  sets: Choice; // controls that the section corrects
  hold?: number; // ms for which a film rests on this state
}
export interface Refused {
  ok: false;
  error: { kind: "bad_input" | "bug" | "not_ready"; field?: string | null; message: string; trace?: string };
}
export type Taken = { ok: true; svg?: string; csv?: string } | Refused;
export type SectionReply = { ok: true; answer: any } | Refused;

/** Text, plain, or with the role that colors it, or with "#" and the id that it leads to. */
export type Run = string | [text: string, role: string];

/** How far measuring again has come: stories of this measure, the first being 1; `result` in words at its end. */
export interface Progress {
  done: number;
  total: number;
  measure: number;
  measures: number;
}
export type Measured = ({ ok: true; measuring: number; result?: string } & Progress) | Refused;

// --- Scenes: pysrc/scene

export interface Hits {
  hits: Hit[];
}
export interface Scene extends Hits {
  width: number; // CSS px
  height: number;
  marks: Mark[]; // later ones on top; keys unique
  alt: string;
  table: Table;
  buffers: Pixels[];
}

export interface Table {
  columns: string[];
  rows: Cell[][];
  caption: string;
}
export type Cell = string | number | boolean | null;
export interface Sort {
  column: number;
  down: boolean;
}

/** Pixels of image marks: [rows, columns], each a depth, or [rows, columns, 4]. */
export interface Pixels {
  shape: number[];
  bytes: Uint8Array;
}

/** An area that can be pointed at, chosen or dragged; x, y, w, h in CSS px. */
export interface Hit extends Box {
  key: string;
  label: string;
  choice?: Choice; // set when it is chosen
  row?: number; // its place in a grid, for the arrow keys
  col?: number;
  drag?: { x?: Drag; y?: Drag };
}
/** Places from px[0] to px[1] set the control to values from value[0] to value[1], on multiples of the step if any. */
export interface Drag {
  control: string;
  px: [number, number];
  value: [number, number];
  step?: number;
}
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface AnyMark {
  key: string;
  opacity?: number;
  when?: string; // the key of the hit that it shows for, or "rest"
}
export interface Stroke {
  stroke?: string; // roles, as fill
  line_width?: number;
  dash?: number[];
}
export type RectMark = { kind: "rect"; r?: number; fill?: string } & Box & Stroke & AnyMark;
export type LineMark = { kind: "line"; x1: number; y1: number; x2: number; y2: number } & Stroke & AnyMark;
export type PathMark = { kind: "path"; d: string; fill?: string } & Stroke & AnyMark;
export type ImageMark = { kind: "image"; buffer: number; role?: string } & Box & AnyMark;
export interface TextMark extends AnyMark {
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
  rotate?: number; // degrees
  width?: number; // exactly so many px
  max_width?: number; // at most
  halo?: boolean;
}
export type Mark = RectMark | LineMark | PathMark | TextMark | ImageMark;

export interface Theme {
  colors: Record<string, string>; // role -> CSS color
  fonts: Record<string, string>;
  sheet(width: number, height: number): OffscreenCanvas;
}
/** What a mark is drawn with. */
export interface Pen {
  context: CanvasRenderingContext2D;
  theme: Theme;
  ratio: number; // device pixels per CSS px
  buffers: Pixels[];
}

// --- Between the page's modules

/**
 * What made figures change: the reader by a press (a button, a key, what a drag ends with), on the way of a drag, by
 * typing or by a film that plays; the guide; an address; or an answer of Python that corrects what it was asked.
 */
export type Cause = "press" | "drag" | "typing" | "playing" | "guide" | "link" | "answer";
/** `from`: the figure, or what has that id, where it was made. `touched`: figures that now show something else. */
export interface Change {
  from: string | null;
  touched: Set<string>;
  cause: Cause;
}
export type SetChoice = (changes: Choice, cause?: Cause) => void;

/** What becomes of a request: one of both is null. */
export type Tell<R = any> = (reply: R, failure: Error | null) => void;

/** What the queue holds of a request: see Queue.ask. */
export interface Asked {
  name: string;
  request: FigureRequest;
  tell: Tell;
  between: boolean;
  last: boolean;
  again: boolean;
}

/** What figure/player.js plays: states by number. */
export interface Playable {
  get(): number;
  go(to: number): void;
  prepare(number: number): void; // ask for it ahead
  isReady(number: number): boolean; // whether that has come
  changed(): void; // playing began or ended
}
export interface Timers {
  later(act: () => void, ms: number): any;
  cancel(timer: any): void;
}
export interface Frames {
  now(): number; // ms
  frame(draw: () => void): any;
  cancel(frame: any): void;
  still(): boolean; // whether the reader prefers no motion
}

/** How a picture goes to its next scene: in so many ms, at an even pace if steady. */
export interface Move {
  ms?: number;
  steady?: boolean;
}

/** What the script of a section may use of the page: section_scripts.js. */
export interface SectionPage {
  files: string[]; // addresses of the site's files
  readonly ready: boolean; // whether Python answers
  ask(question: string, asked: unknown, limit: number): Promise<any>;
  shared(name: string): Value | undefined;
  kept(part: string): string | null;
  keep(part: string, text: string | null): void;
  restart(): void;
  redraw(): void;
  blame(sentence: string | null): void;
}

// --- What the page's scripts look for is in the page, and is HTML

/** The element that a selector finds, by the tag that its last part begins with. */
type Found<S> = S extends `${string} ${infer Last}`
  ? Found<Last>
  : S extends `${infer Tag}${"." | "["}${string}`
    ? Found<Tag>
    : S extends keyof HTMLElementTagNameMap
      ? HTMLElementTagNameMap[S]
      : HTMLElement;

declare global {
  interface ParentNode {
    querySelector<S extends string>(selector: S): Found<S>;
    querySelectorAll<S extends string>(selector: S): NodeListOf<Found<S>>;
  }
  interface Element {
    closest<S extends string>(selector: S): Found<S> | null;
    setAttribute(name: string, value: boolean | number): void;
  }
  interface HTMLElement {
    readonly dataset: Record<string, string>;
    readonly parentElement: HTMLElement;
  }
  interface Document {
    getElementById(id: string): HTMLElement;
  }
  interface UIEvent {
    readonly target: HTMLElement;
  }
  interface DocumentEventMap {
    python: CustomEvent<"loading" | "ready" | "failed">;
    choice: Event; // that of a figure has changed
    address: Event; // the address has
  }
  var watchDrawings: () => void;
}
