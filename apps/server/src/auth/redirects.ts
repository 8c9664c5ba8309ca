import { isIP } from 'node:net';

export interface RedirectRules {
  /** The default, and the result when another address is not allowed. */
  readonly siteUrl: string;
  /** Allow list: exact addresses or globs, where `*` and `?` stop at `.` and `/`, and `**` does not. */
  readonly redirectUrls: readonly string[];
}

const maxAddressLength = 2048;
const loopbackHosts = new Set(['localhost', '[::1]']);

function isLoopback(host: string): boolean {
  return loopbackHosts.has(host) || (isIP(host) === 4 && host.startsWith('127.'));
}

function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}

function parse(address: string): URL | null {
  if (address.length > maxAddressLength || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.username === '' && url.password === '' ? url : null;
}

/** The normalized address, spelled as given where only the last slash differs. */
function spelled(url: URL, given: string): string {
  return `${given}/` === url.href ? given : url.href;
}

/** Scheme, authority and the rest; an address like `app:callback` has no authority. */
const addressParts = /^([^:/]*):(?:\/\/([^/]*))?(.*)$/s;

/** Compares scheme, host and path apart, so that a path cannot match the pattern of a host. */
function matchesGlob(url: URL, glob: string): boolean {
  const [, scheme, authority = '', rest = ''] = addressParts.exec(glob) ?? [];
  if (scheme === undefined) return false;
  const path = url.pathname + url.search;
  const paths = path === '/' ? ['', '/'] : [path];
  const pathGlob = globToRegExp(rest === '' && authority.endsWith('**') ? '**' : rest);
  return (
    globToRegExp(`${scheme}:`).test(url.protocol) &&
    globToRegExp(authority).test(url.host) &&
    paths.some((form) => pathGlob.test(form))
  );
}

function isAllowed(url: URL, rules: RedirectRules): boolean {
  const site = new URL(rules.siteUrl);
  if (url.protocol === 'http:' || url.protocol === 'https:') {
    if (url.origin === site.origin) return true;
    if (isLoopback(site.hostname) && isLoopback(url.hostname)) {
      const sameHost = url.hostname === site.hostname && url.protocol === site.protocol;
      if (sameHost || url.hostname !== 'localhost') return true;
    }
  } else if (!/^[a-z][a-z0-9+.-]*:$/.test(url.protocol) || isScript(url.protocol)) {
    return false;
  }
  return rules.redirectUrls.some((glob) => matchesGlob(url, glob));
}

function isScript(protocol: string): boolean {
  return ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:'].includes(protocol);
}

/**
 * The first requested address if it is allowed, else the site's.
 *
 * @param requested in order of precedence; empty ones are skipped
 */
export function allowedRedirect(requested: readonly (string | undefined)[], rules: RedirectRules) {
  const given = requested.find((address) => address !== undefined && address !== '');
  const url = given === undefined ? null : parse(given);
  if (given === undefined || url === null) return rules.siteUrl;
  return isAllowed(url, rules) ? spelled(url, given) : rules.siteUrl;
}

/** Replaces the fragment by the values, sorted by name as in GoTrue. */
export function withFragment(address: string, values: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams(values);
  parameters.sort();
  return `${address.split('#', 1)[0] ?? ''}#${parameters.toString()}`;
}

/** Adds the values to the query. */
export function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}
