import { describe, expect, it } from 'vitest';
import { parseOrderNumber } from './order-number.ts';

describe('the number of an order', () => {
  it.each(['ORD-7K2M9QXT', 'ord 7k2m9qxt', '#ORD7K2M9QXT', 'ORD–7K2M 9QXT', 'ord-๗k๒m๙qxt'])(
    'is read as people type it: %s',
    (typed) => {
      expect(parseOrderNumber(typed)).toBe('ORD-7K2M9QXT');
    },
  );

  it.each(['', 'BKK-7K2M9QXT', '7K2M9QXT', 'ORD-7K2M9QX', 'ORD-7K2M9QX0', 'ORD-7K2M9QXTT'])(
    'is no other text: %s',
    (typed) => {
      expect(parseOrderNumber(typed)).toBeNull();
    },
  );
});
