import { checkBound, checkKeys, bodyLimits, Slices } from './body-limits.ts';
import { restErrors } from './errors.ts';

/** The keys of the objects in a body. */
export interface RowNames {
  readonly count: number;
  /** The keys of the first object. */
  readonly first: readonly string[];
  /** Whether every object has exactly the keys of the first. */
  readonly sameKeys: boolean;
  /** The number of objects that have each key. */
  readonly occurrences: ReadonlyMap<string, number>;
}

/** A JSON body. The text is passed to PostgreSQL unchanged. */
export interface JsonBody {
  readonly text: string;
  readonly isArray: boolean;
  /** Null when the body is neither an object nor an array of objects. */
  readonly rows: RowNames | null;
}

const invalid = () => restErrors.badBody('Empty or invalid json');

const charsPerSlice = 65_536;
const blank = /[^ \t\n\r]/g;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openSquare, closeSquare, openCurly, closeCurly] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index of the first non-whitespace character from `start`. */
function skipBlank(text: string, start: number): number {
  blank.lastIndex = start;
  return blank.exec(text)?.index ?? text.length;
}

/**
 * Finds the bounds of the elements of a JSON array in one pass over the characters. It does not validate: `JSON.parse`
 * of each element does.
 */
class ElementScanner {
  readonly elements: (readonly [start: number, end: number])[] = [];
  readonly #text: string;
  #position: number;
  #elementStart: number;
  #depth = 0;
  #inString = false;
  #values = 0;
  #valuesInElement = 0;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#position = start;
    this.#elementStart = start + 1;
  }

  /** Scans for one slice; true at the end of the array or the text. */
  advance(): boolean {
    const end = Math.min(this.#position + charsPerSlice, this.#text.length);
    while (this.#position < end) {
      const code = this.#text.charCodeAt(this.#position);
      if (this.#inString) {
        if (code === backslash) this.#position += 1;
        else if (code === quote) this.#inString = false;
      } else if (code === quote) this.#inString = true;
      else if (code === comma) this.#separate();
      else if (code === openSquare || code === openCurly) this.#open();
      else if (code === closeSquare || code === closeCurly) {
        this.#depth -= 1;
        if (this.#depth === 0) {
          this.#finish(code);
          return true;
        }
      }
      this.#position += 1;
    }
    return this.#position >= this.#text.length;
  }

  #separate(): void {
    this.#countValue();
    if (this.#depth === 1) this.#endElement();
  }

  #open(): void {
    this.#depth += 1;
    this.#countValue();
    if (this.#depth > bodyLimits.depth) throw restErrors.tooDeep(bodyLimits.depth);
  }

  #countValue(): void {
    this.#values += 1;
    this.#valuesInElement += 1;
    checkBound('values', this.#values);
    if (this.#valuesInElement > bodyLimits.valuesInRow)
      throw restErrors.tooMany('values in a row', bodyLimits.valuesInRow);
  }

  #endElement(): void {
    this.elements.push([this.#elementStart, this.#position]);
    checkBound('rows', this.elements.length);
    this.#elementStart = this.#position + 1;
    this.#valuesInElement = 0;
  }

  #finish(closer: number): void {
    const isEmpty =
      this.elements.length === 0 && skipBlank(this.#text, this.#elementStart) === this.#position;
    if (!isEmpty) this.#endElement();
    const rest = skipBlank(this.#text, this.#position + 1);
    if (closer !== closeSquare || rest < this.#text.length) throw invalid();
    this.#position = this.#text.length;
  }

  /** Whether the array has been closed. */
  get isComplete(): boolean {
    return this.#depth === 0;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid();
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects the keys of each object without keeping its values. */
class NameCollector {
  #count = 0;
  #first: readonly string[] = [];
  #sameKeys = true;
  #onlyObjects = true;
  readonly #occurrences = new Map<string, number>();

  add(value: unknown): void {
    if (!isObject(value)) {
      this.#onlyObjects = false;
      return;
    }
    const keys = Object.keys(value);
    checkKeys(keys);
    if (this.#count === 0) this.#first = keys;
    this.#count += 1;
    for (const key of keys) this.#occurrences.set(key, (this.#occurrences.get(key) ?? 0) + 1);
    const { size } = this.#occurrences;
    this.#sameKeys &&= keys.length === this.#first.length && size === keys.length;
  }

  get rows(): RowNames | null {
    if (!this.#onlyObjects) return null;
    return {
      count: this.#count,
      first: this.#first,
      sameKeys: this.#sameKeys,
      occurrences: this.#occurrences,
    };
  }
}

/** The elements of an array as substrings; any other value is one element. */
async function piecesOf(text: string, slices: Slices) {
  const start = skipBlank(text, 0);
  const isArray = text.charCodeAt(start) === openSquare;
  const scanned = isArray ? text : `[${text}]`;
  const scanner = new ElementScanner(scanned, isArray ? start : 0);
  while (!scanner.advance()) await slices.next();
  if (!scanner.isComplete) throw invalid();
  const { elements } = scanner;
  if (!isArray && elements.length !== 1) throw invalid();
  return { isArray, pieces: elements.map(([from, to]) => scanned.slice(from, to)) };
}

/**
 * Parses a JSON body in slices, so that at most one array element blocks the event loop.
 *
 * @throws {RestError} PGRST102: 400 for invalid JSON, 413 beyond {@link bodyLimits}
 */
export async function readJson(text: string): Promise<JsonBody> {
  const slices = new Slices();
  const { isArray, pieces } = await piecesOf(text, slices);
  const names = new NameCollector();
  for (const piece of pieces) {
    names.add(parse(piece));
    await slices.next();
  }
  return { text, isArray, rows: names.rows };
}

/** The result of {@link readJson} for an array of `count` objects with the same keys. */
export function uniformRows(names: readonly string[], count: number): RowNames {
  const first = count === 0 ? [] : names;
  return {
    count,
    first,
    sameKeys: true,
    occurrences: new Map(first.map((name) => [name, count])),
  };
}
