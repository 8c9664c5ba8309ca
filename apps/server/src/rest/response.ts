import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { ApiRequest } from './api-request.ts';
import { restErrors } from './errors.ts';
import type { ExecutionResult } from './execute.ts';
import type { Plan } from './plan.ts';
import { outputNames } from './rows-plan.ts';
import { appliedPreferences, type PreferenceName } from './preferences.ts';

/** A response to send; null means no body. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type Draft = Omit<RestResponse, 'body'> & { readonly body: string | null };

/** `Content-Profile` with the schema, where the response names it. */
export function contentProfile({ schema, namesSchema }: ApiRequest): Record<string, string> {
  return namesSchema ? { 'content-profile': schema } : {};
}

function contentRange(first: number, last: number, total: number | null): string {
  const range = total !== 0 && first <= last ? `${first}-${last}` : '*';
  return `${range}/${total ?? '*'}`;
}

/** `Content-Location` with a canonical query. */
function contentLocation(plan: Plan, { canonicalQuery }: ApiRequest): Record<string, string> {
  if (plan.action.kind !== 'read') return {};
  const path = `/${encodeURIComponent(plan.action.rows.source.name)}`;
  const query = canonicalQuery === '' ? '' : `?${canonicalQuery}`;
  return { 'content-location': `${path}${query}` };
}

/** The response to a read or call: 206 when a count shows that there are more rows. */
function rowsResponse(plan: Plan, { rows, total, body }: ExecutionResult): Draft {
  const { offset } = plan.action.rows.range;
  if (total !== null && offset > total) throw restErrors.offsetOutOfBounds(offset, total);
  return {
    status: total !== null && rows < total ? 206 : 200,
    headers: {
      'content-range': contentRange(offset, offset + rows - 1, total),
      'content-type': plan.media.contentType,
    },
    body,
  };
}

/** What PostgreSQL quotes in the text of a row besides commas and quotes. */
const quotedInRecords = /[\s()\\]/;

/** Quotes an empty string to tell it from null. */
const markEmpty = (value: string) => (value === '' ? { value, quoted_empty: true } : value);

/** Formats CSV: the column names, then the rows, each given as a JSON array of strings. */
function toCsv({ action }: Plan, body: string): string {
  const isScalar = action.kind === 'call' && action.function.returns === 'scalar';
  const heads = isScalar ? ['pgrst_scalar'] : outputNames(action.rows);
  const rows = tableRows.parse(JSON.parse(body));
  return stringify([heads, ...rows], {
    cast: { string: markEmpty },
    quoted_match: quotedInRecords,
    eof: false,
  });
}

function callResponse(plan: Plan, result: ExecutionResult): Draft {
  if (plan.action.kind === 'call' && plan.action.function.returns === 'void')
    return { status: 204, headers: { 'content-range': contentRange(0, 0, null) }, body: null };
  return rowsResponse(plan, result);
}

/** The `Location` of an inserted row, such as `/table?id=eq.1`. */
function location(relation: string, key: string): string {
  const columns = z.record(z.string(), z.unknown()).parse(JSON.parse(key));
  const conditions = Object.entries(columns).map(
    ([name, value]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`,
  );
  return `/${encodeURIComponent(relation)}?${conditions.join('&')}`;
}

function writeResponse(plan: Plan, { rows, body, key, inserted }: ExecutionResult): Draft {
  const { action, media } = plan;
  const total = action.rows.counted ? rows : null;
  const headers: Record<string, string> = {
    'content-range':
      action.kind === 'update' ? contentRange(0, rows - 1, total) : contentRange(1, 0, total),
  };
  if (body !== null) headers['content-type'] = media.contentType;
  if (action.kind !== 'insert') return { status: body === null ? 204 : 200, headers, body };
  if (key !== null) headers.location = location(action.relation.name, key);
  const onlyMerged = action.conflict?.action === 'merge' && (inserted ?? 0) === 0;
  return { status: onlyMerged ? 200 : 201, headers, body };
}

/** The response to a PUT. */
function putResponse({ media }: Plan, { body, inserted }: ExecutionResult): Draft {
  if (body === null) return { status: 204, headers: {}, body };
  const status = inserted === 0 ? 200 : 201;
  return { status, headers: { 'content-type': media.contentType }, body };
}

function preferencesOf({ action }: Plan): readonly PreferenceName[] {
  switch (action.kind) {
    case 'read':
      return ['count', 'tx', 'handling', 'timezone'];
    case 'call':
      return ['count', 'tx', 'handling', 'timezone', 'max-affected'];
    case 'insert':
      if (action.addressed !== undefined) return ['return', 'count', 'tx', 'handling', 'timezone'];
      return action.conflict === undefined
        ? ['missing', 'return', 'count', 'tx', 'handling', 'timezone']
        : ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'];
    case 'update':
      return ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'max-affected'];
    case 'delete':
      return ['return', 'count', 'tx', 'handling', 'timezone', 'max-affected'];
  }
}

function preferencesApplied(plan: Plan): readonly PreferenceName[] {
  const names = preferencesOf(plan);
  return plan.ending === undefined ? names.filter((name) => name !== 'tx') : names;
}

const tableRows = z.array(z.array(z.string().nullable()));
const headerList = z.array(z.record(z.string(), z.string()));

/** The headers a function or trigger set by `response.headers`: a JSON array of objects with one header each. */
function chosenHeaders(text: string | null): Readonly<Record<string, string>> {
  if (text === null) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw restErrors.badResponseHeaders();
  }
  const headers = headerList.safeParse(value).data;
  if (headers?.every((header) => Object.keys(header).length === 1) !== true)
    throw restErrors.badResponseHeaders();
  return Object.fromEntries(
    headers.flatMap((header) =>
      Object.entries(header).map(([name, header]) => [name.toLowerCase(), header] as const),
    ),
  );
}

function chosenStatus(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^[2-5]\d\d$/.test(text)) throw restErrors.badResponseStatus();
  return Number(text);
}

function draft(plan: Plan, result: ExecutionResult): Draft {
  switch (plan.action.kind) {
    case 'read':
      return rowsResponse(plan, result);
    case 'call':
      return callResponse(plan, result);
    case 'insert':
      return plan.action.addressed === undefined
        ? writeResponse(plan, result)
        : putResponse(plan, result);
    case 'update':
    case 'delete':
      return writeResponse(plan, result);
  }
}

/**
 * @throws {RestError} PGRST103 for an offset beyond the counted rows, PGRST111 and 112 for invalid overrides of a
 *   function
 */
export function toResponse(request: ApiRequest, plan: Plan, result: ExecutionResult): RestResponse {
  if (plan.media.explain !== undefined)
    return {
      status: 200,
      headers: { 'content-type': plan.media.contentType, ...contentProfile(request) },
      body: result.body,
    };
  const { status, headers, body } = draft(plan, result);
  const isTable = plan.media.shape === 'csv';
  const applied = appliedPreferences(request.preferences, preferencesApplied(plan));
  return {
    status: chosenStatus(result.status) ?? status,
    headers: {
      ...headers,
      ...(headers['content-type'] !== undefined && contentProfile(request)),
      ...contentLocation(plan, request),
      ...(applied === undefined ? {} : { 'preference-applied': applied }),
      ...chosenHeaders(result.headers),
    },
    body: plan.headOnly ? null : body !== null && isTable ? toCsv(plan, body) : body,
  };
}
