import type { Config } from '../config.ts';
import type { KeyStore } from './secrets.ts';

type KeySettings = Pick<
  Config,
  'jwtSecret' | 'jwtSecretAccepted' | 'sealingKey' | 'sealingKeyAccepted'
>;

/** The keys of a server. */
export interface ServerKeys extends KeySettings {
  readonly jwtSecret: string;
}

/**
 * The keys of the settings, else those that are kept.
 *
 * @throws when there is no secret for tokens
 */
export async function serverKeys(
  config: KeySettings,
  store: Pick<KeyStore, 'read'>,
): Promise<ServerKeys> {
  const jwtSecret = config.jwtSecret ?? (await store.read('jwt secret'));
  if (jwtSecret === undefined) throw new Error('there is no secret for tokens');
  return {
    jwtSecret,
    jwtSecretAccepted:
      config.jwtSecret === undefined
        ? await store.read('jwt secret accepted')
        : config.jwtSecretAccepted,
    sealingKey: config.sealingKey ?? (await store.read('sealing key')),
    sealingKeyAccepted:
      config.sealingKey === undefined
        ? await store.read('sealing key accepted')
        : config.sealingKeyAccepted,
  };
}
