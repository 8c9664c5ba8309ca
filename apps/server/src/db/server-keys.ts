import type { Config } from '../config.ts';
import type { VapidKeys } from '../../../../supabase/functions/_shared/messages/vapid.ts';
import type { KeyStore } from './secrets.ts';

type KeySettings = Pick<
  Config,
  'jwtSecret' | 'jwtSecretAccepted' | 'sealingKey' | 'sealingKeyAccepted'
>;

/** The keys of a server. */
export interface ServerKeys extends KeySettings {
  readonly jwtSecret: string;
  /** The keys that identify the server to push services; made when notifications are first on. */
  readonly pushKeys?: VapidKeys;
}

/** How the keys are kept: the public one, a dot and the private one. */
export function pushKeyText({ publicKey, privateKey }: VapidKeys): string {
  return `${publicKey}.${privateKey}`;
}

function parsePushKey(text: string): VapidKeys {
  const [publicKey = '', privateKey = ''] = text.split('.');
  return { publicKey, privateKey };
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
  const pushKey = await store.read('push key');
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
    ...(pushKey !== undefined && { pushKeys: parsePushKey(pushKey) }),
  };
}
