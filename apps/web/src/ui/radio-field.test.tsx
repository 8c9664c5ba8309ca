import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { RadioField } from './radio-field.tsx';

function Sorted() {
  const [chosen, setChosen] = useState('best');
  const choices = ['best', 'cheapest', 'fastest'].map((value) => ({
    value,
    text: value,
    hint: value === 'best' ? 'THB 8,930' : undefined,
  }));
  return (
    <RadioField look="tabs" legend="Order" choices={choices} chosen={chosen} onChoose={setChosen} />
  );
}

it('the order of a list, as tabs, is one stop of the Tab key and changes by arrow keys', async () => {
  // jsdom has none; user-event asks it for the name of the group.
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  onTestFinished(() => void vi.unstubAllGlobals());
  const user = userEvent.setup();
  render(<Sorted />);
  const checked = () =>
    within(screen.getByRole('group', { name: 'Order' })).getByRole('radio', { checked: true });
  await user.tab();
  expect(document.activeElement).toBe(checked());
  expect(checked()).toBe(screen.getByRole('radio', { name: 'best THB 8,930' }));
  await user.keyboard('{ArrowRight}');
  expect(checked()).toBe(screen.getByRole('radio', { name: 'cheapest' }));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(checked()).toBe(screen.getByRole('radio', { name: 'fastest' }));
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});
