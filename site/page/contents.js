// The contents list shows which section is being read.

export function followContents(/** @type {HTMLElement} */ list) {
  const links = new Map([...list.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  /** @type {Map<string, boolean>} */ const seen = new Map();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen.set(target.id, isIntersecting);
    const current = [...links.keys()].find((id) => seen.get(id));
    if (!current) return; // between two sections the last one stays
    for (const [id, link] of links) {
      if (id === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }, { rootMargin: "-15% 0px -70% 0px" });
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) observer.observe(section);
  }
  if (matchMedia("(max-width: 73.99rem)").matches) list.querySelector("details").open = false;
}
