import { z } from 'zod';
import type { ApiRequest } from './api-request.ts';
import { restErrors } from './errors.ts';
import type { Outcome } from './execute.ts';
import type { Plan } from './plan.ts';
import { appliedPreferences, type PreferenceName } from './preferences.ts';

/** An answer ready to be sent; a null body is none at all. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type Draft = Omit<RestResponse, 'body'> & { readonly body: string | null };

function contentRange(first: number, last: number, total: number | null): string {
  const range = total !== 0 && first <= last ? `${first}-${last}` : '*';
  return `${range}/${total ?? '*'}`;
}

/** Rows of a read or a call; with a count the answer also says whether these are all. */
function rowsResponse(plan: Plan, { rows, total, body }: Outcome): Draft {
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

function callResponse(plan: Plan, outcome: Outcome): Draft {
  if (plan.action.kind === 'call' && plan.action.function.returns === 'void')
    return { status: 204, headers: { 'content-range': contentRange(0, 0, null) }, body: null };
  return rowsResponse(plan, outcome);
}

/** `/table?id=eq.1` of a row that was just made. */
function location(relation: string, key: string): string {
  const columns = z.record(z.string(), z.unknown()).parse(JSON.parse(key));
  const conditions = Object.entries(columns).map(
    ([name, value]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`,
  );
  return `/${encodeURIComponent(relation)}?${conditions.join('&')}`;
}

function writeResponse(plan: Plan, { rows, body, key, inserted }: Outcome): Draft {
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

function preferencesApplied({ action }: Plan): readonly PreferenceName[] {
  switch (action.kind) {
    case 'read':
      return ['count', 'handling', 'timezone'];
    case 'call':
      return ['count', 'handling', 'timezone', 'max-affected'];
    case 'insert':
      return action.conflict === undefined
        ? ['missing', 'return', 'count', 'handling', 'timezone']
        : ['resolution', 'missing', 'return', 'count', 'handling', 'timezone'];
    case 'update':
      return ['missing', 'return', 'count', 'handling', 'timezone', 'max-affected'];
    case 'delete':
      return ['return', 'count', 'handling', 'timezone', 'max-affected'];
  }
}

const headerList = z.array(z.record(z.string(), z.string()));

/** What a function or trigger asked for with `response.headers`: a JSON array of objects with one header each. */
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

function draft(plan: Plan, outcome: Outcome): Draft {
  switch (plan.action.kind) {
    case 'read':
      return rowsResponse(plan, outcome);
    case 'call':
      return callResponse(plan, outcome);
    case 'insert':
    case 'update':
    case 'delete':
      return writeResponse(plan, outcome);
  }
}

/** @throws {RestError} PGRST103 for an offset beyond the counted rows, PGRST111 and 112 for what a function has set */
export function toResponse(request: ApiRequest, plan: Plan, outcome: Outcome): RestResponse {
  const { status, headers, body } = draft(plan, outcome);
  const applied = appliedPreferences(request.preferences, preferencesApplied(plan));
  return {
    status: chosenStatus(outcome.status) ?? status,
    headers: {
      ...headers,
      ...(applied === undefined ? {} : { 'preference-applied': applied }),
      ...chosenHeaders(outcome.headers),
    },
    body: plan.headOnly ? null : body,
  };
}
