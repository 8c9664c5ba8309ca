/** A syntax error: its column and what was expected there. */
export class GrammarError extends Error {
  override readonly name = 'GrammarError';
  readonly column: number;

  constructor(column: number, found: string, expected: string) {
    super(
      `unexpected ${found === '' ? 'end of input' : JSON.stringify(found)} expecting ${expected}`,
    );
    this.column = column;
  }
}

const deepest = 50;

/** Scans a text from left to right; a method either advances or leaves the position unchanged. */
export class TextScanner {
  readonly #text: string;
  #position = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#position === this.#text.length;
  }

  sees(literal: string): boolean {
    return this.#text.startsWith(literal, this.#position);
  }

  take(literal: string): boolean {
    if (!this.sees(literal)) return false;
    this.#position += literal.length;
    return true;
  }

  need(literal: string, expected = JSON.stringify(literal)): void {
    if (!this.take(literal)) this.fail(expected);
  }

  /** @param pattern sticky */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined || found === '') return undefined;
    this.#position += found.length;
    return found;
  }

  rest(): string {
    const rest = this.#text.slice(this.#position);
    this.#position = this.#text.length;
    return rest;
  }

  /** Scans a double-quoted string, where a backslash escapes the next character. */
  quoted(): string | undefined {
    return this.match(/"(?:[^"\\]|\\[^])*"/y)
      ?.slice(1, -1)
      .replaceAll(/\\([^])/g, '$1');
  }

  /** Runs a parser and restores the position when it fails. */
  backtrack<T>(read: () => T | undefined): T | undefined {
    const start = this.#position;
    const value = read();
    if (value === undefined) this.#position = start;
    return value;
  }

  /** Runs a recursive parser, up to a maximum depth. */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > deepest) this.fail(`at most ${deepest} levels`);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  end(expected: string): void {
    if (!this.done) this.fail(expected);
  }

  fail(expected: string): never {
    throw new GrammarError(
      this.#position + 1,
      this.#text.slice(this.#position, this.#position + 1),
      expected,
    );
  }
}
