import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import type { Row, Statement, Transaction } from '../db/database.ts';
import { mailLanguage, type MailLanguage } from './mail-templates.ts';
import type { LinkType } from './one-time-links.ts';
import type { AuthParts, Reader } from './settings.ts';

/** Where a row that becomes due is announced to every process. */
export const outboxChannel = 'bkksiam_mail';

/** What a mail carries: a link of that type, the code of a token, or only a notice. */
export type MailType = LinkType | 'reauthentication' | 'email_taken';

/** A mail that is due as soon as the transaction that issued its token has committed. */
export interface DueMail {
  readonly to: string;
  /** Empty for a notice. */
  readonly token: string;
  readonly type: MailType;
  /** What the account says its reader's language is; anything but `en` and `th` is no choice. */
  readonly language: unknown;
}

/** A mail that this process may send until its lease ends. */
export interface LeasedMail {
  readonly id: string;
  /** Sorts by time, and differs from that of every other mail. */
  readonly name: string;
  readonly createdAt: Date;
  readonly to: string;
  readonly type: MailType;
  readonly language: MailLanguage;
  readonly redirectTo: string;
  /** Null where the secret it was sealed with is another one by now. */
  readonly token: string | null;
  readonly expired: boolean;
  /** This one included. */
  readonly attempts: number;
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

interface Envelope {
  readonly id: string;
  readonly to: string;
  readonly type: string;
}

/** Bound to the row, its recipient and its type: a token that was moved to another row does not open. */
const bound = ({ id, to, type }: Envelope) => Buffer.from(`${id}\0${type}\0${to}`);
const keyOf = (auth: AuthParts, id: string) => auth.tokens.fingerprint('mail outbox', id);

function seal(auth: AuthParts, envelope: Envelope, token: string): Buffer {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(auth, envelope.id), iv);
  sealing.setAAD(bound(envelope));
  const sealed = Buffer.concat([sealing.update(token, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
}

function unseal(auth: AuthParts, envelope: Envelope, sealed: Buffer): string | null {
  try {
    const opening = createDecipheriv(
      cipher,
      keyOf(auth, envelope.id),
      sealed.subarray(0, ivBytes),
      { authTagLength: tagBytes },
    );
    opening.setAAD(bound(envelope));
    opening.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const token = opening.update(sealed.subarray(ivBytes + tagBytes));
    return Buffer.concat([token, opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Puts the mail into the outbox, in the transaction that issued its token: both are there, or neither. */
export async function postMail(
  transaction: Transaction,
  auth: AuthParts,
  mail: DueMail,
  reader: Reader,
): Promise<void> {
  const { to, type, token } = mail;
  const id = randomUUID();
  await transaction.run({
    text: `with mail as (
        insert into bkksiam_private.mail_outbox
          (id, type, language, recipient, redirect_to, sealed_token, expires_at)
        values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) returning id)
      select pg_notify('${outboxChannel}', '') from mail`,
    values: [
      id,
      type,
      mailLanguage(mail.language, reader.acceptLanguage),
      to,
      reader.redirectTo,
      seal(auth, { id, to, type }, token),
      auth.config.linkLifetimeSeconds,
    ],
  });
}

function toLeasedMail(auth: AuthParts, row: Row): LeasedMail {
  const id = String(row.id);
  const type = String(row.type) as MailType;
  const to = String(row.to);
  const createdAt = new Date(String(row.created_at));
  const number = String(row.number).padStart(10, '0');
  return {
    id,
    name: `${createdAt.toISOString().replaceAll(':', '-')}-${number}-${id.slice(0, 8)}`,
    createdAt,
    to,
    type,
    language: row.language === 'th' ? 'th' : 'en',
    redirectTo: String(row.redirect_to),
    token: Buffer.isBuffer(row.sealed_token)
      ? unseal(auth, { id, to, type }, row.sealed_token)
      : null,
    expired: row.expired === true,
    attempts: Number(row.attempts),
  };
}

/** Takes up to `most` mails that are due; no other process gets them before the lease ends. Oldest first. */
export async function leaseMails(auth: AuthParts, most: number): Promise<readonly LeasedMail[]> {
  const [result] = await auth.database.asService([
    {
      text: `with due as (
          select id from bkksiam_private.mail_outbox where due_at <= clock_timestamp()
          order by due_at limit $1 for update skip locked)
        update bkksiam_private.mail_outbox m
        set due_at = clock_timestamp() + make_interval(secs => $2), attempts = attempts + 1
        from due where m.id = due.id
        returning m.id, number, created_at, type, language, recipient as to, redirect_to, sealed_token,
          attempts, expires_at <= clock_timestamp() as expired`,
      values: [most, auth.config.mailLeaseMs / 1000],
    },
  ]);
  return (result?.rows ?? [])
    .map((row) => toLeasedMail(auth, row))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Keeps the mail for another while. */
export async function keepMail(auth: AuthParts, { id, attempts }: LeasedMail): Promise<void> {
  await auth.database.asService([
    {
      text: `update bkksiam_private.mail_outbox set due_at = clock_timestamp() + make_interval(secs => $3)
        where id = $1 and attempts = $2`,
      values: [id, attempts, auth.config.mailLeaseMs / 1000],
    },
  ]);
}

/** The mail has left, or never will: its row goes, and the sealed token with it. */
export async function removeMail(auth: AuthParts, id: string): Promise<void> {
  await auth.database.asService([
    { text: 'delete from bkksiam_private.mail_outbox where id = $1', values: [id] },
  ]);
}

/** Tries again after `waitMs`; a lease that has passed to another process meanwhile is left alone. */
export async function postponeMail(
  auth: AuthParts,
  mail: LeasedMail,
  reason: string,
  waitMs: number,
): Promise<void> {
  const postpone: Statement = {
    text: `update bkksiam_private.mail_outbox
      set due_at = clock_timestamp() + make_interval(secs => $3), last_failure = $4
      where id = $1 and attempts = $2`,
    values: [mail.id, mail.attempts, waitMs / 1000, reason],
  };
  await auth.database.asService([postpone]);
}
