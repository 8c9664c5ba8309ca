import {
  createClient,
  type RealtimeChannel,
  type RealtimeClientOptions,
} from '@supabase/supabase-js';
import { fastify, type FastifyInstance } from 'fastify';
import { WebSocket } from 'ws';
import { realtimePlugin, type RealtimeOptions } from '../realtime/plugin.ts';

const transport = WebSocket as unknown as NonNullable<RealtimeClientOptions['transport']>;

/** The versions of the protocol that the unmodified client speaks. */
export const realtimeVersions = ['1.0.0', '2.0.0'] as const;

/** An unmodified client with Realtime; with a token its channels speak for the token's user. */
export function realtimeClient(
  url: string,
  key: string,
  { token, ...options }: RealtimeClientOptions & { readonly token?: string | undefined } = {},
) {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport, ...options },
    ...(token !== undefined && { accessToken: () => Promise.resolve(token) }),
  });
}

/** Starts the realtime service alone, on the loopback interface. */
export async function startRealtime(
  options: Omit<RealtimeOptions, 'isRateLimited'> & Partial<RealtimeOptions>,
): Promise<{ readonly app: FastifyInstance; readonly url: string }> {
  const app = fastify();
  await app.register(realtimePlugin, { prefix: '/realtime/v1', isRateLimited: false, ...options });
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** Subscribes, and resolves with the first state: `SUBSCRIBED`, or the state with its reason. */
export function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => {
      resolve(error === undefined ? status : `${status} ${error.message}`);
    });
  });
}
