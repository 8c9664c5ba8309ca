import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { fastify, type FastifyInstance } from 'fastify';
import type { Email } from 'postal-mime';
import { authMailRenderers } from '../auth/mails.ts';
import { authPlugin } from '../auth/plugin.ts';
import type { AuthConfig } from '../auth/settings.ts';
import { anonKey, createTokens, serviceKey, type Tokens } from '../http/jwt.ts';
import type { SigningKey } from '../http/signing-keys.ts';
import { accountMails } from '../mail/account-mails.ts';
import type { MailQueueConfig } from '../mail/mail-queue.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import { runOutbox, type OutboxConfig } from '../outbox/worker.ts';
import { mailsAreOut, readOutbox } from './outbox.ts';
import { clientWithKey } from './test-client.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface AuthService {
  readonly url: string;
  readonly siteUrl: string;
  readonly app: FastifyInstance;
  readonly anon: string;
  /** The service role key. */
  readonly serviceKey: string;
  readonly tokens: Tokens;
  readonly test: TestDatabase;
  /** An unmodified client that keeps its session in memory. */
  readonly client: (flowType?: 'implicit' | 'pkce') => SupabaseClient;
  /** An unmodified client with the service role key. */
  readonly admin: SupabaseClient;
  /** Sends a request below `/auth/v1`; the body is JSON, redirects are not followed. */
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<Response>;
  /** The mails sent so far, oldest first. */
  readonly mails: () => Promise<Email[]>;
  /** The link in the newest mail to the address. */
  readonly linkFor: (email: string) => Promise<string>;
  /** Opens a mailed link on this server and parses the fragment of the redirect. */
  readonly follow: (link: string) => Promise<{ address: string; values: URLSearchParams }>;
  /** Inserts a confirmed user directly into the database. */
  readonly addMember: (email: string, passwordHash: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bearer?: string;
}

const siteUrl = 'https://bkksiam.example';

async function addMember(test: TestDatabase, email: string, passwordHash: string): Promise<string> {
  const [row] = await test.sql<{ id: string }>(
    `with new_user as (
      insert into auth.users (
        instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
        raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token,
        email_change_token_new, email_change)
      values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
        $1, $2, now(), '{"provider": "email", "providers": ["email"]}', '{}', now(), now(), '', '', '', '')
      returning id, email)
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    select id::text, id, json_build_object('sub', id, 'email', email), 'email', now(), now() from new_user
    returning user_id as id`,
    [email, passwordHash],
  );
  if (row === undefined) throw new Error('the member was not added');
  return row.id;
}

export type MailConfig = MailQueueConfig & OutboxConfig;

/** Starts the auth service alone, on the loopback interface with an empty database; responses are not padded. */
export async function startAuthService(
  given: Partial<AuthConfig> & MailConfig = {},
  otherMailer?: Mailer,
  keys: readonly SigningKey[] = [],
): Promise<AuthService> {
  const test = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bkksiam-auth-'));
  const outboxDir = join(folder, 'outbox');
  const mailer =
    otherMailer ??
    createMailer({
      smtpUrl: undefined,
      mailFrom: 'BKK Siam <no-reply@bkksiam.example>',
      outboxDir,
    });
  const tokens = createTokens({ secret: 'a secret of the tests, long enough to sign with', keys });
  const app = fastify({ trustProxy: true, routerOptions: { ignoreTrailingSlash: true } });
  const config = {
    ...{ siteUrl, redirectUrls: [], rateLimit: false, autoconfirm: false, minimumResponseMs: 0 },
    ...given,
  };
  const { database } = test;
  await app.register(authPlugin, { prefix: '/auth/v1', config, database, tokens });
  const renderers = authMailRenderers(config, tokens);
  const { log } = app;
  const mails = accountMails({ config, database, tokens, mailer, renderers, log });
  runOutbox(app, { config, database, consumers: [mails] });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const anon = await anonKey(tokens);
  const service = await serviceKey(tokens);
  const clientWith = (key: string, flowType?: 'implicit' | 'pkce') =>
    clientWithKey(url, key, flowType);
  const mailsSent = async () => {
    await mailsAreOut(test.database);
    return readOutbox(outboxDir);
  };
  return {
    url,
    siteUrl,
    app,
    anon,
    serviceKey: service,
    tokens,
    test,
    client: (flowType) => clientWith(anon, flowType),
    admin: clientWith(service),
    request(method, path, { body, headers = {}, bearer } = {}) {
      return fetch(`${url}/auth/v1${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    },
    mails: mailsSent,
    async linkFor(email) {
      const mail = (await mailsSent()).findLast(({ to }) => to?.[0]?.address === email);
      const link = /https:\/\/\S+/.exec(mail?.text ?? '')?.[0];
      if (link === undefined) throw new Error(`no mail to ${email}`);
      return link;
    },
    async follow(link) {
      const { pathname, search } = new URL(link);
      const response = await fetch(`${url}${pathname}${search}`, { redirect: 'manual' });
      const [address = '', fragment = ''] = (response.headers.get('location') ?? '').split('#');
      return { address, values: new URLSearchParams(fragment) };
    },
    addMember: (email, passwordHash) => addMember(test, email, passwordHash),
    async close() {
      await app.close();
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
