import { expect, it } from 'vitest';
import { deliveryFailure } from './messages.ts';

it.each([
  ['no_address', 'no_address'],
  ['no_renderer', 'no_renderer'],
  ['no_channel', 'no_channel'],
  ['gone', 'gone'],
  ['outdated', 'outdated'],
  ['incomplete', 'incomplete'],
  ['feature_off', 'feature_off'],
  ['no_answer', 'no_answer'],
  ['EMESSAGE 550', 'rejected'],
  ['EENVELOPE 451', 'refused'],
  ['EAUTH 535', 'sign_in'],
  ['ETOOLONG', 'timeout'],
  ['ESOCKET ECONNREFUSED', 'unreachable'],
  ['EDNS ENOTFOUND', 'unreachable'],
  ['not_linked', 'unlinked'],
  ['not_subscribed', 'unlinked'],
  ['line_401', 'sign_in'],
  ['line_400', 'rejected'],
  ['line_429', 'refused'],
  ['push_403', 'sign_in'],
  ['push_413', 'rejected'],
  ['push_keys', 'rejected'],
  ['push_503', 'refused'],
  ['unknown', 'other'],
  ['no_address_book', 'other'],
])('the codes %s mean %s', (reason, failure) => {
  expect(deliveryFailure(reason)).toBe(failure);
});
