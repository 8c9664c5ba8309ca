import {
  createClient,
  type RealtimeChannel,
  type RealtimeClientOptions,
} from '@supabase/supabase-js';
import { WebSocket } from 'ws';

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

/** Subscribes, and resolves with the first state: `SUBSCRIBED`, or the state with its reason. */
export function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => {
      resolve(error === undefined ? status : `${status} ${error.message}`);
    });
  });
}
