import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepEarlyActs, type EarlyActs } from './early-acts.ts';

function Wishes() {
  const [day, setDay] = useState('');
  const [insured, setInsured] = useState(false);
  const [noted, setNoted] = useState<readonly string[]>([]);
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
      <button type="button" onClick={() => setNoted([...noted, day])}>
        Note
      </button>
      <p data-testid="noted">{JSON.stringify(noted)}</p>
      <button type="submit">Send</button>
      <p data-testid="sent">{JSON.stringify(sent)}</p>
    </form>
  );
}

const shown = () => screen.getByRole('status').textContent;

/** Until the test has ended. */
function keepActs(): EarlyActs {
  const listening = vi.spyOn(document, 'addEventListener');
  const acts = keepEarlyActs(document);
  const listeners = listening.mock.calls;
  listening.mockRestore();
  onTestFinished(() => {
    for (const [type, listener, options] of listeners) {
      document.removeEventListener(type, listener, options);
    }
  });
  return acts;
}

function paint() {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Wishes />);
  document.body.append(root);
  onTestFinished(() => root.remove());
  return {
    acts: keepActs(),
    takeOver: () => {
      const application = hydrateRoot(root, <Wishes />);
      onTestFinished(() => act(() => application.unmount()));
    },
  };
}

/** A painted page whose taking over has begun, but has not come to anything yet. */
function takeOverPainted(before: () => void = () => undefined): void {
  const { acts, takeOver } = paint();
  before();
  takeOver();
  acts.repeat();
}

function typeAsTheBrowserDoes(field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

describe('what is done at the very moment the application takes the page over', () => {
  it('is not lost: what is typed', async () => {
    takeOverPainted();
    typeAsTheBrowserDoes(screen.getByLabelText('Day'), '2027-12-12');
    await waitFor(() => expect(shown()).toBe('2027-12-12 not insured'));
  });

  it('is not lost: what is ticked', async () => {
    takeOverPainted();
    screen.getByLabelText('Insured').click();
    await waitFor(() => expect(shown()).toBe(' insured'));
    expect(screen.getByLabelText<HTMLInputElement>('Insured').checked).toBe(true);
  });

  it('gives way to what is typed after it', async () => {
    takeOverPainted();
    const field = screen.getByLabelText('Day');
    typeAsTheBrowserDoes(field, '2027');
    typeAsTheBrowserDoes(field, '2027-12');
    await waitFor(() => expect(shown()).toBe('2027-12 not insured'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toBe('2027-12 not insured');
  });

  it('is not sent before what was typed is known', async () => {
    takeOverPainted(() => {
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
    takeOverPainted(() => {
      typeAsTheBrowserDoes(screen.getByLabelText('Day'), '2027-12-12');
    });
    screen.getByRole('button', { name: 'Note' }).click();
    await waitFor(() => expect(shown()).toBe('2027-12-12 not insured'));
    await waitFor(() => expect(screen.getByTestId('noted').textContent).toBe('["2027-12-12"]'));
  });

  it('is done as often as it was pressed', async () => {
    const { acts, takeOver } = paint();
    acts.repeat();
    for (let times = 0; times < 3; times += 1) {
      screen.getByRole('button', { name: 'Note' }).click();
      await new Promise((resolve) => setTimeout(resolve));
    }
    takeOver();
    await waitFor(() => expect(screen.getByTestId('noted').textContent).toBe('["","",""]'));
  });
});
