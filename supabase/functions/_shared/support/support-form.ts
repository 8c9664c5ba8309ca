import { fileTypeOf, type FileNaming, type FileType } from '../files/sent-file.ts';
import { idIn } from '../http/function-request.ts';
import { tokenIn } from '../http/link-token.ts';
import { readForm } from '../http/multipart-form.ts';
import { RequestError } from '../http/responses.ts';

/** How the errors of a thread's file are called. */
export const supportNaming: FileNaming = { code: 'file', noun: 'file' };

const maxNameLength = 120;

/** A message with a file, as it is sent. */
export interface SupportForm {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly type: FileType;
  readonly fileName: string;
  readonly messageId: string;
  readonly text: string | null;
  /** Of a member or an admin. */
  readonly threadId: string | null;
  /** Of a visitor's link. */
  readonly linkToken: string | null;
}

/** The name without paths and characters that nobody sees, which ends as the content is. */
function plainName(given: string, { extension }: FileType): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/\.\w{1,5}$/, '')
    .trim();
  const kept = Array.from(stem).slice(0, maxNameLength - 5);
  return `${kept.length === 0 ? 'file' : kept.join('')}.${extension}`;
}

/** @throws {RequestError} for a body that is no form with a file */
export async function readSupportForm(request: Request): Promise<SupportForm> {
  const form = await readForm(request);
  if (form === null) throw new RequestError(400, 'bad_request', 'The body must be a form.');
  const decoder = new TextDecoder();
  const texts = [...form].map(
    ([name, bytes]) => [name, name === 'file' ? '' : decoder.decode(bytes)] as const,
  );
  const fields: Readonly<Record<string, string>> = Object.fromEntries(texts);
  const file = form.get('file') ?? new Uint8Array();
  const type = fileTypeOf(file, supportNaming);
  const isVisitor = fields.token !== undefined;
  return {
    ...{ file, type, fileName: plainName(fields.name ?? '', type) },
    messageId: idIn(fields, 'message_id', 'message'),
    text: (fields.text ?? '').trim() === '' ? null : (fields.text ?? null),
    threadId: isVisitor ? null : idIn(fields, 'thread_id', 'thread'),
    linkToken: isVisitor ? tokenIn(fields) : null,
  };
}
