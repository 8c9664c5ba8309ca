import { describe, expect, it } from 'vitest';
import { changedFields } from './change-log.ts';

describe('changedFields', () => {
  it('names what is different, and not what follows from it', () => {
    const before = {
      status: 'PENDING',
      pax_adt: 2,
      origin: 'BKK',
      updated_at: '1',
      member_name: 'A',
    };
    const after = {
      status: 'QUOTED',
      pax_adt: 3,
      origin: 'BKK',
      updated_at: '2',
      member_name: 'B',
    };
    expect(changedFields(before, after)).toEqual([
      { field: 'status', from: 'PENDING', to: 'QUOTED' },
      { field: 'pax_adt', from: '2', to: '3' },
    ]);
  });

  it('takes what is absent for nothing', () => {
    expect(changedFields(null, { status: 'PENDING', note: null })).toEqual([
      { field: 'status', from: '', to: 'PENDING' },
    ]);
    expect(changedFields({ gone: { a: 1 } }, {})).toEqual([
      { field: 'gone', from: '{"a":1}', to: '' },
    ]);
    expect(changedFields('a', undefined)).toEqual([]);
  });
});
