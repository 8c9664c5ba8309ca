import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The mails in an outbox folder, oldest first; none while there is no such folder. */
export async function readOutbox(folder: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
}
