import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { StatusChip } from './status-chip.tsx';

const quoted = {
  status: 'QUOTED',
  tone: 'ask',
  icon: 'letter',
  meaning: 'Offer waiting for your answer',
} as const;

it('a status has its raw text on screen and its meaning in its name, and shows it on focus', async () => {
  const user = userEvent.setup();
  render(<StatusChip {...quoted} />);
  const chip = screen.getByRole('button', { name: 'QUOTED: Offer waiting for your answer' });
  expect(chip.textContent).toBe('QUOTED');
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.tab();
  expect((await screen.findByRole('tooltip')).textContent).toBe(quoted.meaning);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

it('a press shows the meaning of a status where nothing hovers', async () => {
  const user = userEvent.setup();
  render(<StatusChip {...quoted} />);
  await user.pointer([{ keys: '[TouchA]', target: screen.getByRole('button') }]);
  expect((await screen.findByRole('tooltip')).textContent).toBe(quoted.meaning);
});

it('a meaning beside its status needs no button', () => {
  render(<StatusChip {...quoted} show="beside" />);
  expect(screen.getByText(quoted.meaning)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('an unknown status is its raw text alone', () => {
  const { container } = render(<StatusChip status="SOMETHING_NEW" tone="plain" />);
  expect(container.textContent).toBe('SOMETHING_NEW');
  expect(screen.queryByRole('button')).toBeNull();
});
