// `npm run rotate-secret -- tokens add`: replaces one secret of the installation while servers run; docs/running.md has the steps.
import type { ClientBase } from 'pg';
import { resealFactors } from '../auth/reseal-factors.ts';
import { resealNumbers } from '../auth/reseal-numbers.ts';
import type { Config } from '../config.ts';
import { withAdminClient } from '../db/admin-server.ts';
import { replaceLogins } from '../db/login-roles.ts';
import { inTransaction, productOwner, withDatabaseLock } from '../db/migrate.ts';
import { keyStore, newSecret, type KeyName, type KeyStore } from '../db/secrets.ts';
import { asOwner } from '../db/seed.ts';
import { serverKeys } from '../db/server-keys.ts';
import { createTokens } from '../http/jwt.ts';
import { configCommand, transactionOf } from './owner-command.ts';
import { tokenKeys } from '../token-keys.ts';

type Step = 'add' | 'switch' | 'finish';

type Pair = readonly [present: KeyName, accepted: KeyName];

type Request =
  | { readonly kind: 'database' }
  | { readonly kind: 'tokens' | 'sealing'; readonly step: Step };

const usage =
  'name a secret and a step: npm run rotate-secret -- tokens|sealing add|switch|finish, or npm run rotate-secret -- database';

function readRequest([kind, step, ...others]: readonly string[]): Request {
  if (others.length === 0) {
    if (kind === 'database' && step === undefined) return { kind };
    if (
      (kind === 'tokens' || kind === 'sealing') &&
      (step === 'add' || step === 'switch' || step === 'finish')
    )
      return { kind, step };
  }
  throw new Error(usage);
}

const pairs: Readonly<Record<'tokens' | 'sealing', Pair>> = {
  tokens: ['jwt secret', 'jwt secret accepted'],
  sealing: ['sealing key', 'sealing key accepted'],
};

const restart = 'Restart every server, one after another;';

/** Keeps the secret of the tokens, which seals where no key does, as that key, so that each is replaced on its own. */
async function separateSealingKey(store: KeyStore, { jwtSecret }: Config): Promise<void> {
  if ((await store.read('sealing key')) !== undefined) return;
  if (jwtSecret !== undefined)
    throw new Error('JWT_SECRET seals too, and is yours: set SEALING_KEY to its value first');
  const secret = await store.read('jwt secret');
  if (secret !== undefined) await store.write('sealing key', secret);
}

async function add(store: KeyStore, config: Config, [, accepted]: Pair): Promise<string> {
  if ((await store.read(accepted)) !== undefined)
    throw new Error('a second secret is accepted already: go on with switch or finish');
  if (config.sealingKey === undefined) await separateSealingKey(store, config);
  await store.write(accepted, newSecret());
  return `A second secret is kept. ${restart} once all accept it, go on with switch.`;
}

async function switchPair(store: KeyStore, [present, accepted]: Pair): Promise<string> {
  const [one, other] = [await store.read(present), await store.read(accepted)];
  if (one === undefined || other === undefined || one === other)
    throw new Error('there is no second secret: begin with add');
  // In this order an interruption leaves the one that is in use.
  await store.write(accepted, one);
  await store.write(present, other);
  return `The two secrets have changed places. ${restart} after an hour, when no link or code of the old one is left, go on with finish.`;
}

/** What has become of the numbers that members have typed. */
const numberLines = (what: string, { resealed, lost }: { resealed: number; lost: number }) => [
  ...(resealed > 0 ? [`${String(resealed)} ${what} are sealed with the present key.`] : []),
  ...(lost > 0
    ? [
        `${String(lost)} ${what} were sealed with a key that is gone: their members have to type them again.`,
      ]
    : []),
];

async function finish(
  client: ClientBase,
  store: KeyStore,
  config: Config,
  kind: 'tokens' | 'sealing',
) {
  const [, accepted] = pairs[kind];
  const lines: string[] = [];
  if (kind === 'sealing') {
    const tokens = createTokens(tokenKeys({ ...config, ...(await serverKeys(config, store)) }));
    const owner = await productOwner(client);
    const { factors, passports, accounts } = await asOwner(client, owner, async () => ({
      factors: await resealFactors(transactionOf(client), tokens),
      passports: await resealNumbers(transactionOf(client), tokens, 'passport'),
      accounts: await resealNumbers(transactionOf(client), tokens, 'refund account'),
    }));
    lines.push(`${String(factors.resealed)} second factors are sealed with the present key.`);
    if (factors.lost > 0)
      lines.push(`${String(factors.lost)} were sealed with a key that is gone: reset them.`);
    lines.push(
      ...numberLines('passports', passports),
      ...numberLines('bank accounts of refunds', accounts),
    );
  }
  await store.remove(accepted);
  lines.push(`Only the present secret is kept. ${restart} until then they accept the old one.`);
  return lines.join('\n');
}

/** The variable that takes the place of a kept secret. */
const variables = { tokens: 'JWT_SECRET', sealing: 'SEALING_KEY' } as const;

async function rotate(client: ClientBase, config: Config, request: Request): Promise<string> {
  if (request.kind === 'database') {
    await replaceLogins(client);
    return 'The logins of the servers have new passwords. Servers that run read them when they connect next.';
  }
  const { kind, step } = request;
  const store = keyStore(config, client);
  if (step === 'finish') return finish(client, store, config, kind);
  const isGiven = (kind === 'tokens' ? config.jwtSecret : config.sealingKey) !== undefined;
  if (isGiven)
    throw new Error(
      `${variables[kind]} is set, so the secret is yours to replace, with ${variables[kind]}_ACCEPTED: see docs/running.md`,
    );
  return step === 'add'
    ? add(store, config, pairs[kind])
    : inTransaction(client, () => switchPair(store, pairs[kind]));
}

export const rotateSecret = configCommand(
  { readArguments: readRequest, hostedAdvice: 'replace its secrets there' },
  (config, request) =>
    withAdminClient(config, (client, admin) =>
      withDatabaseLock(admin, () => rotate(client, config, request)),
    ),
);
