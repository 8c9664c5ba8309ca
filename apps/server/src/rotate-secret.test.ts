import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { hashPassword } from './auth/passwords.ts';
import { rotateSecret } from './commands/rotate-secret.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import { anonKey, createTokens } from './http/jwt.ts';
import { createMailer } from './mail/mailer.ts';
import { authenticator } from './testing/authenticator.ts';
import { databaseUrl } from './testing/database-url.ts';
import { prepareDataDir } from './testing/fresh-cluster.ts';
import { runCommand, startProgram } from './testing/run-command.ts';
import { clientWithKey } from './testing/test-client.ts';
import { createTestDatabase, demoPassword, type TestDatabase } from './testing/test-database.ts';
import { tokenKeys } from './token-keys.ts';
import { isWholeSuite, sampleOf } from './testing/variations.ts';

const silent = { info: () => undefined, warn: () => undefined };
const email = 'nattaya@bkksiam.example';

let folder: string;
let db: TestDatabase;
let env: Record<string, string>;
let running: RunningServer[] = [];

interface RunningServer {
  readonly url: string;
  readonly anonKey: string;
  stop(): Promise<void>;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-rotate-'));
  db = await createTestDatabase({ seed: 'demo' });
  env = {
    DATABASE_URL: databaseUrl(db.admin, db.admin.database, db.admin),
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT: 'off',
  };
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A server with the secrets that are kept when it starts. */
async function start(): Promise<RunningServer> {
  const config = readConfig(env);
  const opened = await openDatabase(config, silent, { hashPassword });
  const mailer = createMailer({
    smtpUrl: undefined,
    mailFrom: config.mailFrom,
    outboxDir: join(folder, 'outbox'),
  });
  const settings = { ...config, ...opened.secrets };
  const app = await buildApp(settings, opened.database, mailer, {
    logLevel: 'silent',
    shedsLoad: false,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const server: RunningServer = {
    url,
    anonKey: await anonKey(createTokens(tokenKeys(settings))),
    async stop() {
      running = running.filter((other) => other !== server);
      await app.close();
      await opened.close();
    },
  };
  running.push(server);
  return server;
}

async function restart(server: RunningServer): Promise<RunningServer> {
  await server.stop();
  return start();
}

const rotate = (...args: readonly string[]) => runCommand(rotateSecret, args, env);

async function signIn(server: RunningServer) {
  const client = clientWithKey(server.url, server.anonKey);
  const { data, error } = await client.auth.signInWithPassword({ email, password: demoPassword });
  if (data.session === null) throw error ?? new Error('no session');
  return { client, token: data.session.access_token, refreshToken: data.session.refresh_token };
}

/** The status of a member's read with the token and a page's API key. */
async function read(server: RunningServer, token: string, key: string): Promise<number> {
  const response = await fetch(`${server.url}/rest/v1/bkk_quote_requests?select=quote_id&limit=1`, {
    headers: { apikey: key, authorization: `Bearer ${token}` },
  });
  return response.status;
}

describe('npm run rotate-secret', () => {
  test('replaces the secret of the tokens while two servers run, without a request refused', async () => {
    let [one, two] = [await start(), await start()];
    const before = await signIn(one);
    const oldKey = one.anonKey;
    /** Tokens and keys of each server are accepted by both. */
    const expectOneSite = async () => {
      for (const issuer of [one, two]) {
        const { token } = await signIn(issuer);
        for (const server of [one, two])
          expect(await read(server, token, issuer.anonKey)).toBe(200);
      }
      for (const server of [one, two]) expect(await read(server, before.token, oldKey)).toBe(200);
    };
    for (const step of ['add', 'switch']) {
      expect(await rotate('tokens', step)).toMatchObject({ code: 0, stderr: '' });
      await expectOneSite();
      one = await restart(one);
      await expectOneSite();
      two = await restart(two);
      await expectOneSite();
    }
    expect(one.anonKey).not.toBe(oldKey);
    expect(await rotate('tokens', 'finish')).toMatchObject({ code: 0 });
    one = await restart(one);
    expect(await read(one, before.token, one.anonKey)).toBe(401);
    const { data } = await clientWithKey(one.url, one.anonKey).auth.refreshSession({
      refresh_token: before.refreshToken,
    });
    expect(await read(one, data.session?.access_token ?? '', one.anonKey)).toBe(200);
  });

  test('replaces the sealing key, and second factors go on to work', async () => {
    let server = await start();
    const { client } = await signIn(server);
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
    if (factor === null) throw new Error('no factor');
    const codeAt = authenticator(factor.totp.uri);
    const stored = async () =>
      (await db.sql('select secret from auth.mfa_factors')).map(({ secret }) => String(secret));
    const [sealedBefore] = await stored();
    const verify = async () => {
      const member = await signIn(server);
      const factorId = factor.id;
      // Forgets the codes that were used, so that the present one counts again.
      await db.sql('delete from auth.mfa_challenges');
      const code = codeAt();
      const { error } = await member.client.auth.mfa.challengeAndVerify({ factorId, code });
      expect(error).toBeNull();
    };
    await verify();
    for (const step of ['add', 'switch']) {
      expect(await rotate('sealing', step)).toMatchObject({ code: 0, stderr: '' });
      server = await restart(server);
    }
    await verify();
    expect(await stored()).toEqual([sealedBefore]);
    await db.sql(
      `insert into bkk_travellers (traveller_id, user_id, first_name, last_name, passport_sealed, passport_ending,
           passport_saved_at)
         select id, id, 'Anna', 'Lee', 'bG9zdA==', '123', now() from auth.users where email = $1`,
      [email],
    );
    const finished = await rotate('sealing', 'finish');
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(finished.stdout).toMatch(/^1 second factors are sealed with the present key\.\n/);
    expect(finished.stdout).toContain('1 passports were sealed with a key that is gone');
    expect(await stored()).not.toEqual([sealedBefore]);
    server = await restart(server);
    await verify();
    const kept = await db.sql('select name from bkksiam_private.secrets order by name');
    expect(kept.map(({ name }) => name)).toEqual(['jwt secret', 'login passwords', 'sealing key']);
  });

  test.runIf(isWholeSuite)(
    'leaves what is sealed readable when the secret of the tokens is replaced',
    async () => {
      const server = await start();
      const { client } = await signIn(server);
      const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
      for (const step of ['add', 'switch', 'finish']) await rotate('tokens', step);
      const restarted = await restart(server);
      const member = await signIn(restarted);
      const { error } = await member.client.auth.mfa.challengeAndVerify({
        factorId: factor?.id ?? '',
        code: authenticator(factor?.totp.uri ?? '')(),
      });
      expect(error).toBeNull();
    },
  );

  test.runIf(isWholeSuite)(
    'keeps the keys of an embedded database in its data folder',
    async () => {
      const dataDir = prepareDataDir(join(folder, 'embedded'));
      env = { DATA_DIR: dataDir, SEED: 'none' };
      const opened = await openDatabase(readConfig(env), silent, { hashPassword });
      const keys = async () =>
        (await readdir(dataDir)).filter((name) => /^(jwt-secret|sealing-key)/.test(name)).sort();
      const seen: (readonly string[])[] = [];
      for (const step of ['add', 'switch', 'finish']) {
        const { finished } = startProgram('rotate-secret', ['sealing', step], env);
        expect(await finished).toMatchObject({ code: 0, stderr: '' });
        seen.push(await keys());
      }
      await opened.close();
      const all = ['jwt-secret', 'sealing-key', 'sealing-key-accepted'];
      expect(seen).toEqual([all, all, ['jwt-secret', 'sealing-key']]);
    },
    60_000,
  );

  test.each(
    sampleOf([
      [
        'a sealing key that is the secret of the settings',
        ['sealing', 'add'],
        { JWT_SECRET: 'x'.repeat(40) },
        'set SEALING_KEY to its value first',
      ],
      ['no secret', [], {}, 'name a secret and a step'],
      ['an unknown one', ['mails', 'add'], {}, 'name a secret and a step'],
      ['a switch without a second secret', ['tokens', 'switch'], {}, 'begin with add'],
      [
        'a secret of the settings',
        ['tokens', 'add'],
        { JWT_SECRET: 'x'.repeat(40) },
        'JWT_SECRET_ACCEPTED',
      ],
    ]),
  )(
    'changes nothing for %s, and says what to do in one line',
    async (_what, args, further, line) => {
      const secrets = () => db.sql('select name, value from bkksiam_private.secrets order by name');
      await (await start()).stop();
      const before = await secrets();
      env = { ...env, ...further };
      const { code, stderr } = await rotate(...args);
      expect(code).toBe(1);
      expect(stderr).toContain(line);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(await secrets()).toEqual(before);
    },
  );
});
