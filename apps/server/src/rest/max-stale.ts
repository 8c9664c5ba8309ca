import type { RawRequest } from './api-request.ts';

/** What asks for the newest data, whatever else the header says. */
const fresh = /^(?:no-cache|no-store|max-age=0)$/;

/**
 * Whether a read accepts data of this age, as the directive `max-stale` of its `Cache-Control` says (RFC 9111, section
 * 5.2.1.2). Without seconds it accepts any age.
 */
export function acceptsStale(
  { method, headers }: Pick<RawRequest, 'method' | 'headers'>,
  ageMs: number,
): boolean {
  const header = headers['cache-control'];
  if (header === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const directives = header.toLowerCase().split(/\s*,\s*/);
  return (
    !directives.some((directive) => fresh.test(directive)) &&
    directives.some((directive) => {
      const accepted = /^max-stale(?:=(\d{1,9}))?$/.exec(directive.trim());
      return accepted !== null && Number(accepted[1] ?? Infinity) * 1000 >= ageMs;
    })
  );
}
