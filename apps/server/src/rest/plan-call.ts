import type { ApiRequest } from './api-request.ts';
import { restErrors } from './errors.ts';
import { nearestName } from './nearest-name.ts';
import { argumentsOf } from './payload.ts';
import { planRows } from './plan-rows.ts';
import type { RestLimits } from './query-limits.ts';
import type { RowsPlan } from './rows-plan.ts';
import type { SchemaCache, SqlFunction } from './schema-cache.ts';

type Argument = SqlFunction['arguments'][number];

/** How the arguments are passed to the function. */
type CallArguments =
  /** By name, from one JSON object. */
  | {
      readonly kind: 'json';
      readonly text: string;
      readonly arguments: readonly Argument[];
    }
  /** By name, from the query; repeated parameters are the elements of a variadic argument. */
  | {
      readonly kind: 'query';
      readonly arguments: readonly {
        readonly argument: Argument;
        readonly value: string | readonly string[];
      }[];
    }
  /** The value under the empty key of a JSON object as the single unnamed argument. */
  | { readonly kind: 'unnamed'; readonly text: string; readonly type: string }
  /** The whole body as the single unnamed argument. */
  | { readonly kind: 'body'; readonly value: string | Buffer; readonly type: string };

export interface CallPlan {
  readonly kind: 'call';
  readonly function: SqlFunction;
  readonly arguments: CallArguments;
  readonly rows: RowsPlan;
  readonly readOnly: boolean;
}

const unnamedTypes = ['bytea', 'json', 'jsonb', 'text', 'xml'];

/** An argument without a name can be given only where it is the only one, in a type that a body has. */
function isCallable({ arguments: args }: SqlFunction): boolean {
  const [only] = args;
  if (args.length === 1 && only?.name === '') return unnamedTypes.includes(only.type);
  return args.every(({ name }) => name !== '');
}

/** By the number of arguments, then by their names and types, as messages list them. */
function bySignature({ arguments: one }: SqlFunction, { arguments: other }: SqlFunction): number {
  const text = (args: SqlFunction['arguments']) =>
    args.map(({ name, type }) => `${name} ${type}`).join();
  return one.length - other.length || (text(one) < text(other) ? -1 : 1);
}

function overloadsOf(cache: SchemaCache, name: string): readonly SqlFunction[] {
  return (cache.functions.get(name) ?? []).filter(isCallable).sort(bySignature);
}

function accepts(candidate: SqlFunction, given: readonly string[]): boolean {
  const names = new Set(candidate.arguments.map(({ name }) => name));
  return (
    given.every((name) => names.has(name)) &&
    candidate.arguments.every(
      ({ name, optional, variadic }) => optional || variadic || given.includes(name),
    )
  );
}

function signature({ name, arguments: args }: SqlFunction): string {
  return args.length === 0 ? name : `${name}(${args.map((argument) => argument.name).join(', ')})`;
}

/** The most similar name or list of arguments among the functions that the role may call. */
export function functionHint(
  cache: SchemaCache,
  name: string,
  given: readonly string[],
): string | null {
  const isUsable = (found: SqlFunction) => isCallable(found) && found.callers.includes(cache.role);
  const overloads = overloadsOf(cache, name).filter(isUsable);
  if (overloads.length === 0) {
    const usable = [...cache.functions].filter(([, found]) => found.some(isUsable));
    return nearestName(
      name,
      usable.map(([known]) => known),
    );
  }
  const signatures = overloads.map(signature);
  return (
    nearestName(`${name}(${given.join(', ')})`, signatures) ??
    (signatures.length === 1 ? (signatures[0] ?? null) : null)
  );
}

function onlyOne(matching: readonly SqlFunction[]): SqlFunction | undefined {
  if (matching.length <= 1) return matching[0];
  throw restErrors.ambiguousFunction(
    matching.map(
      ({ schema, name, arguments: args }) =>
        `${schema}.${name}(${args.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`,
    ),
  );
}

/** The functions with a single unnamed argument of one of the types. */
function unnamed(
  overloads: readonly SqlFunction[],
  types: readonly string[],
): SqlFunction | undefined {
  return onlyOne(
    overloads.filter(({ arguments: [only, ...more] }) => {
      return more.length === 0 && only?.name === '' && types.includes(only.type);
    }),
  );
}

interface Resolved {
  readonly function: SqlFunction;
  readonly arguments: CallArguments;
}

function resolveByBody(cache: SchemaCache, name: string, request: ApiRequest): Resolved {
  const { schema } = cache;
  const overloads = overloadsOf(cache, name);
  const { payload } = request;
  if (payload.kind === 'raw') {
    const { type, value } = payload;
    const found = unnamed(overloads, [type]);
    if (found === undefined)
      throw restErrors.noRawFunction({ schema, name }, type, functionHint(cache, name, []));
    return { function: found, arguments: { kind: 'body', type, value } };
  }
  const { text, names } = argumentsOf(payload);
  const named =
    names === null ? undefined : onlyOne(overloads.filter((found) => accepts(found, names)));
  if (named !== undefined) {
    const given = named.arguments.filter((argument) => names?.includes(argument.name));
    const type = given.find((argument) => argument.name === '')?.type;
    return {
      function: named,
      arguments:
        type === undefined
          ? { kind: 'json', text, arguments: given }
          : { kind: 'unnamed', text, type },
    };
  }
  const whole = unnamed(overloads, ['json', 'jsonb']);
  const type = whole?.arguments[0]?.type;
  if (whole === undefined || type === undefined)
    throw restErrors.noFunction(
      { schema, name },
      names ?? [],
      true,
      functionHint(cache, name, names ?? []),
    );
  return { function: whole, arguments: { kind: 'body', value: text, type } };
}

function resolveByQuery(cache: SchemaCache, name: string, request: ApiRequest): Resolved {
  const given = new Map<string, string[]>();
  for (const [key, value] of request.queryArguments) {
    const values = given.get(key);
    if (values === undefined) given.set(key, [value]);
    else values.push(value);
  }
  const names = [...given.keys()];
  const overloads = overloadsOf(cache, name);
  const found = onlyOne(overloads.filter((candidate) => accepts(candidate, names)));
  const { schema } = cache;
  if (found === undefined)
    throw restErrors.noFunction({ schema, name }, names, false, functionHint(cache, name, names));
  const args = found.arguments.flatMap((argument) => {
    const values = given.get(argument.name);
    if (values === undefined) return [];
    return [{ argument, value: argument.variadic ? values : (values.at(-1) ?? '') }];
  });
  return { function: found, arguments: { kind: 'query', arguments: args } };
}

/**
 * Plans a function call: resolves the overload by name and arguments, and plans the returned rows.
 *
 * @throws {RestError} PGRST202 when no function matches, PGRST203 when several do
 */
export function planCall(
  cache: SchemaCache,
  name: string,
  request: ApiRequest,
  limits: RestLimits,
): CallPlan {
  const byBody = request.method === 'POST';
  const resolved = byBody
    ? resolveByBody(cache, name, request)
    : resolveByQuery(cache, name, request);
  const { handling, maxAffected } = request.preferences;
  if (handling === 'strict' && maxAffected !== undefined && !resolved.function.returnsSet)
    throw restErrors.maxAffectedNeedsSet();
  return {
    kind: 'call',
    ...resolved,
    rows: planRows(cache, resolved.function, request, limits),
    readOnly: !byBody || resolved.function.volatility !== 'volatile',
  };
}
