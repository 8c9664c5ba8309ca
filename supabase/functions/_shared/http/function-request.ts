import { jsonResponse, preflightResponse, RequestError } from './responses.ts';

export const unavailable = () =>
  new RequestError(503, 'unavailable', 'The service is not available. Please try again.');
export const notSignedIn = () =>
  new RequestError(401, 'not_signed_in', 'Your session has ended. Please sign in again.');

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value is a calendar day such as `2026-12-18`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** The body of a request, a JSON object. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The bearer token of a POST request. */
export function bearerToken(request: Request): string {
  if (request.method !== 'POST') {
    throw new RequestError(405, 'method_not_allowed', 'This function answers POST only.');
  }
  const token = /^bearer ([^\s]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined) throw notSignedIn();
  return token;
}

export async function readBody(request: Request): Promise<RequestBody> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new RequestError(400, 'bad_request', 'The body must be a JSON object.');
}

/** An id in the body, in lower case. */
export function idIn(body: RequestBody, name: string, of: string): string {
  const id = body[name];
  if (typeof id === 'string' && uuid.test(id)) return id.toLowerCase();
  throw new RequestError(400, 'bad_request', `${name} must be the id of a ${of}.`);
}

/**
 * Returns the response of the work. A {@link RequestError} becomes the response; any other error is thrown for the host to
 * log.
 */
export async function respondWith(
  request: Request,
  work: () => Promise<Response>,
): Promise<Response> {
  if (request.method === 'OPTIONS') return preflightResponse();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return jsonResponse(error.status, {
      ...error.details,
      code: error.code,
      message: error.message,
    });
  }
}

/** As {@link respondWith}, with the result of the work as JSON. */
export function respond(request: Request, work: () => Promise<object>): Promise<Response> {
  return respondWith(request, async () => jsonResponse(200, await work()));
}
