import { describe, expect, it } from 'vitest';
import { isOpenOrder, orderStatuses, orderTransitions } from './order-status.ts';
import { allowedVerbs } from './status-transition.ts';

describe('the transitions of an order', () => {
  it('are these and no others', () => {
    const pairs = new Set(orderTransitions.map(({ from, to }) => `${from} ${to}`));
    expect([...pairs].sort()).toEqual([
      'DELIVERED RETURNED',
      'PACKED CANCELLED',
      'PACKED DELIVERED',
      'PACKED SHIPPED',
      'PAID CANCELLED',
      'PAID PACKED',
      'PLACED CANCELLED',
      'PLACED PAID',
      'SHIPPED DELIVERED',
      'SHIPPED RETURNED',
    ]);
  });

  it('let a buyer pay with credit or cancel before a payment, and the clock only end what is unpaid', () => {
    const verbs = (by: 'member' | 'system') =>
      orderStatuses.flatMap((status) =>
        allowedVerbs(orderTransitions, status, by).map((verb) => `${status} ${verb}`),
      );
    expect(verbs('member')).toEqual(['PLACED pay_with_credit', 'PLACED cancel']);
    expect(verbs('system')).toEqual(['PLACED expire']);
  });

  it('cancel what is with the agency alone, and take back what has left it', () => {
    const by = (verb: string) =>
      orderTransitions.filter((row) => row.verb === verb && row.by === 'admin');
    expect(by('cancel').map(({ from }) => from)).toEqual(orderStatuses.filter(isOpenOrder));
    expect(by('take_back').map(({ from }) => from)).toEqual(['SHIPPED', 'DELIVERED']);
  });
});
