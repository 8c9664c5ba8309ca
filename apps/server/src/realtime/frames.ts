import { z } from 'zod';

/** The serializer of a socket: 1 for `vsn=1.0.0`, whose frames are objects, 2 for `vsn=2.0.0`, whose frames are arrays. */
export type Version = 1 | 2;

/** One message of the Phoenix protocol. */
export interface Message {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

/** A broadcast: JSON, or bytes for the sockets that speak version 2. */
export interface Broadcast {
  readonly event: string;
  readonly type: string;
  readonly payload: unknown;
  readonly bytes?: Buffer | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

const ref = z
  .string()
  .max(100)
  .nullish()
  .transform((value) => value ?? null);
const topic = z.string().max(300);
const event = z.string().max(100);

const objectFrame = z
  .object({ topic, event, payload: z.unknown(), ref, join_ref: ref })
  .transform(({ join_ref: joinRef, ...rest }) => ({ joinRef, ...rest }));
const arrayFrame = z
  .tuple([ref, ref, topic, event, z.unknown()])
  .transform(([joinRef, own, on, what, payload]) => ({
    joinRef,
    ref: own,
    topic: on,
    event: what,
    payload,
  }));

/** The message of a text frame; undefined for any other text. */
export function readText(version: Version, text: string): Message | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    return (version === 1 ? objectFrame : arrayFrame).safeParse(frame).data;
  } catch {
    return undefined;
  }
}

const pushKind = 3;
const broadcastKind = 4;
const jsonEncoding = 1;

/** The broadcast of a binary frame of version 2; undefined for any other bytes. */
export function readBinary(frame: Buffer): Message | undefined {
  if (frame[0] !== pushKind || frame.length < 7) return undefined;
  const lengths = [...frame.subarray(1, 6)];
  const isJson = frame[6] === jsonEncoding;
  let at = 7;
  const [joinRef = '', own = '', on = '', name = '', metaText = ''] = lengths.map((length) => {
    at += length;
    return frame.toString('utf8', at - length, at);
  });
  if (at > frame.length) return undefined;
  const bytes = frame.subarray(at);
  try {
    const meta = metaText === '' ? {} : { meta: JSON.parse(metaText) as unknown };
    const content = isJson
      ? { payload: JSON.parse(bytes.toString()) as unknown }
      : { payload: undefined, bytes: Buffer.from(bytes) };
    return {
      joinRef: joinRef === '' ? null : joinRef,
      ref: own === '' ? null : own,
      topic: on,
      event: 'broadcast',
      payload: { type: 'broadcast', event: name, ...content, ...meta },
    };
  } catch {
    return undefined;
  }
}

/** Writes a message of the server. Version 1 has no reference to the join. */
export function writeText(version: Version, message: Message): string {
  const { joinRef, ref: own, topic: on, event: what, payload } = message;
  return JSON.stringify(
    version === 1
      ? { topic: on, event: what, payload, ref: own }
      : [joinRef, own, on, what, payload],
  );
}

/** Writes a broadcast of bytes for version 2. The parts of the head have at most 255 bytes. */
function writeBinary(on: string, { event: name, meta, bytes = Buffer.alloc(0) }: Broadcast) {
  const parts = [on, name, meta === undefined ? '' : JSON.stringify(meta)].map((part) =>
    Buffer.from(part),
  );
  const head = Buffer.from([broadcastKind, ...parts.map(({ length }) => length), 0]);
  return Buffer.concat([head, ...parts, bytes]);
}

/** The frame of a broadcast; undefined for bytes to version 1, which has none. */
export function writeBroadcast(
  version: Version,
  on: string,
  sent: Broadcast,
): string | Buffer | undefined {
  if (sent.bytes !== undefined) return version === 1 ? undefined : writeBinary(on, sent);
  const { event: name, type, payload, meta } = sent;
  return writeText(version, {
    joinRef: null,
    ref: null,
    topic: on,
    event: 'broadcast',
    payload: { event: name, type, payload, ...(meta && { meta }) },
  });
}
