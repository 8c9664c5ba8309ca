import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { hashLinkToken } from '../functions/_shared/http/link-token.ts';
import { supportMails } from '../functions/_shared/messages/support-mails.ts';
import { hostileName, hostileWords, startMailDatabase, type RenderedMail } from './mail-fixture.ts';

const { nattaya, somchai } = members;
const db = shareDatabase(startMailDatabase);

const answer = (thread: string, text: string) =>
  db.must(somchai, 'bkk_admin_answer_support', {
    ...{ p_thread_id: thread, p_message_id: randomUUID(), p_text: text },
  });

/** Those that are due now. */
const due = async () => {
  await db.test.sql(`update bkk_outbox set due_at = now() - interval '1 second'`);
  return db.sent();
};

const linkOf = (rendered: RenderedMail | undefined) =>
  /https:\/\/bkksiam\.example(\/(?:dashboard|admin|support)\/?\S+)/.exec(
    rendered?.mail.text ?? '',
  )?.[1] ?? '';

describe('the mails of support threads', () => {
  const mails: RenderedMail[] = [];
  const find = (event: string, language = 'en') =>
    mails.find((one) => one.event === event && one.language === language);

  beforeAll(async () => {
    await db.test.sql(`select bkk_internal.set_features('{requests,bookings,support}')`);
    await db.rows(nattaya, 'select bkk_open_support_thread($1, $2, $2)', [
      randomUUID(),
      hostileWords,
    ]);
    const ticket = { name: hostileName, email: 'arthit@example.com', subject: hostileWords };
    await db.test.sql('select bkk_open_visitor_thread($1, $2, $2, $3)', [
      randomUUID(),
      'network',
      JSON.stringify({ ...ticket, message: hostileWords, language: 'th' }),
    ]);
    mails.push(...(await due()));
    const threads = await db.test.sql<{ id: string }>(
      'select thread_id as id from bkk_support_threads order by created_at',
    );
    for (const { id } of threads) {
      await answer(id, hostileWords);
      await answer(id, 'Second answer');
    }
    // One that waits for those that may follow is not sent yet.
    expect(await db.sent()).toEqual([]);
    mails.push(...(await due()));
  });

  it('are those of every event', () => {
    expect([...new Set(mails.map(({ event }) => event))].sort()).toEqual(
      supportMails.map(([event]) => event).sort(),
    );
    // Two threads that admins hear of, and three to their customers, in both languages.
    expect(mails).toHaveLength(10);
  });

  it('are complete, in one language, and show the words of users as text', () => {
    for (const { language, mail } of mails) {
      for (const part of [mail.subject, mail.text, mail.html])
        expect(part).not.toMatch(/undefined|null|NaN|\[object|\{\{/);
      expect(mail.html).not.toMatch(/<img|<b>|\u202e/);
      expect(mail.text).not.toMatch(/^Bcc|\u202e/m);
      expect(mail.subject).not.toMatch(/onerror|window|[\r\n]/);
      const foreign = language === 'th' ? /[A-Za-z]{2,}/ : /[\u0e00-\u0e7f]/;
      expect(mail.subject.replace(/\b[0-9A-F]{8}\b/, '')).not.toMatch(foreign);
    }
  });

  it('have both of two answers, and say where to reply', () => {
    for (const event of ['support.answered', 'visitor.ticket_answered']) {
      const text = find(event)?.mail.text;
      expect(text).toContain('> <img src=x onerror="alert(1)">');
      expect(text).toContain('> Second answer');
      expect(text).toContain('replies to this email do not reach us');
    }
  });

  it('say nothing of what was typed to an address that nobody has confirmed', () => {
    const received = mails.filter(({ event }) => event === 'visitor.ticket_received');
    for (const { mail } of received)
      expect(mail.text + mail.html).not.toMatch(/onerror|near the window|Nat\b/);
    expect(received.map(({ mail }) => mail.to)).toEqual([
      'arthit@example.com',
      'arthit@example.com',
    ]);
  });

  it('lead a visitor by a link of its own each time, which the database keeps as a hash', async () => {
    const links = mails.filter(({ event }) => event.startsWith('visitor.')).map(linkOf);
    expect(new Set(links).size).toBe(4);
    for (const link of links) {
      expect(link).toMatch(/^\/support\/ticket#[0-9a-f]{64}$/);
      const token = link.slice(-64);
      const rows = await db.test.sql('select from bkk_support_links where link_hash = any ($1)', [
        [token, await hashLinkToken(token)],
      ]);
      expect(rows).toHaveLength(1);
    }
  });

  it('lead members to their thread, and admins to the selected one', () => {
    const path = (event: string) => linkOf(find(event));
    expect(path('support.answered')).toMatch(/^\/dashboard\/support\/[\da-f-]{36}$/);
    expect(path('admin.support_received')).toMatch(/^\/admin\/support\?thread=[\da-f-]{36}$/);
  });

  it('are not sent once a question is answered, or its feature is off', async () => {
    await db.rows(nattaya, `select bkk_open_support_thread($1, 'Bags', 'How many?')`, [
      randomUUID(),
    ]);
    const [waiting] = await db.leased();
    if (waiting === undefined) throw new Error('no admin was told of the question');
    await answer(String(waiting.ids.thread_id), 'Two');
    await expect(db.render(waiting)).rejects.toThrow('outdated');
    await db.test.sql(`select bkk_internal.set_features('{}')`);
    await expect(db.render(waiting)).rejects.toThrow('feature_off');
  });
});
