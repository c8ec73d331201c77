// Which element a selector finds is said by the page's own markup, which the checker does not read.
// biome-ignore-all lint/suspicious/noExplicitAny: as above
interface ParentNode {
  querySelector<E extends HTMLElement = any>(selectors: string): E;
  querySelectorAll<E extends HTMLElement = any>(selectors: string): NodeListOf<E>;
}
interface Element {
  closest<E extends HTMLElement = any>(selectors: string): E | null;
}

// The page's own events.
interface DocumentEventMap {
  python: CustomEvent<"loading" | "ready" | "failed">;
  choice: Event;
  address: Event;
}

// Set for the page by figure/drawings.js, which stands in it as a script.
declare var watchDrawings: () => void;

// They lie beside the page's scripts only once the site is built.
declare module "*/runtime/pyodide.mjs";
declare module "*/runtime/pyodide.asm.mjs";
