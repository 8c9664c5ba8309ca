import { lineDelivery, type LineSettings } from './line.ts';
import type { MessageMails } from './message-mails.ts';
import type { Message } from './message-queue.ts';
import { pushDelivery, type PushSettings } from './web-push.ts';

/** Resolves once the message is delivered. */
export type DeliverMessage = (message: Message) => Promise<void>;

/** What is set up beside mails. */
export interface ShortChannels {
  readonly line: LineSettings | undefined;
  readonly push: PushSettings | undefined;
}

/** The channels `line` and `push` as far as they are set up. */
export function shortChannels(
  { line, push }: ShortChannels,
  mails: MessageMails,
): readonly (readonly [channel: string, deliver: DeliverMessage])[] {
  return [
    ...(line === undefined ? [] : [['line', lineDelivery(line, mails)] as const]),
    ...(push === undefined ? [] : [['push', pushDelivery(push, mails)] as const]),
  ];
}
