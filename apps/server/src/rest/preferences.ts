import { LRUCache } from 'lru-cache';
import { restErrors } from './errors.ts';

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const;

type Choices = typeof choices;
type Chosen = { readonly [Name in keyof Choices]?: Choices[Name][number] };

/** The supported preferences of the Prefer header; of repeated ones the first counts. */
export interface Preferences extends Chosen {
  readonly timezone?: string;
  readonly maxAffected?: number;
}

/** Valid names in any spelling of upper and lower case: each check allocates native memory. */
const timeZones = new LRUCache<string, true>({ max: 1000 });

function isTimeZone(name: string): boolean {
  if (timeZones.has(name)) return true;
  try {
    if (!/^[A-Za-z]/.test(name)) return false;
    new Intl.DateTimeFormat('en', { timeZone: name });
    timeZones.set(name, true);
    return true;
  } catch {
    return false;
  }
}

function understands(name: string, value: string): boolean {
  if (name === 'timezone') return isTimeZone(value);
  if (name === 'max-affected') return /^\d{1,9}$/.test(value);
  return Object.entries(choices).some(
    ([kind, values]) => kind === name && (values as readonly string[]).includes(value),
  );
}

/**
 * Parses the Prefer header; Node joins repeated headers with commas.
 *
 * @throws {RestError} PGRST122 for an unknown preference with `handling=strict`
 */
export function readPreferences(header: string | undefined): Preferences {
  if (header === undefined) return {};
  const seen = new Set<string>();
  const given = new Map<string, string>();
  const unknown: string[] = [];
  for (const part of header.split(',').map((text) => text.trim())) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0));
    if (seen.has(name)) continue;
    if (name !== '') seen.add(name);
    const value = part.slice(equals + 1);
    if (understands(name, value)) given.set(name, value);
    else unknown.push(part);
  }
  if (given.get('handling') === 'strict' && unknown.length > 0)
    throw restErrors.badPreferences(unknown);
  const { 'max-affected': maxAffected, ...rest } = Object.fromEntries(given);
  return {
    ...(rest as Chosen),
    ...(maxAffected === undefined ? {} : { maxAffected: Number(maxAffected) }),
  };
}

export type PreferenceName = Exclude<keyof Preferences, 'maxAffected'> | 'max-affected';

/** The Preference-Applied header for the requested ones of the names, in this order; undefined for none. */
export function appliedPreferences(
  preferences: Preferences,
  names: readonly PreferenceName[],
): string | undefined {
  const applied = names.flatMap((name) => {
    if (name !== 'max-affected')
      return preferences[name] === undefined ? [] : [`${name}=${preferences[name]}`];
    const { handling, maxAffected } = preferences;
    return handling === 'strict' && maxAffected !== undefined ? [`${name}=${maxAffected}`] : [];
  });
  return applied.length === 0 ? undefined : applied.join(', ');
}
