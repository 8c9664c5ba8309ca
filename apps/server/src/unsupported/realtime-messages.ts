import { z } from 'zod';

/** The error message for a service that this server does not offer. */
export function notOffered(service: string): string {
  return `${service} is not offered by this server`;
}

const ref = z.string().max(100).nullish();
const topic = z.string().max(300);
const event = z.string().max(100);

/** Phoenix messages of version 1 are objects, those of version 2 arrays. */
const message = z.union([
  z.object({ topic, event, ref, join_ref: ref }).transform((given) => ({ ...given, version: 1 })),
  z
    .tuple([ref, ref, topic, event, z.unknown()])
    .transform(([join_ref, ref, topic, event]) => ({ topic, event, ref, join_ref, version: 2 })),
]);
type Message = z.output<typeof message>;

function write({ version, topic, ref, join_ref }: Message, event: string, payload: object): string {
  return JSON.stringify(
    version === 1
      ? { topic, event, payload, ref: ref ?? null, join_ref: join_ref ?? null }
      : [join_ref ?? null, ref ?? null, topic, event, payload],
  );
}

function parse(text: string): Message | null {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The replies to a client's message. */
export interface Reply {
  readonly messages: readonly string[];
  /** Whether the message was a subscription. */
  readonly refused: boolean;
  /** The protocol version of the message, 1 or 2. */
  readonly version: number;
}

/**
 * Replies to a message of a Realtime client: heartbeats and leaving succeed, a subscription is refused and its channel
 * closed, which stops the client from joining again. Null for an invalid message.
 */
export function replyTo(text: string): Reply | null {
  const received = parse(text);
  if (received === null) return null;
  const reply = (status: 'ok' | 'error', response: object) =>
    write(received, 'phx_reply', { status, response });
  const errorReply = () => reply('error', { reason: notOffered('Realtime') });
  const { version } = received;
  switch (received.event) {
    case 'heartbeat':
    case 'phx_leave':
      return { messages: [reply('ok', {})], refused: false, version };
    case 'phx_join': {
      const closed = write(
        { ...received, ref: received.join_ref ?? received.ref },
        'phx_close',
        {},
      );
      return { messages: [errorReply(), closed], refused: true, version };
    }
    default:
      return { messages: [errorReply()], refused: false, version };
  }
}
