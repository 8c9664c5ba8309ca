import { describe, expect, it } from 'vitest';
import { requestNumber, typedRequestNumber } from './request-number.ts';

const id = '4f2a1c9e-8b1d-4c3e-9a55-0d6f7e81a345';

it('is short enough to be read out', () => {
  expect(requestNumber(id)).toBe('7E81A345');
});

describe('a typed number', () => {
  it.each([
    ['7E81A345', '7E81A345'],
    [' #7e81 a345', '7E81A345'],
    ['7e81', '7E81'],
    [id, '7E81A345'],
    ['7e8', null],
    ['7E81A3450', null],
    ['', null],
    ['nattaya', null],
    ['decade!', null],
  ])('%s is %s', (typed, number) => {
    expect(typedRequestNumber(typed)).toBe(number);
  });
});
