import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepEarlyActs, type EarlyActs } from './early-acts.ts';

function Wishes() {
  const [day, setDay] = useState('');
  const [insured, setInsured] = useState(false);
  const [noted, setNoted] = useState('nothing yet');
  const [sent, setSent] = useState<readonly string[]>([]);
  return (
    <form
      aria-label="Wishes"
      onSubmit={(event) => {
        event.preventDefault();
        setSent([...sent, day]);
      }}
    >
      <input aria-label="Day" value={day} onChange={({ target }) => setDay(target.value)} />
      <input
        aria-label="Insured"
        type="checkbox"
        checked={insured}
        onChange={({ target }) => setInsured(target.checked)}
      />
      <output>{`${day} ${insured ? 'insured' : 'not insured'}`}</output>
      <button type="button" onClick={() => setNoted(day)}>
        Note
      </button>
      <p data-testid="noted">{noted}</p>
      <button type="submit">Send</button>
      <p data-testid="sent">{JSON.stringify(sent)}</p>
    </form>
  );
}

const shown = () => screen.getByRole('status').textContent;

/** What is done on the page reaches those who listen for it until the second of the two is called. */
function keepActs(): [EarlyActs, () => void] {
  const listening = vi.spyOn(document, 'addEventListener');
  const acts = keepEarlyActs(document);
  const listeners = listening.mock.calls;
  listening.mockRestore();
  return [
    acts,
    () => {
      for (const [type, listener, options] of listeners) {
        document.removeEventListener(type, listener, options);
      }
    },
  ];
}

/** A painted page whose taking over has begun, but has not come to anything yet. */
function takeOverPainted(before: () => void = () => undefined): () => void {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Wishes />);
  document.body.append(root);
  const [acts, forget] = keepActs();
  before();
  const application = hydrateRoot(root, <Wishes />);
  acts.repeat();
  return () => {
    forget();
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

  it('is not sent before what was typed is known', async () => {
    leave = takeOverPainted(() => {
      typeAsTheBrowserDoes(screen.getByLabelText('Day'), '2027-12-12');
    });
    // React takes the form over on the spot, and hears of its submission in the same breath.
    screen.getByRole('button', { name: 'Send' }).click();
    await waitFor(() => expect(screen.getByTestId('sent').textContent).toBe('["2027-12-12"]'));
    screen.getByRole('button', { name: 'Send' }).click();
    await waitFor(() =>
      expect(screen.getByTestId('sent').textContent).toBe('["2027-12-12","2027-12-12"]'),
    );
  });

  it('is not acted on before what was typed is known', async () => {
    leave = takeOverPainted(() => {
      typeAsTheBrowserDoes(screen.getByLabelText('Day'), '2027-12-12');
    });
    screen.getByRole('button', { name: 'Note' }).click();
    await waitFor(() => expect(shown()).toBe('2027-12-12 not insured'));
    await waitFor(() => expect(screen.getByTestId('noted').textContent).toBe('2027-12-12'));
  });
});
