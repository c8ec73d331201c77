// Drawings and tables come packed in <noscript>: with scripts a text, which costs next to nothing, until somebody comes
// near. Part of the page itself, so that they show even where no other script arrives.
{
  /** @type {Set<Element>} */ const near = new Set();
  let onPaper = false;

  const unpack = (/** @type {Element} */ place) => {
    const packed = place.querySelector(":scope > noscript");
    if (packed && !place.querySelector("svg, table")) packed.insertAdjacentHTML("afterend", packed.textContent);
  };
  const show = (/** @type {Element} */ place) => {
    if (near.has(place) || onPaper) unpack(place);
    else place.querySelector("svg")?.remove(); // out of sight again, or a live canvas stands for it
  };
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        near[isIntersecting ? "add" : "delete"](target);
        show(target);
      }
    },
    { rootMargin: "100%" },
  );
  const places = () => document.querySelectorAll(".drawing");
  // After each section, so that its drawings need not wait for the rest of the page; twice does no harm.
  globalThis.watchDrawings = () => places().forEach((place) => void watch.observe(place));
  const print = (/** @type {boolean} */ on) => {
    onPaper = on;
    places().forEach(show);
  };
  addEventListener("beforeprint", () => print(true)); // before the paper is laid out
  matchMedia("print").addEventListener("change", ({ matches }) => print(matches));
  addEventListener("toggle", ({ target }) => unpack(/** @type {Element} */ (target)), true);
}
