// An editor for Python: CodeMirror from our own server, or a plain text field where it cannot be had.
import { make } from "./elements.js";
/** @import { Editor, EditorUse } from "./types.d.ts" */

/** @type {Record<string, string>} */
const CLASSES = {
  string: "s", comment: "c", number: "m", bool: "k", null: "k",
  keyword: "k", operatorKeyword: "k", definitionKeyword: "k", controlKeyword: "k", moduleKeyword: "k",
};
const PLAIN = { spellcheck: "false", autocapitalize: "off", autocorrect: "off" };

/**
 * Put an editor with `text` into `host`. `files`: addresses of the site's.
 * @param {HTMLElement} host @param {string} text @param {string[]} files @param {EditorUse} use
 * @returns {Promise<Editor>}
 */
export async function openEditor(host, text, files, use) {
  try {
    return await codeMirror(host, text, codeMirrorAmong(files), use);
  } catch (error) {
    console.warn(error);
    return plainField(host, text, use);
  }
}

/**
 * Where the modules of CodeMirror lie, which PyScript brings along: name without hash -> address.
 * @param {string[]} files
 */
export function codeMirrorAmong(files) {
  /** @type {Record<string, string>} */ const modules = {};
  for (const file of files) {
    const name = file.match(/\/dist\/codemirror_?([a-z-]*?)-[\w-]{8}\.js$/)?.[1];
    if (name !== undefined) modules[name || "core"] = file;
  }
  return modules;
}

/** Run on Ctrl+Enter; whether this key was it. @param {() => void} run */
const onRun = (run) => (/** @type {KeyboardEvent} */ event) => {
  const isRun = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (isRun) run();
  return isRun;
};

/** @param {HTMLElement} host @param {string} text @param {Record<string, string>} modules @param {EditorUse} use */
async function codeMirror(host, text, modules, { label, changed, run }) {
  const load = (/** @type {string} */ name) => import(new URL(modules[name], document.baseURI).href);
  const names = ["core", "state", "view", "language", "lang-python"];
  const [core, state, view, language, python] = await Promise.all(names.map(load));
  const { Decoration, lineNumbers } = spaceWith(view, "Decoration");
  const { indentOnInput, indentUnit, syntaxHighlighting } = spaceWith(language, "syntaxHighlighting");
  const { EditorView, minimalSetup } = core;
  const marking = state.StateEffect.define();
  const marks = state.StateField.define({
    create: () => Decoration.none,
    update(/** @type {any} */ marked, /** @type {any} */ { docChanged, effects }) {
      for (const effect of effects) if (effect.is(marking)) return effect.value;
      return docChanged ? Decoration.none : marked;
    },
    provide: (/** @type {any} */ field) => EditorView.decorations.from(field),
  });
  const editor = new EditorView({
    parent: host,
    doc: text,
    extensions: [
      EditorView.domEventHandlers({ keydown: onRun(run) }),
      minimalSetup,
      lineNumbers(),
      python.python(),
      indentOnInput(),
      indentUnit.of("    "),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, ...PLAIN }),
      syntaxHighlighting({ style: classOf }),
      EditorView.updateListener.of(whenChanged(changed)),
      marks,
    ],
  });
  return {
    get text() {
      return editor.state.doc.toString();
    },
    show(/** @type {string} */ insert) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } });
    },
    mark(/** @type {number | null} */ line) {
      const { doc } = editor.state;
      if (line === null || line > doc.lines) return editor.dispatch({ effects: marking.of(Decoration.none) });
      const { from } = doc.line(line);
      const mark = marking.of(Decoration.set([Decoration.line({ class: "is-problem" }).range(from)]));
      const show = EditorView.scrollIntoView(from, { y: "nearest" });
      editor.dispatch({ selection: { anchor: from }, effects: [mark, show] });
    },
  };
}

/** What CodeMirror calls with each update. @param {(text: string) => void} changed */
function whenChanged(changed) {
  return (/** @type {any} */ { docChanged, state }) => docChanged && changed(state.doc.toString());
}

/** The class for a piece of code, of the tags that CodeMirror gives it. @param {any[]} tags */
function classOf(tags) {
  return tags.flatMap(({ set }) => set).map(({ name }) => CLASSES[name]).find(Boolean) ?? null;
}

// PyScript's modules carry their names without abbreviation only in one object among their exports.
/** @param {any} module @param {string} name */
function spaceWith(module, name) {
  const found = [module, ...Object.values(module)].find((space) => space?.[name]);
  if (!found) throw new Error(`this CodeMirror has no ${name}`);
  return found;
}

/** @param {HTMLElement} host @param {string} text @param {EditorUse} use */
function plainField(host, text, { label, changed, run }) {
  const field = make("textarea", { className: "code-edit", spellcheck: false, value: text });
  field.setAttribute("aria-label", label);
  field.addEventListener("input", () => changed(field.value));
  field.addEventListener("keydown", (event) => onRun(run)(event) && event.preventDefault());
  host.append(field);
  return {
    get text() {
      return field.value;
    },
    show(/** @type {string} */ wanted) {
      field.value = wanted;
      changed(wanted);
    },
    mark(/** @type {number | null} */ line) {
      if (line === null) return;
      const before = field.value.split("\n").slice(0, line);
      const end = before.join("\n").length;
      field.setSelectionRange(end - before[before.length - 1].length, end);
    },
  };
}
