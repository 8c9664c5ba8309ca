import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** The rows of the table on screen, once none is on its way. By selector: the roles of many cells take long to compute. */
export function tableRows(): Promise<HTMLTableRowElement[]> {
  return waitFor(() => {
    const table = document.querySelector('table');
    expect(table?.getAttribute('aria-busy')).toBe('false');
    return [...(table?.tBodies ?? [])].flatMap(({ rows }) => [...rows]);
  });
}
