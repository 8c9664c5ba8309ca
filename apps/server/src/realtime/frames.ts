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

/** The bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value ?? null));
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

/** A binary frame has one byte for the length of a name. */
export const maxNameBytes = 255;

/** The names in the head of a binary broadcast: topic, event and meta as JSON; undefined if one is too long for it. */
function headOf(on: string, { event: name, meta }: Broadcast): Buffer | undefined {
  const parts = [on, name, meta === undefined ? '' : JSON.stringify(meta)].map((part) =>
    Buffer.from(part),
  );
  if (parts.some(({ length }) => length > maxNameBytes)) return undefined;
  const lengths = parts.map(({ length }) => length);
  return Buffer.concat([Buffer.from([broadcastKind, ...lengths, 0]), ...parts]);
}

/** Whether a broadcast of bytes fits into a frame of the topic; one of JSON always does. */
export function fitsFrame(on: string, sent: Broadcast): boolean {
  return sent.bytes === undefined || headOf(on, sent) !== undefined;
}

/** The frame of a broadcast; undefined for bytes to version 1, which has none, and for those that do not fit. */
function writeBroadcast(
  version: Version,
  on: string,
  sent: Broadcast,
): string | Buffer | undefined {
  if (sent.bytes !== undefined) {
    const head = version === 1 ? undefined : headOf(on, sent);
    return head && Buffer.concat([head, sent.bytes]);
  }
  const { event: name, type, payload, meta } = sent;
  return writeText(version, {
    joinRef: null,
    ref: null,
    topic: on,
    event: 'broadcast',
    payload: { event: name, type, payload, ...(meta && { meta }) },
  });
}

/** The bytes of a frame for a socket. */
export interface Frame {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

export function toFrame(written: string | Buffer): Frame {
  return typeof written === 'string'
    ? { data: Buffer.from(written), isBinary: false }
    : { data: written, isBinary: true };
}

/** A frame for all receivers of a topic: it is written once for each version, and its bytes are shared. */
export class SharedFrame {
  readonly #write: (version: Version) => string | Buffer | undefined;
  readonly #written = new Map<Version, Frame | undefined>();

  /** @param write gives undefined for a version that has no such frame */
  constructor(write: (version: Version) => string | Buffer | undefined) {
    this.#write = write;
  }

  static ofBroadcast(on: string, sent: Broadcast): SharedFrame {
    return new SharedFrame((version) => writeBroadcast(version, on, sent));
  }

  for(version: Version): Frame | undefined {
    if (!this.#written.has(version)) {
      const written = this.#write(version);
      this.#written.set(version, written === undefined ? undefined : toFrame(written));
    }
    return this.#written.get(version);
  }
}
