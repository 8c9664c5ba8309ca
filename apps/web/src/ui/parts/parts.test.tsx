import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { parseSatang, parseWholeNumber, satangText } from '@bkksiam/domain/number-input';
import { Countdown } from './countdown.tsx';
import { NumberField, QuantityField } from './number-field.tsx';
import { Stepper } from './stepper.tsx';
import { TimeLine } from './time-line.tsx';

it('the stepper names its steps and tells the present one', () => {
  render(<Stepper label="Steps" steps={['Search', 'Flight', 'Held']} current={1} />);
  const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  expect(steps.map(({ textContent }) => textContent)).toEqual(['1Search', '2/3Flight', '3Held']);
});

it('the time line is in order and marks whose turn it is', () => {
  render(
    <>
      <h2 id="so-far">So far</h2>
      <TimeLine
        labelledBy="so-far"
        entries={[
          { key: 'a', state: 'done', when: '1 Dec', what: 'Sent', who: 'You', quote: 'Please' },
          { key: 'b', state: 'next', when: 'By 3 Dec', what: 'Answer' },
          { key: 'c', state: 'later', when: 'Then', what: 'Pay' },
        ]}
      />
    </>,
  );
  const [sent, answer, pay] = within(screen.getByRole('list', { name: 'So far' })).getAllByRole(
    'listitem',
  );
  expect(sent?.textContent).toBe('1 DecSentYouPlease');
  expect(answer?.getAttribute('aria-current')).toBe('step');
  expect(pay?.hasAttribute('aria-current')).toBe(false);
});

it('a countdown reads its clock when the minute changes and announces it politely, until it is over', () => {
  vi.useFakeTimers();
  const deadline = Date.now() + 90_000;
  const read = vi.fn(() => {
    const leftMs = deadline - Date.now();
    return {
      urgency: leftMs > 0 ? ('red' as const) : ('over' as const),
      text: `${String(Math.ceil(leftMs / 60_000))} min`,
      changesInMs: leftMs > 0 ? leftMs % 60_000 || 60_000 : undefined,
    };
  });
  render(
    <Countdown
      label="Pay by, Bangkok time"
      deadline="Thu 10 Dec, 18:00"
      leftLabel="left"
      overText="The seats were released"
      timeLeft={read}
    />,
  );
  const left = screen.getByText('2 min').closest('[aria-live]');
  expect(left?.getAttribute('aria-live')).toBe('polite');
  const reads = read.mock.calls.length;
  act(() => void vi.advanceTimersByTime(29_999));
  expect(read.mock.calls).toHaveLength(reads);
  act(() => void vi.advanceTimersByTime(1));
  expect(left?.textContent).toContain('1 min');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(left?.textContent).toBe('The seats were released');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const amount = { parse: parseSatang, format: satangText };
const count = { parse: parseWholeNumber, format: String };

function Amount() {
  const [value, setValue] = useState<number | null>(500);
  return (
    <>
      <NumberField label="Amount" {...amount} value={value} onValue={setValue} />
      <NumberField label="Count" {...count} value={value} onValue={setValue} />
      <output>{String(value)}</output>
      <button type="button" onClick={() => setValue(700)}>
        Reset
      </button>
    </>
  );
}

const value = () => screen.getByRole('status').textContent;

it('a number is written out when its field is left; what is no number stays to be mended', async () => {
  const user = userEvent.setup();
  render(<Amount />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  await user.type(field, 'x');
  expect(value()).toBe('NaN');
  await user.tab();
  expect(field.value).toBe('5x');
  await user.clear(field);
  expect(value()).toBe('null');
  await user.type(field, '007');
  expect(value()).toBe('700');
  await user.tab();
  expect(field.value).toBe('7');
  await user.type(field, 'x');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(field.value).toBe('7');
});

it.each([
  // What is typed, the amount in satang and the number of things.
  ['30.000', NaN, NaN],
  ['1,50', NaN, NaN],
  ['1.234,50', NaN, NaN],
  ['1,234.50', 123_450, NaN],
  ['1,200', 120_000, 1200],
  ['๑๐๐', 10_000, 100],
  ['1e3', NaN, NaN],
  [' 5 ', 500, 5],
  ['-1', NaN, NaN],
  ['', null, null],
  [' ', null, null],
])('%j typed as an amount is %s satang, and as a count %s', async (typed, satang, whole) => {
  const user = userEvent.setup();
  render(<Amount />);
  for (const [name, expected] of [
    ['Amount', satang],
    ['Count', whole],
  ] as const) {
    const field = screen.getByRole('textbox', { name });
    await user.clear(field);
    if (typed !== '') await user.type(field, typed);
    expect(value()).toBe(String(expected));
  }
});

function Passengers() {
  const [value, setValue] = useState<number | null>(1);
  return (
    <QuantityField
      {...count}
      label="Passengers"
      value={value}
      onValue={setValue}
      min={1}
      max={3}
      lessLabel="One fewer"
      moreLabel="One more"
    />
  );
}

it('a quantity is changed by its buttons between its limits', async () => {
  const user = userEvent.setup();
  render(<Passengers />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Passengers' });
  const less = screen.getByRole('button', { name: 'One fewer' });
  const more = screen.getByRole('button', { name: 'One more' });
  expect(less.getAttribute('aria-disabled')).toBe('true');
  await user.click(less);
  expect(field.value).toBe('1');
  await user.click(more);
  await user.click(more);
  await user.click(more);
  expect(field.value).toBe('3');
  await user.clear(field);
  await user.click(more);
  expect(field.value).toBe('1');
});
