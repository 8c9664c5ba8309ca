import { randomUUID } from 'node:crypto';
import type { FunctionEnvironment } from '../../../../supabase/functions/_shared/http/environment.ts';
import { createTokens, serviceKey } from '../http/jwt.ts';
import { startDuffelServer, type DuffelServer } from './duffel-server.ts';
import { members } from './rest-service.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';
import { clientWithKey } from './test-client.ts';
import { demoPassword } from './test-database.ts';

const token = 'duffel_test_token-of-these-tests';
const webhookSecret = 'the secret of the webhook of these tests';

/** The whole server with Duffel's double, and Nattaya and the admin Somchai signed in. */
export interface FlightFunctions {
  readonly backend: TestBackend;
  readonly duffel: DuffelServer;
  readonly log: readonly string[];
  readonly secrets: { readonly token: string; readonly webhook: string; readonly service: string };
  /** As a hosted project has it, with the addresses and keys of the backend. */
  readonly environment: FunctionEnvironment;
  call(name: string, body: object, bearer?: string): Promise<Answer>;
  rpc(name: string, body: object, bearer?: string): Promise<Answer>;
  readonly tokens: Readonly<Record<'nattaya' | 'somchai', string>>;
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function signIn({ url, anonKey }: TestBackend, email: string): Promise<string> {
  const { data, error } = await clientWithKey(url, anonKey).auth.signInWithPassword({
    email,
    password: demoPassword,
  });
  if (error !== null) throw error;
  return data.session.access_token;
}

export async function startFlightFunctions(): Promise<FlightFunctions> {
  const duffel = await startDuffelServer();
  const log: string[] = [];
  const backend = await startTestBackend({
    seed: 'demo',
    log,
    config: { duffelToken: token, duffelUrl: duffel.url, duffelWebhookSecret: webhookSecret },
  });
  await backend.database.sql(
    `update bkk_user_roles set role = 'admin' where user_id = '${members.somchai.id}';
     select bkk_internal.set_features('{bookings,flights}')`,
  );
  const service = await serviceKey(createTokens({ secret: backend.config.jwtSecret }));
  const values: Readonly<Record<string, string>> = {
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: backend.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: service,
    DUFFEL_ACCESS_TOKEN: token,
    DUFFEL_API_URL: duffel.url,
  };
  const ask = async (path: string, body: object, bearer: string): Promise<Answer> => {
    const response = await fetch(`${backend.url}${path}`, {
      method: 'POST',
      headers: {
        apikey: backend.anonKey,
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
    };
  };
  return {
    backend,
    duffel,
    log,
    secrets: { token, webhook: webhookSecret, service },
    environment: {
      get: (name) => values[name],
      warn: (given, message) => void log.push(JSON.stringify({ message, ...given })),
    },
    call: (name, body, bearer = backend.anonKey) => ask(`/functions/v1/${name}`, body, bearer),
    rpc: (name, body, bearer = backend.anonKey) => ask(`/rest/v1/rpc/${name}`, body, bearer),
    tokens: {
      nattaya: await signIn(backend, members.nattaya.email),
      somchai: await signIn(backend, members.somchai.email),
    },
    async close() {
      await backend.close();
      await duffel.close();
    },
  };
}

// The next 18 December that is some weeks ahead: flights are searched up to 400 days ahead.
const now = new Date();
const flightYear = now.getUTCFullYear() + (now.getUTCMonth() === 11 ? 1 : 0);
/** The day of the flights. */
export const flightDay = `${String(flightYear)}-12-18`;
export const dayAfter = `${String(flightYear)}-12-19`;

/** The birth date of a passenger who is so many years old on {@link flightDay}. */
export const bornBefore = (years: number) => `${String(flightYear - years)}-01-01`;

/** A search of one adult, unless other fields are given. */
export const searchOf = (route: string, fields: object = {}) => ({
  legs: [{ origin: route.slice(0, 3), destination: route.slice(4), day: flightDay }],
  cabin: 'economy',
  passengers: { adult: 1, child: 0, infant: 0 },
  ...fields,
});

export const traveller = {
  type: 'adult',
  title: 'ms',
  gender: 'f',
  first_name: 'Kanyarat',
  last_name: 'Phromsri',
  birth_date: '1990-05-01',
};

/** A hold of an offer for one adult, unless other fields are given. */
export const holdOf = (
  offer: { readonly id: string; readonly totalSatang: number },
  fields: object = {},
) => ({
  offer_id: offer.id,
  request_key: randomUUID(),
  expected_total_satang: offer.totalSatang,
  passengers: [traveller],
  email: 'kanyarat@example.com',
  phone: '+66898765432',
  notes: '',
  ...fields,
});
