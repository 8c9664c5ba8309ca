import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { keepEarlyActs } from './early-acts.ts';

function Wishes() {
  const [day, setDay] = useState('');
  const [insured, setInsured] = useState(false);
  return (
    <form>
      <input aria-label="Day" value={day} onChange={({ target }) => setDay(target.value)} />
      <input
        aria-label="Insured"
        type="checkbox"
        checked={insured}
        onChange={({ target }) => setInsured(target.checked)}
      />
      <output>{`${day} ${insured ? 'insured' : 'not insured'}`}</output>
    </form>
  );
}

const shown = () => screen.getByRole('status').textContent;

/** A painted page whose taking over has begun, but has not come to anything yet. */
function takeOverPainted(): () => void {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Wishes />);
  document.body.append(root);
  const acts = keepEarlyActs(document);
  const application = hydrateRoot(root, <Wishes />);
  acts.repeat();
  return () => {
    act(() => application.unmount());
    root.remove();
  };
}

function typeAsTheBrowserDoes(field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

describe('what is done at the very moment the application takes the page over', () => {
  let leave: () => void = () => undefined;
  afterEach(() => leave());

  it('is not lost: what is typed', async () => {
    leave = takeOverPainted();
    typeAsTheBrowserDoes(screen.getByLabelText('Day'), '2027-12-12');
    await waitFor(() => expect(shown()).toBe('2027-12-12 not insured'));
  });

  it('is not lost: what is ticked', async () => {
    leave = takeOverPainted();
    screen.getByLabelText('Insured').click();
    await waitFor(() => expect(shown()).toBe(' insured'));
    expect(screen.getByLabelText<HTMLInputElement>('Insured').checked).toBe(true);
  });

  it('gives way to what is typed after it', async () => {
    leave = takeOverPainted();
    const field = screen.getByLabelText('Day');
    typeAsTheBrowserDoes(field, '2027');
    typeAsTheBrowserDoes(field, '2027-12');
    await waitFor(() => expect(shown()).toBe('2027-12 not insured'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toBe('2027-12 not insured');
  });
});
