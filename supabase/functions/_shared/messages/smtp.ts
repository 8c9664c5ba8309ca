import { createTransport } from 'nodemailer';
import { mailMessage, type Mail } from './mail.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;

/** Sends a mail by SMTP; resolves when the mail server has accepted it. */
export function smtpDelivery(smtpUrl: string, mailFrom: string): (mail: Mail) => Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    await transport.sendMail(mailMessage(mail, mailFrom));
  };
}
