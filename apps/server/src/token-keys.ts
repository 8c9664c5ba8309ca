import type { Config } from './config.ts';
import type { ServerKeys } from './db/server-keys.ts';
import type { TokenKeys } from './http/jwt.ts';

/** The keys of {@link createTokens} for the configuration and the keys that the installation keeps. */
export function tokenKeys({
  jwtKeys,
  jwtSecret,
  jwtSecretAccepted,
  sealingKey,
  sealingKeyAccepted,
}: ServerKeys & Pick<Config, 'jwtKeys'>): TokenKeys {
  return {
    secret: jwtSecret,
    accepted: jwtSecretAccepted,
    keys: jwtKeys,
    ...(sealingKey !== undefined && {
      sealing: { secret: sealingKey, accepted: sealingKeyAccepted },
    }),
  };
}
