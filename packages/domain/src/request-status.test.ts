import { describe, expect, it } from 'vitest';
import { bookingStatuses } from './booking-status.ts';
import { canSendOffer, requestStatuses, requestTransitions } from './request-status.ts';
import { allowedVerbs, isTransition } from './status-transition.ts';
import { statusesOf } from './statuses.ts';

describe('the transitions of a request', () => {
  it('have a look for each of their statuses', () => {
    expect([...requestStatuses]).toEqual(statusesOf('request'));
  });

  it('are these and no others', () => {
    expect(
      requestTransitions.map(({ from, verb, by, to }) => `${from} ${verb} ${by} ${to}`),
    ).toEqual([
      'PENDING send_offer admin QUOTED',
      'DECLINED send_offer admin QUOTED',
      'EXPIRED send_offer admin QUOTED',
      'ACCEPTED send_offer admin QUOTED',
      'QUOTED accept_offer member ACCEPTED',
      'QUOTED decline_offer member DECLINED',
      'QUOTED ask_change member PENDING',
      'QUOTED expire system EXPIRED',
      'PENDING cancel member CANCELLED',
      'QUOTED cancel member CANCELLED',
      'PENDING cancel admin CANCELLED',
      'QUOTED cancel admin CANCELLED',
      'CONFIRMED cancel admin CANCELLED',
      'CONFIRMED issue_tickets admin TICKETED',
    ]);
  });

  it('give each actor the verbs of a status', () => {
    expect(allowedVerbs(requestTransitions, 'QUOTED', 'member')).toEqual([
      'accept_offer',
      'decline_offer',
      'ask_change',
      'cancel',
    ]);
    expect(allowedVerbs(requestTransitions, 'QUOTED', 'system')).toEqual(['expire']);
    expect(allowedVerbs(requestTransitions, 'CANCELLED', 'admin')).toEqual([]);
  });

  it('are exact in actor and target', () => {
    const accepted = {
      from: 'QUOTED',
      verb: 'accept_offer',
      by: 'member',
      to: 'ACCEPTED',
    } as const;
    expect(isTransition(requestTransitions, accepted)).toBe(true);
    expect(isTransition(requestTransitions, { ...accepted, by: 'admin' })).toBe(false);
    expect(isTransition(requestTransitions, { ...accepted, to: 'QUOTED' })).toBe(false);
    expect(isTransition(requestTransitions, { ...accepted, from: 'PENDING' })).toBe(false);
    expect(isTransition(requestTransitions, { ...accepted, verb: 'cancel' })).toBe(false);
  });
});

describe('an offer', () => {
  it('may be sent to every request but an accepted or a cancelled one', () => {
    expect(requestStatuses.filter((status) => canSendOffer(status, null))).toEqual([
      'PENDING',
      'QUOTED',
      'DECLINED',
      'EXPIRED',
    ]);
  });

  it('may be sent again once the booking of an accepted request has ended', () => {
    expect(bookingStatuses.filter((status) => canSendOffer('ACCEPTED', status))).toEqual([
      'EXPIRED',
      'CANCELLED',
    ]);
  });

  it('is not sent to requests of the earlier statuses', () => {
    expect(['CONFIRMED', 'TICKETED'].some((status) => canSendOffer(status, null))).toBe(false);
  });
});
