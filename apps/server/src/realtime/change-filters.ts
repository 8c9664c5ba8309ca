/** One condition of a subscription, such as `id=eq.1`. `value` is a list for `in`. */
export interface ChangeFilter {
  readonly column: string;
  readonly operator: string;
  readonly value: string | readonly string[];
  readonly not: boolean;
}

/** A filter that cannot be read. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

const operators = new Set(
  'eq neq lt lte gt gte in like ilike is match imatch isdistinct'.split(' '),
);
const states = new Set(['null', 'true', 'false', 'unknown']);
const maxFilters = 10;
const maxListed = 100;
const maxCharacters = 1000;
/** A pattern is compiled for every change. */
const maxPattern = 200;
const patternOperators = new Set(['like', 'ilike', 'match', 'imatch']);

/** Whether the filter compares with a pattern, which can fail or take long for a row. */
export function isPattern({ operator }: ChangeFilter): boolean {
  return patternOperators.has(operator);
}

/** Refuses what PostgreSQL refuses only of some rows, and back-references, whose time grows exponentially. */
function checkPattern(operator: string, pattern: string): void {
  if (pattern.length > maxPattern)
    throw new FilterError(`a pattern has at most ${String(maxPattern)} characters`);
  const isRegular = operator.endsWith('match');
  if (isRegular && /\\[1-9]/.test(pattern))
    throw new FilterError('a pattern has no back-references');
  if (!isRegular && /^(?:[^\\]|\\.)*\\$/s.test(pattern))
    throw new FilterError('a pattern does not end with a backslash');
}

/** Splits at commas outside of quotes and parentheses. */
function splitList(text: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (isQuoted && character === '\\') {
      part += character + text.charAt(index + 1);
      index += 1;
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && character === '(') depth += 1;
    if (!isQuoted && character === ')') depth -= 1;
    if (character === ',' && !isQuoted && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part];
}

function unquoted(text: string): string {
  const inner = /^"(.*)"$/s.exec(text)?.[1];
  return inner === undefined ? text : inner.replaceAll(/\\(.)/gs, '$1');
}

function valueOf(operator: string, text: string): string | readonly string[] {
  if (operator === 'in') {
    const listed = /^\((.*)\)$/s.exec(text)?.[1];
    const values = listed === undefined ? [] : splitList(listed).map(unquoted);
    if (listed === undefined || values.length > maxListed)
      throw new FilterError(`in takes (value,...) of at most ${String(maxListed)} values`);
    return values;
  }
  if (operator === 'is') {
    if (!states.has(text.toLowerCase()))
      throw new FilterError('is takes null, true, false or unknown');
    return text.toLowerCase();
  }
  const value = unquoted(text);
  if (patternOperators.has(operator)) checkPattern(operator, value);
  return value;
}

function filterOf(text: string): ChangeFilter {
  const [, column, not, operator = '', value = ''] =
    /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? [];
  if (column === undefined || !operators.has(operator))
    throw new FilterError(`'${text}' is not column=operator.value`);
  return { column, operator, value: valueOf(operator, value), not: not !== undefined };
}

/**
 * Reads the filters of a subscription: `column=operator.value`, all of those between commas.
 *
 * @throws {FilterError}
 */
export function parseFilters(text: string): readonly ChangeFilter[] {
  if (text === '') return [];
  if (text.length > maxCharacters)
    throw new FilterError(`filters have at most ${String(maxCharacters)} characters`);
  const parts = splitList(text);
  if (parts.length > maxFilters)
    throw new FilterError(`at most ${String(maxFilters)} filters are possible`);
  return parts.map(filterOf);
}
