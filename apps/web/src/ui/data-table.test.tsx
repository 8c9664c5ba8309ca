import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import { rowAction } from './row-action.ts';

const rows = ['BKK-1', 'BKK-2'];

function Bookings({
  shown = rows,
  onOpen = () => undefined,
}: {
  readonly shown?: readonly string[] | undefined;
  readonly onOpen?: (row: string) => void;
}) {
  const [direction, setDirection] = useState<'asc' | 'desc'>('asc');
  return (
    <>
      <h2 id="bookings">Bookings</h2>
      <DataTable
        variant="dense"
        labelledBy="bookings"
        columns={[
          {
            header: 'Reference',
            phone: 'main',
            rowHeader: true,
            cell: (row) => (
              <button type="button" {...rowAction} onClick={() => onOpen(row)}>
                {row}
              </button>
            ),
          },
          { header: 'Deadline', sortBy: 'deadline', cell: () => '16:00' },
        ]}
        rows={shown}
        rowsExpected={3}
        keyOf={(row) => row}
        current="BKK-2"
        sort={{ column: 'deadline', direction }}
        onSort={() => setDirection('desc')}
      />
    </>
  );
}

it('a dense table names its rows, marks the open one and sorts by its heads', async () => {
  const user = userEvent.setup();
  render(<Bookings />);
  expect(screen.getByRole('group', { name: 'Bookings' }).tabIndex).toBe(0);
  const named = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(named).toEqual(rows);
  const open = screen.getAllByRole('row').find((row) => row.hasAttribute('aria-current'));
  expect(open?.textContent).toContain('BKK-2');
  const deadline = screen.getByRole('columnheader', { name: 'Deadline' });
  expect(deadline.getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(deadline).getByRole('button'));
  expect(deadline.getAttribute('aria-sort')).toBe('descending');
});

it('a press on a row of a dense table opens it', async () => {
  const user = userEvent.setup();
  const onOpen = vi.fn();
  render(<Bookings onOpen={onOpen} />);
  await user.click(screen.getAllByRole('cell', { name: '16:00' })[1] ?? document.body);
  expect(onOpen.mock.calls).toEqual([['BKK-2']]);
});

it('a list has no row headers and no box that scrolls unless it asks for them', () => {
  render(
    <>
      <h2 id="requests">Requests</h2>
      <DataTable
        labelledBy="requests"
        columns={[{ header: 'Number', cell: (row: string) => row }]}
        rows={rows}
        rowsExpected={3}
        keyOf={(row) => row}
      />
    </>,
  );
  const table = screen.getByRole('table', { name: 'Requests' });
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  expect(within(table).getAllByRole('cell')).toHaveLength(2);
  for (const role of ['rowheader', 'group'] as const) {
    expect(screen.queryByRole(role)).toBeNull();
  }
  expect(table.querySelector('[aria-current]')).toBeNull();
});
