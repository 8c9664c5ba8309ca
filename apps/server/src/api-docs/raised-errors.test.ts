import { expect, test } from 'vitest';
import { raisedErrors, requirementOf } from './raised-errors.ts';

const sources = {
  cancel: `begin
    perform bkk_internal.require_member('requests');
    if given > 5 then
      raise sqlstate 'PT409' using message = format('The request''s %s was %s.', a, b), hint = 'bkk.changed';
    end if;
    perform bkk_internal.lock_it(p_id);
  end`,
  lock_it: `begin
    raise sqlstate 'PT404' using message = 'There is none.', hint = 'bkk.unknown';
    perform bkk_internal.cancel(p_id);
  end`,
  require_member: `begin
    raise insufficient_privilege using message = 'Only a member.', hint = 'bkk.not_member';
  end`,
  list: `select public.bkk_admin_list()`,
  bkk_admin_list: `begin perform bkk_internal.require_admin(); end`,
};

test('reads the errors of a function and of those that it calls, once and by status', () => {
  expect(raisedErrors('cancel', sources)).toEqual([
    { status: 403, code: '42501', hint: 'bkk.not_member', message: 'Only a member.' },
    { status: 404, code: 'PT404', hint: 'bkk.unknown', message: 'There is none.' },
    { status: 409, code: 'PT409', hint: 'bkk.changed', message: "The request's … was …." },
  ]);
  expect(raisedErrors('nowhere', sources)).toEqual([]);
});

test('reads what a function asks of its caller', () => {
  expect(requirementOf('cancel', sources)).toEqual({ caller: 'member', feature: 'requests' });
  expect(requirementOf('list', sources)).toEqual({ caller: 'admin', feature: undefined });
  expect(requirementOf('nowhere', sources)).toEqual({ caller: undefined, feature: undefined });
});
