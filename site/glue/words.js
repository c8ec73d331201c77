// Text in runs, each plain or with the role that colors it. Only ever text: nothing in it becomes markup.

/** Replace what `element` holds by the runs: a string, or [string, role]. */
export function showRuns(element, runs) {
  element.replaceChildren(...runs.map((run) => (typeof run === "string" ? run : colored(run))));
}

function colored([text, role]) {
  const span = document.createElement("span");
  span.className = `role-${role}`;
  span.textContent = text;
  return span;
}
