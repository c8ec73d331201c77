// What can go wrong with Python, told apart by what the page says of it.

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
  /** @param {string} name @param {string} address */
  constructor(name, address) {
    super(`The file ${name} could not be fetched`, address);
  }
}

/** Python did not answer in time: it may be busy for ever. */
export class TooLong extends PythonError {
  name = "TooLong";
}
