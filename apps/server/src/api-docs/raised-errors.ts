/** An error that a function of the database raises on purpose. */
export interface RaisedError {
  /** Its HTTP status. */
  readonly status: number;
  /** The SQLSTATE: `PT404` for the status 404. */
  readonly code: string;
  /** What programs recognize it by, such as `bkk.offer_expired`. */
  readonly hint: string | null;
  /** In English; '…' stands for a value. */
  readonly message: string;
}

/** Who may call a function, besides the privilege to execute it. */
export interface Requirement {
  readonly caller: 'admin' | 'member' | undefined;
  readonly feature: string | undefined;
}

const raise =
  /raise\s+(?:sqlstate\s+'(?<state>\w{5})'|(?<named>insufficient_privilege))\s+using\s+message\s*=\s*(?:format\(\s*)?'(?<message>(?:[^']|'')*)'[^;]*?;/g;
const hintOf = /\bhint\s*=\s*'([\w.]+)'/;
const calls = /\b(?:bkk_internal|public)\.(\w+)\s*\(/g;
const guard =
  /\b(?<guard>require_admin|require_member|bkk_require_feature)\s*\(\s*(?:'(?<feature>\w+)')?/;

function toError([statement, state, named, message = '']: RegExpExecArray): RaisedError {
  const code = state ?? (named === undefined ? 'P0001' : '42501');
  return {
    status: code.startsWith('PT') ? Number(code.slice(2)) : 403,
    code,
    hint: hintOf.exec(statement)?.[1] ?? null,
    message: message.replaceAll("''", "'").replace(/%(?:\d+\$)?[sLI]/g, '…'),
  };
}

/** The names of a function and of those it calls, as far as their sources are known, each once. */
function reached(name: string, sources: Readonly<Record<string, string>>): readonly string[] {
  const found = new Set([name]);
  for (const next of found) {
    for (const [, called = ''] of (sources[next] ?? '').matchAll(calls))
      if (sources[called] !== undefined) found.add(called);
  }
  return [...found];
}

/**
 * The errors that a function and those it calls raise, by status, read from their sources.
 *
 * @param sources sources of functions by their names without a schema
 */
export function raisedErrors(
  name: string,
  sources: Readonly<Record<string, string>>,
): readonly RaisedError[] {
  const errors = reached(name, sources).flatMap((one) =>
    [...(sources[one] ?? '').matchAll(raise)].map(toError),
  );
  const byMeaning = new Map(
    errors.map((error) => [`${error.code} ${error.hint ?? error.message}`, error]),
  );
  return [...byMeaning.values()].sort((one, other) => one.status - other.status);
}

/** What the source of a function, or of the first it calls that does, asks of its caller. */
export function requirementOf(
  name: string,
  sources: Readonly<Record<string, string>>,
): Requirement {
  for (const one of reached(name, sources)) {
    const groups = guard.exec(sources[one] ?? '')?.groups;
    if (groups === undefined) continue;
    const callers = { require_admin: 'admin', require_member: 'member' } as const;
    const caller = callers[groups.guard as keyof typeof callers] as Requirement['caller'];
    return { caller, feature: groups.feature };
  }
  return { caller: undefined, feature: undefined };
}
