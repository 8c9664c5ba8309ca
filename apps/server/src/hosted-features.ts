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
