import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { AirlineBadge } from './airline-badge.tsx';
import { DayStrip } from './day-strip.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { FlightResults, type FlightResultsProps } from './flight-results.tsx';
import { StickyBar } from './sticky-bar.tsx';

const baht = (amount: number) => `THB ${amount.toLocaleString('en')}`;

function Filters() {
  const [price, setPrice] = useState(10_840);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <FilterPanel
      groups={[
        { id: 'stops', title: 'Stops', options: [{ value: 'direct', text: 'Direct', count: 3 }] },
        {
          id: 'price',
          title: 'Total price',
          price: {
            label: 'Highest total price',
            min: 6650,
            max: 10_840,
            step: 10,
            value: price,
            onValue: setPrice,
            format: baht,
          },
        },
      ]}
      chosen={chosen}
      onChange={setChosen}
      sheet={{ open: false, onOpen: () => undefined }}
      texts={{ title: 'Filters', clear: 'Clear all', close: 'Close', show: 'Show 3 flights' }}
    >
      The list
    </FilterPanel>
  );
}

it('airlines have the colour that people know, and one that is not known has that of the product', () => {
  render(
    <>
      <AirlineBadge code="TG" />
      <AirlineBadge code="FD" small />
      <AirlineBadge code="L5" />
    </>,
  );
  const colours = ['TG', 'FD', 'L5'].map((code) =>
    /airline-(?!badge)\w+/.exec(screen.getByText(code).className)?.at(0),
  );
  expect(colours).toEqual(['airline-violet', 'airline-red', undefined]);
});

it('the price slider tells its price in baht, counts as a filter, and is cleared with the others', async () => {
  const user = userEvent.setup();
  render(<Filters />);
  const group = within(screen.getByRole('group', { name: 'Total price' }));
  const slider = group.getByRole<HTMLInputElement>('slider', { name: 'Highest total price' });
  expect(slider.getAttribute('aria-valuetext')).toBe('THB 10,840');
  const clear = screen.getByRole('button', { name: 'Clear all' });
  expect(clear.getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(slider, { target: { value: '8000' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('THB 8,000');
  expect(group.getByText('THB 8,000')).toBeTruthy();
  expect(group.getByText('THB 6,650')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /Direct/ }));
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeTruthy();
  await user.click(clear);
  expect(slider.value).toBe('10840');
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
  expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
});

it('the days are links with their lowest prices, and the searched one is the current date', () => {
  render(
    <DayStrip
      label="Nearby days"
      days={[
        { key: '2026-12-17', text: 'Thu 17', price: '6,980' },
        { key: '2026-12-18', text: 'Fri 18', price: '6,650', isLowest: true },
        { key: '2026-12-19', text: 'Sat 19' },
      ]}
      selected="2026-12-18"
      note="Lowest total in THB for 3"
      link={(day, { children, ...link }) => (
        <a href={`/flights?day=${day}`} {...link}>
          {children}
        </a>
      )}
      texts={{ lowest: 'lowest', noPrice: 'no price yet' }}
    />,
  );
  const days = within(screen.getByRole('navigation', { name: 'Nearby days' }));
  const links = days.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'date', null]);
  const names = ['Thu 17 6,980', 'Fri 18 6,650 lowest', 'Sat 19 no price yet'];
  for (const name of names) expect(days.getByRole('link', { name })).toBeTruthy();
  expect(links[2]?.getAttribute('href')).toBe('/flights?day=2026-12-19');
});

it('a late source is told politely, and showing what it found gives the focus to the list', async () => {
  const user = userEvent.setup();
  const onShow = vi.fn();
  const results = (source: FlightResultsProps['sources'][number], more = true) => (
    <FlightResults
      label="Flights found"
      canGrow
      sources={[source]}
      more={more ? { text: 'Show 12 more', onShow } : undefined}
    >
      <article aria-label="Best" />
    </FlightResults>
  );
  const { rerender } = render(results({ key: 'own', text: '12 so far', isWaiting: true }));
  const list = screen.getByRole('region', { name: 'Flights found' });
  expect(screen.getByRole('status').textContent).toBe('12 so far');
  expect(within(list).getAllByRole('article')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show 12 more' }));
  expect(onShow).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(list);
  const waiting = list.childElementCount;
  rerender(results({ key: 'own', text: '24 journeys', isWaiting: false }, false));
  expect(list.childElementCount).toBe(waiting - 1);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('24 journeys');
});

it.each([true, false])('keeps a place for late flights only if they may come: %s', (canGrow) => {
  render(
    <FlightResults label="Flights found" canGrow={canGrow} sources={[]}>
      <article aria-label="Best" />
    </FlightResults>,
  );
  expect(screen.getByRole('status').nextElementSibling !== null).toBe(canGrow);
});

it('the bar of a phone names what its total is of, beside the action', () => {
  render(
    <StickyBar
      label="Total and next step"
      totalLabel="Total for 3"
      total="THB 8,930"
      action={<button type="button">Choose</button>}
    />,
  );
  const bar = screen.getByRole('group', { name: 'Total and next step' });
  expect(bar.textContent).toBe('Total for 3THB 8,930Choose');
  expect(within(bar).getByRole('button', { name: 'Choose' })).toBeTruthy();
});
