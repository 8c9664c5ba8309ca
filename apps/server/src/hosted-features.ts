import { z } from 'zod';
import { ConfigError, type Config } from './config.ts';

const limitMs = 10_000;
const answer = z.array(z.object({ name: z.string() }));

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** The features that a hosted project has on; undefined when it did not answer. */
async function readFeatures(
  hosted: NonNullable<Config['hosted']>,
): Promise<readonly string[] | undefined> {
  const url = `${hosted.url}/rest/v1/bkk_features?select=name&is_on=is.true&order=name`;
  const response = await fetch(url, {
    headers: { apikey: hosted.anonKey, authorization: `Bearer ${hosted.anonKey}` },
    signal: AbortSignal.timeout(limitMs),
  }).catch(() => undefined);
  if (response === undefined || response.status >= 500) return undefined;
  if (!response.ok)
    throw new ConfigError(
      `SUPABASE_URL: the project does not list its features (status ${String(response.status)}): apply the migrations of this release there`,
    );
  return answer.parse(await response.json()).map(({ name }) => name);
}

/**
 * Compares the features of a hosted project, which its owner switches in SQL, with those of the configuration. Without a
 * hosted project there is nothing to compare.
 *
 * @returns false when the project did not answer
 * @throws {ConfigError} naming the difference and what to do
 */
export async function checkHostedFeatures({
  hosted,
  features,
}: Pick<Config, 'hosted' | 'features'>): Promise<boolean> {
  if (hosted === undefined) return true;
  const there = await readFeatures(hosted);
  if (there === undefined) return false;
  const wanted: readonly string[] = features;
  if ([...there].sort().join() === [...wanted].sort().join()) return true;
  throw new ConfigError(
    `FEATURES: the hosted project has ${listOf(there)}, the setting ${listOf(wanted)}: change the setting, or run there: select bkk_internal.set_features('{${wanted.join()}}')`,
  );
}

/**
 * What to know of the store with a hosted project: its catalogue is read from this server's own database, and orders are placed
 * for the products of the project. Undefined where nobody orders, or another service is the store.
 */
export function hostedStoreWarning({
  hosted,
  storeUrl,
  features,
}: Pick<Config, 'hosted' | 'storeUrl' | 'features'>): string | undefined {
  if (hosted === undefined || storeUrl !== undefined || !features.includes('shop'))
    return undefined;
  return 'the store shows the products of this server’s own database (DATABASE_URL or DATA_DIR), and orders are placed for those of the hosted project: keep both the same, or set STORE_URL to a store that reads the project';
}
