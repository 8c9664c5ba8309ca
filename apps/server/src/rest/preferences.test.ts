import { afterEach, expect, test, vi } from 'vitest';
import { RestError } from './errors.ts';
import { readPreferences } from './preferences.ts';

afterEach(() => vi.restoreAllMocks());

test('of a repeated preference the first counts', () => {
  expect(readPreferences('return=minimal, return=representation')).toEqual({ return: 'minimal' });
  expect(readPreferences('timezone=nowhere, timezone=Asia/Bangkok')).toEqual({});
});

test('a repeated unknown time zone is reported once', () => {
  const zones = Array.from({ length: 1150 }, (_, index) => `timezone=nowhere/${index}`);
  const read = () => readPreferences(['handling=strict', ...zones].join(', '));
  expect(read).toThrow(RestError);
  expect(read).toThrow(
    expect.objectContaining({ details: expect.stringMatching(/nowhere\/0$/) as string }),
  );
});

test('a time zone is looked up once', () => {
  const lookup = vi.spyOn(Intl, 'DateTimeFormat');
  for (let count = 0; count < 5; count += 1)
    expect(readPreferences('timezone=Asia/Vientiane')).toEqual({ timezone: 'Asia/Vientiane' });
  expect(lookup).toHaveBeenCalledTimes(1);
});
