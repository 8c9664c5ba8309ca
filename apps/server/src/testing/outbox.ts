import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { Database } from '../db/database.ts';

/** A mail does not change once its file has its name. */
const parsed = new Map<string, Promise<Email>>();

/** The mails in an outbox folder, oldest first; none when the folder does not exist. */
export async function readOutbox(folder: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(
    files.map((name) => {
      const path = join(folder, name);
      const mail = parsed.get(path) ?? readFile(path).then((source) => PostalMime.parse(source));
      parsed.set(path, mail);
      return mail;
    }),
  );
}

const maxWaitMs = 10_000;

/** Resolves when every due mail was sent or has failed once; responses do not wait for their mails. */
export async function mailsAreOut(database: Database): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const [due] = await database.asService([
      { text: 'select from bkksiam_private.mail_outbox where last_failure is null' },
    ]);
    if (due?.rowCount === 0) return;
    if (performance.now() > deadline) throw new Error('the mails stay in the outbox');
    await sleep(5);
  }
}
