import {
  escapeHtml,
  htmlButton,
  htmlLinkFallback,
  htmlNote,
  htmlPage,
  plainPage,
} from './mail-layout.ts';
import type { MailAttachment } from './mail.ts';
import type { MessageContext, RenderedMessage } from './message-mails.ts';
import type { MessageText } from './message-texts-en.ts';
import { messageTexts } from './message-texts.ts';

/** A row of the table of facts: its label, and its lines. A fact without lines is left out. */
export type MessageFact = readonly [label: string, ...lines: readonly string[]];

/** What the mail of a message says, as plain text. */
export interface MessageParts extends MessageText {
  /** Sentences after the lead. */
  readonly more?: readonly string[];
  readonly facts: readonly MessageFact[];
  /** What a user wrote; left out without words. */
  readonly quote?: readonly [label: string, words: string | null];
  /** The page of the action, below the address of the site. */
  readonly path: string;
  /** What short forms name, instead of the reference in the ids. */
  readonly about?: string;
  readonly attachments?: readonly MailAttachment[];
}

/** Control characters, and those that change the direction of the text after them. */
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text of a user on one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(invisible, '').trim();
}

/** The lines of a text of a user. */
function linesOf(words: string | null | undefined): readonly string[] {
  const lines = (words ?? '').split(/\r\n|[\r\n\u2028\u2029]/).map(oneLine);
  return lines.join('') === '' ? [] : lines;
}

function htmlFacts(facts: readonly MessageFact[]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ([label, ...lines]) =>
      `<tr><td class="soft" style="padding:6px 16px 6px 0;vertical-align:top;width:38%;font-size:14px;line-height:1.7;color:#424f6d">${escapeHtml(label)}</td><td class="ink" style="padding:6px 0;vertical-align:top;font-size:15px;line-height:1.6;color:#17234c">${lines.map(escapeHtml).join('<br>')}</td></tr>\n`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
${rows.join('')}</table>
`;
}

function htmlQuote(label: string, lines: readonly string[]): string {
  return `${htmlNote(`${escapeHtml(label)}:`)}<p class="ink" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #f8b43e;font-size:15px;line-height:1.6;color:#17234c">${lines.map(escapeHtml).join('<br>')}</p>
`;
}

/** Renders a message in both forms. Its texts are escaped here, those of users too. */
export function renderMessage(
  parts: MessageParts,
  { language, siteUrl, agency }: Pick<MessageContext, 'language' | 'siteUrl' | 'agency'>,
): RenderedMessage {
  const { linkFallback, automatic } = messageTexts(language);
  const { subject, heading, action, about, attachments } = parts;
  const link = siteUrl + parts.path;
  const lead = [parts.lead, ...(parts.more ?? [])].join(' ');
  const facts = parts.facts
    .map(([label, ...lines]): MessageFact => [label, ...lines.map(oneLine).filter(Boolean)])
    .filter(({ length }) => length > 1);
  const [quoteLabel = '', words] = parts.quote ?? [];
  const quote = linesOf(words);
  return {
    subject,
    text: plainPage(
      [
        heading,
        lead,
        facts.map(([label, ...lines]) => `${label}: ${lines.join('\n  ')}`).join('\n') || null,
        quote.length === 0 ? null : [`${quoteLabel}:`, ...quote].join('\n> '),
        `${action}:\n${link}`,
      ],
      { siteUrl, automatic, language, agency },
    ),
    html: htmlPage({
      language,
      subject: escapeHtml(subject),
      heading: escapeHtml(heading),
      lead: escapeHtml(lead),
      body: [
        htmlFacts(facts),
        quote.length === 0 ? '' : htmlQuote(quoteLabel, quote),
        htmlButton(escapeHtml(action), link),
        htmlLinkFallback(linkFallback, link),
      ].join(''),
      siteUrl,
      automatic,
      agency,
    }),
    short: {
      title: heading,
      path: parts.path,
      ...(about === undefined ? {} : { about: oneLine(about) }),
    },
    ...(attachments === undefined ? {} : { attachments }),
  };
}
