import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** All received mails in order, rejected ones included. */
  readonly received: readonly Email[];
  /** How the server responds to mails: `refuse` for now (451), `reject` for good (550); `silence` never responds. */
  answer: 'accept' | 'refuse' | 'reject' | 'silence';
  /** Resolves when this many mails have been received. */
  readonly has: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts an SMTP server on the loopback interface, at a free port by default. */
export async function startMailServer(wantedPort = 0): Promise<MailServer> {
  const received: Email[] = [];
  const waiting = new Set<() => void>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, _session, done) {
      text(stream)
        .then((source) => PostalMime.parse(source))
        .then((mail) => {
          received.push(mail);
          for (const look of waiting) look();
          if (server.answer === 'accept') done();
          if (server.answer === 'refuse') {
            done(Object.assign(new Error('try again later'), { responseCode: 451 }));
          }
          if (server.answer === 'reject') {
            done(Object.assign(new Error('no such user here'), { responseCode: 550 }));
          }
        }, done);
    },
  });
  // A killed client must not fail the test.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(wantedPort, '127.0.0.1', () => resolve()));
  const { port } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    url: `smtp://127.0.0.1:${String(port)}`,
    received,
    answer: 'accept',
    has: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return server;
}
