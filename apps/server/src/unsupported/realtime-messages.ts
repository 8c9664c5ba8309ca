import { z } from 'zod';

/** The text that every protocol gives for a service that this server does not have. */
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

/** What is sent for a client's message, and whether the message was a subscription. */
export interface Answer {
  readonly messages: readonly string[];
  readonly refused: boolean;
  /** The protocol version of the message, 1 or 2. */
  readonly version: number;
}

/**
 * Answers a message of a Realtime client: heartbeats and leaving succeed, a subscription is refused and its channel
 * closed, which stops the client from joining again. Null for what is no message.
 */
export function answerTo(text: string): Answer | null {
  const asked = parse(text);
  if (asked === null) return null;
  const reply = (status: 'ok' | 'error', response: object) =>
    write(asked, 'phx_reply', { status, response });
  const refusal = () => reply('error', { reason: notOffered('Realtime') });
  const { version } = asked;
  switch (asked.event) {
    case 'heartbeat':
    case 'phx_leave':
      return { messages: [reply('ok', {})], refused: false, version };
    case 'phx_join': {
      const closed = write({ ...asked, ref: asked.join_ref ?? asked.ref }, 'phx_close', {});
      return { messages: [refusal(), closed], refused: true, version };
    }
    default:
      return { messages: [refusal()], refused: false, version };
  }
}
