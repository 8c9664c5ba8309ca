/** Where a text stopped making sense, and what could have stood there. */
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

/** Reads a text from left to right; every reading either moves on or leaves the position where it was. */
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

  /** A text in double quotes, where a backslash takes the next character as it is. */
  quoted(): string | undefined {
    return this.match(/"(?:[^"\\]|\\[^])*"/y)
      ?.slice(1, -1)
      .replaceAll(/\\([^])/g, '$1');
  }

  /** Tries one way to read; when it fails, the position is where it was. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.#position;
    const value = read();
    if (value === undefined) this.#position = start;
    return value;
  }

  /** Reads what may contain itself, down to a depth that no honest caller needs. */
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
