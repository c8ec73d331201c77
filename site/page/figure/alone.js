// What one figure meets stops no other: extensions and translations change a page's markup, and code has faults.

const FAULT = "This figure met a fault of the page and stays as it is. The others work; loading the page again may help.";

/**
 * Do something for one figure; where it fails, the figure says so.
 * @template T @param {HTMLElement} figure @param {() => T} act @returns {T | undefined}
 */
export function alone(figure, act) {
  try {
    return act();
  } catch (error) {
    console.error(error);
    figure.dataset.broken = "yes";
    messageOf(figure).textContent = FAULT;
    messageOf(figure).hidden = false;
    return undefined;
  }
}

/** @param {HTMLElement} figure @returns {HTMLElement} */
function messageOf(figure) {
  const message = figure.querySelector(".picture-message");
  if (message) return message;
  const made = document.createElement("p");
  made.className = "picture-message";
  made.setAttribute("role", "status");
  figure.append(made);
  return made;
}
