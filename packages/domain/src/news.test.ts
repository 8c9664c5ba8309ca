import { describe, expect, it } from 'vitest';
import { checkNews, newsClocks } from './news.ts';

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

describe('checkNews', () => {
  const codes = (title: string, excerpt = '') => {
    const problems = checkNews({ title, excerpt });
    return [problems.title, problems.excerpt].map((problem) => problem?.code);
  };

  it('asks for a title, and for no excerpt', () => {
    expect(codes('A')).toEqual([undefined, undefined]);
    expect(codes('')).toEqual(['news.missing_title', undefined]);
    expect(codes(' \n')).toEqual(['news.missing_title', undefined]);
  });

  it('takes as much as the database does, counted as it counts', () => {
    expect(codes('ก'.repeat(200), 'ก'.repeat(2000))).toEqual([undefined, undefined]);
    expect(codes(` ${'🛫'.repeat(200)} `)).toEqual([undefined, undefined]);
    expect(codes('a'.repeat(201), 'a'.repeat(2001))).toEqual([
      'news.long_title',
      'news.long_excerpt',
    ]);
    expect(checkNews({ title: 'a'.repeat(201), excerpt: '' }).title?.values).toEqual({ max: 200 });
  });
});
