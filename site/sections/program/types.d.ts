// What the program's scripts ask of answers.py, and hand to each other. No reader fetches this file.

/** The story on the page, as the figures that share these controls show it. */
export type Story = Record<"source" | "story" | "own_text", unknown>;
/** Part -> its text as the reader wrote it. */
export type Texts = Record<string, string>;
/** Name -> what a line has made of it: the class Value of values.py. */
export type Values = Record<string, { shape: string; kind: string; facts: string[]; times: number }>;

/** Why a version does not run: a sentence, and where it broke off. */
export interface Problem {
  message: string;
  part?: string | null;
  line?: number | null;
}
/** What answer_run says. */
export type Trial = { printed: string } & ({ problem: Problem } | { problem?: undefined; loss: number[]; slope: number[] });
/** What became of running the reader's version. */
export interface Report {
  ok: boolean;
  words: string;
  part?: string | null;
  line?: number | null;
}

export interface Editor {
  readonly text: string;
  show(text: string): void;
  mark(line: number | null): void;
}
/** What an editor is called, and who hears of changes and of Ctrl+Enter. */
export interface EditorUse {
  label: string;
  changed(text: string): void;
  run(): void;
}
