import { Undeliverable } from './delivery-errors.ts';
import { amountText, deadlineText } from './message-formats.ts';
import { renderMessage, type MessageFact, type MessageParts } from './message-layout.ts';
import type { MessageContext, RenderMessage } from './message-mails.ts';
import type { MessageTexts } from './message-texts-en.ts';
import { messageTexts } from './message-texts.ts';

/** What every mail is written from. */
export interface Writing {
  readonly context: MessageContext;
  readonly texts: MessageTexts;
  readonly amount: (satang: number) => string;
  readonly deadline: (seconds: number) => string;
  readonly facts: readonly MessageFact[];
}

/** Writes the mail of an event; its path may be another one than that of the subject. */
export type WriteParts<W extends Writing> = (
  writing: W,
) => Omit<MessageParts, 'path'> & Partial<Pick<MessageParts, 'path'>>;

/** The mails about one kind of thing, such as bookings. */
interface MailSubject<Data, W extends Writing> {
  readonly read: (context: MessageContext) => Promise<Data>;
  readonly facts: (
    data: Data,
    texts: MessageTexts,
    language: MessageContext['language'],
  ) => readonly MessageFact[];
  readonly writing: (common: Writing, data: Data) => W;
  /** The pages of the action. */
  readonly memberPath: (writing: W) => string;
  readonly adminPath: (writing: W) => string;
  /** By event. */
  readonly forMembers: Readonly<Record<string, WriteParts<W>>>;
  readonly forAdmins: Readonly<Record<string, WriteParts<W>>>;
}

/** A mail about a status that has passed would mislead. @throws {Undeliverable} */
export function requireStatus<Status extends string>(
  { status }: { readonly status: Status },
  ...statuses: readonly NoInfer<Status>[]
): void {
  if (!statuses.includes(status)) throw new Undeliverable('outdated');
}

/** The mails of a subject by their event. Those to admins name the member. */
export function mailsOf<Data extends { readonly member_name: string | null }, W extends Writing>(
  subject: MailSubject<Data, W>,
): readonly (readonly [event: string, render: RenderMessage])[] {
  const render = async (context: MessageContext, write: WriteParts<W>, isForAdmin: boolean) => {
    const { language } = context;
    const data = await subject.read(context);
    const texts = messageTexts(language);
    const member: MessageFact = [texts.labels.member, data.member_name ?? ''];
    const common: Writing = {
      context,
      texts,
      amount: (satang) => amountText(satang, language),
      deadline: (seconds) => deadlineText(seconds, language),
      facts: [...(isForAdmin ? [member] : []), ...subject.facts(data, texts, language)],
    };
    const writing = subject.writing(common, data);
    const path = isForAdmin ? subject.adminPath(writing) : subject.memberPath(writing);
    const parts = write(writing);
    const receipt = context.hasReceipt === true ? [texts.receiptAttached] : [];
    return renderMessage({ path, ...parts, more: [...(parts.more ?? []), ...receipt] }, context);
  };
  const rendered = (mails: MailSubject<Data, W>['forMembers'], isForAdmin: boolean) =>
    Object.entries(mails).map(
      ([event, write]) =>
        [event, (context: MessageContext) => render(context, write, isForAdmin)] as const,
    );
  return [...rendered(subject.forMembers, false), ...rendered(subject.forAdmins, true)];
}
