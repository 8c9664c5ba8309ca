/** A file of a mail. */
export interface MailAttachment {
  readonly filename: string;
  /** A media type such as `text/calendar; charset=utf-8`. */
  readonly contentType: string;
  readonly content: string;
  /** How the content of a file that is no text is written. */
  readonly encoding?: 'base64';
}

/** The text of a mail, as HTML and as plain text. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
}

/** A rendered mail. */
export interface Mail extends MailContent {
  /** Unique id, from which the Message-ID follows; a mail client shows a mail that was sent twice once. */
  readonly id: string;
  /** Unique file name that sorts by time; a mail that is written twice is one file. */
  readonly name: string;
  readonly createdAt: Date;
  readonly to: string;
  readonly language: 'en' | 'th';
}

/** The name of a mail from the time it was queued, its number in the queue and its id. */
export function mailName(createdAt: Date, number: number, id: string): string {
  const time = createdAt.toISOString().replaceAll(':', '-');
  return `${time}-${String(number).padStart(10, '0')}-${id.slice(0, 8)}`;
}

/** The mail as nodemailer takes it: the same bytes for the same mail. */
export function mailMessage(mail: Mail, mailFrom: string) {
  const host = /@([^\s>]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'bkksiam.example';
  return {
    from: mailFrom,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    date: mail.createdAt,
    baseBoundary: mail.id,
    messageId: `<${mail.id}@${host}>`,
    headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
    text: mail.text,
    html: mail.html,
    // Base64 keeps the line ends of a text file.
    attachments: (mail.attachments ?? []).map((attachment) => ({
      ...attachment,
      contentTransferEncoding: 'base64' as const,
    })),
  };
}
