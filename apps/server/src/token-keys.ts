import type { Config } from './config.ts';
import type { TokenKeys } from './http/jwt.ts';

interface KeySettings extends Pick<
  Config,
  'jwtKeys' | 'jwtSecretAccepted' | 'sealingKey' | 'sealingKeyAccepted'
> {
  readonly jwtSecret: string;
}

/** The keys of {@link createTokens} for the configuration and the keys that the installation keeps. */
export function tokenKeys({
  jwtKeys,
  jwtSecret,
  jwtSecretAccepted,
  sealingKey,
  sealingKeyAccepted,
}: KeySettings): TokenKeys {
  return {
    secret: jwtSecret,
    accepted: jwtSecretAccepted,
    keys: jwtKeys,
    ...(sealingKey !== undefined && {
      sealing: { secret: sealingKey, accepted: sealingKeyAccepted },
    }),
  };
}
