import { distance } from 'fastest-levenshtein';
import { allSettings, settings, type Setting } from './settings.ts';

/** A value of the environment that cannot be used; `message` is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;
type Group = Readonly<Record<string, Setting>>;
type Values<G extends Group> = {
  readonly [Key in keyof G]: G[Key] extends Setting<infer Value> ? Value : never;
};

/** @throws {ConfigError} for the first setting of the group whose value is not valid */
function parse<G extends Group>(group: G, env: Environment): Values<G> {
  const values = Object.entries(group).map(([key, { name, type }]) => {
    const { data, error } = type.safeParse(env[name]);
    if (error) throw new ConfigError(`${name} ${error.issues[0]?.message ?? 'is not valid'}`);
    return [key, data] as const;
  });
  return Object.fromEntries(values) as Values<G>;
}

/** @throws {ConfigError} naming a variable that another one needs */
function requireNeeded(env: Environment): void {
  for (const { name, needs } of allSettings) {
    if (needs !== undefined && env[name] !== undefined && env[needs] === undefined)
      throw new ConfigError(`${needs} is missing: ${name} needs it`);
  }
}

/** The configuration of the process. Times and sizes are constants elsewhere. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Parses the environment into the one frozen configuration.
 *
 * @throws {ConfigError} naming the first variable that cannot be used
 */
export function readConfig(env: Environment) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { siteUrl, ...server } = parse(settings.server, given);
  const { seed, ...database } = parse(settings.database, given);
  const pools = parse(settings.pools, given);
  const mail = parse(settings.mail, given);
  const secrets = parse(settings.secrets, given);
  const { adminEmail, adminPassword, captchaProvider, captchaSecret, ...accounts } = parse(
    settings.accounts,
    given,
  );
  const rest = parse(settings.rest, given);
  const storage = parse(settings.storage, given);
  const { s3Bucket: bucket, s3AccessKey: accessKey, s3SecretKey: secretKey } = storage;
  const flights = parse(settings.flights, given);
  const notifications = parse(settings.notifications, given);
  const payments = parse(settings.payments, given);
  const store = parse(settings.store, given);
  const { hostedUrl, hostedAnonKey } = parse(settings.hosted, given);
  const observability = parse(settings.observability, given);
  requireNeeded(given);
  return Object.freeze({
    ...server,
    siteUrl: siteUrl ?? `http://localhost:${server.port}`,
    ...database,
    seed: seed ?? (database.databaseUrl === undefined ? 'demo' : 'none'),
    pools,
    ...mail,
    ...secrets,
    ...accounts,
    admin: adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : undefined,
    captcha:
      captchaProvider && captchaSecret
        ? { provider: captchaProvider, secret: captchaSecret }
        : null,
    rest,
    maxObjectBytes: storage.maxObjectBytes,
    s3:
      bucket && accessKey && secretKey
        ? { endpoint: storage.s3Endpoint, region: storage.s3Region, bucket, accessKey, secretKey }
        : undefined,
    ...flights,
    ...notifications,
    ...payments,
    ...store,
    hosted: hostedUrl && hostedAnonKey ? { url: hostedUrl, anonKey: hostedAnonKey } : undefined,
    ...observability,
  });
}

const lettersOf = (name: string): string => name.split('').sort().join('');

/**
 * The variables of the environment that are no setting but are spelt almost like one, each with that setting. A short
 * name may differ by one edit or in the order of its letters, one from ten characters by two edits.
 */
export function misspeltSettings(
  env: Environment,
): readonly { readonly given: string; readonly meant: string }[] {
  const known = allSettings.map(({ name }) => name);
  return Object.keys(env)
    .filter((given) => !known.includes(given))
    .flatMap((given) => {
      const limit = given.length < 10 ? 1 : 2;
      const meant = known.find(
        (name) => distance(given, name) <= limit || lettersOf(given) === lettersOf(name),
      );
      return meant === undefined ? [] : [{ given, meant }];
    });
}
