// Light or dark: the system's choice until the reader makes one, which is kept where the browser allows it.

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

/**
 * Make the switch work. `changed()` is called whenever colors may have changed: switch, system, print, contrast.
 * @param {HTMLButtonElement} button @param {() => void} changed
 */
export function setUpTheme(button, changed) {
  const show = () => {
    button.setAttribute("aria-pressed", isDark());
    changed();
  };
  button.disabled = false;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep(root.dataset.theme);
    show();
  });
  const others = ["print", "(forced-colors: active)", "(prefers-contrast: more)"];
  watchColors(show);
  for (const query of [system, ...others.map((each) => matchMedia(each))]) {
    query.addEventListener("change", show);
  }
  show();
}

// Whoever changes the page's colors, an extension say, tells nobody; but a transition of colors ends with an event.
function watchColors(/** @type {() => void} */ changed) {
  const probe = document.createElement("span");
  probe.className = "color-probe";
  probe.ariaHidden = "true";
  probe.addEventListener("transitionend", changed);
  document.body.append(probe);
}

/** Show what the reader chose on an earlier visit: what the page's own script does, where it may run. */
export function showKeptTheme() {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage is blocked.
  }
}

function keep(/** @type {string} */ theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
