import { describe, expect, it } from 'vitest';
import { newsClocks } from './news.ts';

describe('newsClocks', () => {
  it('shows Greenwich with its day and Bangkok seven hours later', () => {
    expect(newsClocks('2025-03-05T18:30:00+00:00')).toEqual({
      gmt: '05 Mar 2025 18:30 GMT',
      bangkok: '01:30',
    });
  });

  it('writes midnight as 00 on both clocks', () => {
    expect(newsClocks('2025-09-01T00:00:00Z')).toEqual({
      gmt: '01 Sep 2025 00:00 GMT',
      bangkok: '07:00',
    });
    expect(newsClocks('2025-09-01T17:00:00.123456+00:00')?.bangkok).toBe('00:00');
  });

  it('refuses what is no time', () => {
    expect(newsClocks('')).toBeUndefined();
  });
});
