import type { FunctionEnvironment } from '../http/environment.ts';

/** What is asked of a service that looks transfers up. */
export interface SlipQuestion {
  readonly transRef: string;
  readonly sendingBank: string;
  /** In baht. */
  readonly amount: number;
}

const limitMs = 5_000;
const maxAnswerBytes = 32 * 1024;
/** What the database keeps. */
const maxStoredBytes = 2_000;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined;
}

/** Leaves out what is undefined. */
function defined(fields: Fields): Fields | undefined {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** A proxy or an account: its kind and its number, masked. */
const numberIn = (fields: Fields, name: string) => {
  const given = fieldsOf(fields[name]);
  return defined({ type: textIn(given, 'type'), value: textIn(given, 'value') });
};

const partyIn = (fields: Fields, name: string) => {
  const given = fieldsOf(fields[name]);
  return defined({
    displayName: textIn(given, 'displayName'),
    name: textIn(given, 'name'),
    proxy: numberIn(given, 'proxy'),
    account: numberIn(given, 'account'),
  });
};

/** The known fields of an answer; null for one that is not about this transfer. */
function transferIn(answer: unknown, { transRef }: SlipQuestion): Fields | null {
  const fields = fieldsOf(answer);
  const { amount } = fields;
  if (textIn(fields, 'transRef')?.toUpperCase() !== transRef) return null;
  const transfer = defined({
    transRef,
    sendingBank: textIn(fields, 'sendingBank'),
    receivingBank: textIn(fields, 'receivingBank'),
    transTimestamp: textIn(fields, 'transTimestamp'),
    amount: typeof amount === 'number' && Number.isFinite(amount) ? amount : undefined,
    sender: partyIn(fields, 'sender'),
    receiver: partyIn(fields, 'receiver'),
  });
  const bytes = new TextEncoder().encode(JSON.stringify(transfer)).length;
  return bytes <= maxStoredBytes ? (transfer ?? null) : null;
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const chunk = part.value as Uint8Array;
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) {
      await reader?.cancel();
      throw new Error('too large');
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Asks the service of `SLIP_CHECK_URL` about a transfer. Null without such a service, and whenever it fails: an admin decides
 * about every slip, with or without its answer.
 */
export async function checkSlip(
  environment: FunctionEnvironment,
  question: SlipQuestion,
): Promise<Fields | null> {
  const url = environment.get('SLIP_CHECK_URL') ?? '';
  if (url === '') return null;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(question),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await readText(response);
    if (!response.ok) throw new Error(`status ${String(response.status)}`);
    return transferIn(JSON.parse(text), question);
  } catch (error) {
    const { name } = error as Error;
    environment.warn?.({ reason: name }, 'a slip could not be checked');
    return null;
  }
}
