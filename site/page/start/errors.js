// What can go wrong with Python, told apart by what the page says of it.

const REPLACED =
  "A newer version of this page has taken the place of this one: load the page again. What you have set stays in its address.";

export class PythonError extends Error {
  /** @param {string} message @param {string | null} file the address that could not be fetched, where one is known */
  constructor(message, file = null) {
    super(message);
    this.file = file;
  }
}

/** The browser, or a policy, lets no Python run here: no file is to blame. */
export class NotAllowed extends PythonError {}

/** A file that comes later, when it is needed, could not be fetched. */
export class MissingFile extends PythonError {
  /** @param {string} name @param {string} address @param {boolean} replaced whether another build lies there by now */
  constructor(name, address, replaced = false) {
    super(replaced ? REPLACED : `The file ${name} could not be fetched`, address);
    this.replaced = replaced;
  }

  /** What to tell the reader, who may try `again` where that can help. @param {string} again */
  advice(again) {
    return this.replaced ? this.message : `${this.message}. ${again}`;
  }
}

/** Python did not answer in time: it may be busy for ever. */
export class TooLong extends PythonError {
  name = "TooLong";
}
