import { checkBound, checkKeys, Slices } from './body-limits.ts';
import { restErrors } from './errors.ts';

/** How many objects a body has, and how many of them have each key. The keys of the first object come first. */
export interface RowNames {
  readonly count: number;
  readonly occurrences: ReadonlyMap<string, number>;
}

/** A JSON body. The text is passed to PostgreSQL unchanged, so every digit survives. */
export interface JsonBody {
  readonly text: string;
  readonly isArray: boolean;
  /** Null when the body is neither an object nor an array of objects. */
  readonly rows: RowNames | null;
}

const charsPerSlice = 65_536;
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openSquare, closeSquare, openCurly, closeCurly] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Splits JSON at the commas outside of brackets and strings, without validating it. Parsed as a whole, 4 MB of `{},` or
 * `[` would block the event loop for a second.
 */
async function split(text: string, slices: Slices): Promise<readonly string[]> {
  const pieces: string[] = [];
  let [start, sliceEnd, depth, values, valuesInRow, inString] = [0, charsPerSlice, 0, 0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    if (at >= sliceEnd) {
      await slices.next();
      sliceEnd += charsPerSlice;
    }
    const code = text.charCodeAt(at);
    if (inString && code === backslash) at += 1;
    else if (code === quote) inString = !inString;
    else if (inString) continue;
    else if (code === closeSquare || code === closeCurly) depth -= 1;
    else if (code === openSquare || code === openCurly || code === comma) {
      checkBound('values', ++values);
      checkBound('values in a row', ++valuesInRow);
      if (code !== comma) checkBound('levels', ++depth);
      else if (depth === 0) {
        pieces.push(text.slice(start, at));
        checkBound('rows', pieces.length + 1);
        start = at + 1;
        valuesInRow = 0;
      }
    }
  }
  return [...pieces, text.slice(start)];
}

const invalid = () => restErrors.badBody('Empty or invalid json');

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

/**
 * Parses a JSON body in slices: at most one element of an array blocks the event loop, and only its keys are kept.
 *
 * @throws {RestError} PGRST102: 400 for invalid JSON, 413 beyond the limits of a body
 */
export async function readJson(text: string): Promise<JsonBody> {
  const slices = new Slices();
  const trimmed = text.trim();
  const isArray = trimmed.startsWith('[') && trimmed.endsWith(']');
  const inner = isArray ? trimmed.slice(1, -1) : text;
  const isEmpty = isArray && inner.trim() === '';
  const pieces = isEmpty ? [] : await split(inner, slices);
  if (!isArray && pieces.length > 1) throw invalid();
  const occurrences = new Map<string, number>();
  let onlyObjects = true;
  for (const piece of pieces) {
    const value = parse(piece);
    onlyObjects &&= isObject(value);
    const keys = isObject(value) ? Object.keys(value) : [];
    checkKeys(keys);
    for (const key of keys) occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
    await slices.next();
  }
  return { text, isArray, rows: onlyObjects ? { count: pieces.length, occurrences } : null };
}
