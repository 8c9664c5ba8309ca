import { describe, expect, it } from 'vitest';
import { checkQuestion, checkTicket, openTicket, ticketFields } from './support-ticket.ts';

const complete = {
  name: 'Nattaya',
  email: 'n@mail.example',
  subject: 'Seats',
  message: 'Can we sit together?',
};

describe('checkTicket', () => {
  it('accepts four filled fields, whatever they say', () => {
    expect(checkTicket(complete)).toEqual({});
    expect(checkTicket({ name: 'ก', email: 'no address', subject: '?', message: '0' })).toEqual({});
  });

  it('names every empty field, in the order they are asked', () => {
    const problems = checkTicket({ name: '', email: ' ', subject: '\t', message: '\n' });
    expect(Object.keys(problems)).toEqual([...ticketFields]);
    expect(problems.message).toEqual({ code: 'contact.missing_message' });
  });

  it.each(ticketFields)('needs the %s', (field) => {
    expect(checkTicket({ ...complete, [field]: '' })).toEqual({
      [field]: { code: `contact.missing_${field}` },
    });
  });
});

describe('openTicket', () => {
  it('is open, dated and named by its time', () => {
    expect(openTicket(complete, new Date('2026-03-05T18:30:00.123Z'))).toEqual({
      ...complete,
      id: 'ticket-1772735400123',
      status: 'open',
      createdAt: '2026-03-05T18:30:00.123Z',
    });
  });

  it('leaves out the blanks around what was pasted', () => {
    const ticket = openTicket({ ...complete, email: '  a@b.co ', message: ' a\nb ' }, new Date(0));
    expect(ticket.email).toBe('a@b.co');
    expect(ticket.message).toBe('a\nb');
  });
});

describe('checkQuestion', () => {
  it('needs a subject and a text of limited length, and of an answer the text alone', () => {
    expect(checkQuestion({ subject: 'Bags', text: 'ก'.repeat(5000) })).toEqual({});
    expect(checkQuestion({ text: ' \n' })).toEqual({ text: { code: 'support.missing_text' } });
    expect(checkQuestion({ subject: 'x'.repeat(201), text: 'a' })).toEqual({
      subject: { code: 'support.too_long', values: { max: 200 } },
    });
    expect(Object.keys(checkQuestion({ subject: '', text: '' }))).toEqual(['subject', 'text']);
  });
});
