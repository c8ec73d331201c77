// An editor for Python: CodeMirror from our own server, or a plain text field where it cannot be had.

const CLASSES = { keyword: "k", string: "s", comment: "c", number: "m", bool: "k", null: "k", operatorKeyword: "k", definitionKeyword: "k", controlKeyword: "k", moduleKeyword: "k" };

/**
 * Put an editor with `text` into `host`. `files`: the addresses of the site's; `label`: what it is called;
 * `changed(text)`, `run()` for Ctrl+Enter. Returns {text, show(text), mark(line or null), focus()}.
 */
export async function openEditor(host, text, files, { label, changed, run }) {
  try {
    return await codeMirror(host, text, codeMirrorAmong(files), { label, changed, run });
  } catch (error) {
    console.warn(error);
    return plainField(host, text, { label, changed, run });
  }
}

/** Where the modules of CodeMirror lie, which PyScript brings along: name without hash -> address. */
export function codeMirrorAmong(files) {
  const found = files.map((file) => file.match(/\/dist\/codemirror_?([a-z-]*?)-[\w-]{8}\.js$/)).filter(Boolean);
  return Object.fromEntries(found.map(({ 1: name, input }) => [name || "core", input]));
}

const isRun = (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey);

async function codeMirror(host, text, modules, { label, changed, run }) {
  const load = (name) => import(new URL(modules[name], document.baseURI).href);
  const [core, state, view, language, python] = await Promise.all(["core", "state", "view", "language", "lang-python"].map(load));
  const { Decoration, lineNumbers } = spaceWith(view, "Decoration");
  const { indentOnInput, indentUnit, syntaxHighlighting } = spaceWith(language, "syntaxHighlighting");
  const { EditorView, minimalSetup } = core;
  const marking = state.StateEffect.define();
  const whenRun = (event) => {
    if (isRun(event)) run();
    return isRun(event);
  };
  const marks = state.StateField.define({
    create: () => Decoration.none,
    update(marked, { docChanged, effects }) {
      for (const effect of effects) if (effect.is(marking)) return effect.value;
      return docChanged ? Decoration.none : marked;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  const editor = new EditorView({
    parent: host,
    doc: text,
    extensions: [
      EditorView.domEventHandlers({ keydown: whenRun }),
      minimalSetup,
      lineNumbers(),
      python.python(),
      indentOnInput(),
      indentUnit.of("    "),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      syntaxHighlighting({ style: (tags) => tags.flatMap(({ set }) => set).map(({ name }) => CLASSES[name]).find(Boolean) ?? null }),
      EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      marks,
    ],
  });
  return {
    get text() {
      return editor.state.doc.toString();
    },
    show: (wanted) => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: wanted } }),
    mark(line) {
      if (line === null || line > editor.state.doc.lines) return editor.dispatch({ effects: marking.of(Decoration.none) });
      const { from } = editor.state.doc.line(line);
      const decoration = Decoration.set([Decoration.line({ class: "is-problem" }).range(from)]);
      editor.dispatch({ selection: { anchor: from }, effects: [marking.of(decoration), EditorView.scrollIntoView(from, { y: "nearest" })] });
    },
    focus: () => editor.focus(),
  };
}

// PyScript's modules carry their names without abbreviation only in one object among their exports.
function spaceWith(module, name) {
  const found = [module, ...Object.values(module)].find((space) => space?.[name]);
  if (!found) throw new Error(`this CodeMirror has no ${name}`);
  return found;
}

function plainField(host, text, { label, changed, run }) {
  const field = document.createElement("textarea");
  field.className = "code-edit";
  field.spellcheck = false;
  field.setAttribute("aria-label", label);
  field.value = text;
  field.addEventListener("input", () => changed(field.value));
  field.addEventListener("keydown", (event) => {
    if (!isRun(event)) return;
    event.preventDefault();
    run();
  });
  host.append(field);
  return {
    get text() {
      return field.value;
    },
    show(wanted) {
      field.value = wanted;
      changed(wanted);
    },
    mark(line) {
      if (line === null) return;
      const before = field.value.split("\n").slice(0, line);
      const end = before.join("\n").length;
      field.setSelectionRange(end - before.at(-1).length, end);
    },
    focus: () => field.focus(),
  };
}
