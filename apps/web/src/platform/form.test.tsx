import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { CodeField } from '#ui/code-field.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { useAppForm } from './form.ts';
import { domainCheck, trimmedText } from './form-schema.ts';
import { toastProblem } from './toast.ts';
import { ToastRegion } from './toast-region.tsx';
import { discardShownChanges, hasUnsavedChanges } from './unsaved-changes.ts';

const schema = z.object({
  name: trimmedText.check(z.minLength(1, 'Name?')),
  note: trimmedText,
  code: z.string(),
});

interface SampleProps {
  readonly title: string;
  readonly send: (output: z.output<typeof schema>) => Promise<unknown>;
  readonly afterwards?: () => void;
}

function Sample({ title, send, afterwards }: SampleProps) {
  const { field, onSubmit } = useAppForm({
    schema,
    defaultValues: { name: '', note: '', code: '' },
    draftKey: title,
    send,
    ...(afterwards && { afterwards }),
  });
  return (
    <Form aria-label={title} onSubmit={onSubmit}>
      <TextField {...field('name')} label={`${title} name`} />
      <TextArea {...field('note')} label={`${title} note`} />
      <CodeField {...field('code', (text) => text.replaceAll(/\D/g, ''))} label={`${title} code`} />
    </Form>
  );
}

const texts = i18next.createInstance({ lng: 'en', resources: {} });
beforeAll(() => texts.init());

function page(...forms: readonly SampleProps[]) {
  return (
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={new QueryClient()}>
        {forms.map((form) => (
          <Sample key={form.title} {...form} />
        ))}
      </QueryClientProvider>
    </I18nextProvider>
  );
}

const sent = () => vi.fn<SampleProps['send']>(() => Promise.resolve());
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
const submit = (title: string) => fireEvent.submit(screen.getByRole('form', { name: title }));

it('knows what was typed before hydration, and sends it', async () => {
  const send = sent();
  const form = page({ title: 'A', send });
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(form);
  box('A name').value = ' Malai ';
  box('A note').value = 'Two\nlines';
  box('A code').value = '1 2';
  const { unmount } = render(form, { container: root, hydrate: true });
  onTestFinished(unmount);
  expect([box('A name').value, box('A note').value]).toEqual([' Malai ', 'Two\nlines']);
  await waitFor(() => expect(hasUnsavedChanges()).toBe(true));
  submit('A');
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send.mock.lastCall?.[0]).toEqual({ name: 'Malai', note: 'Two\nlines', code: '12' });
});

it('asks before leaving while any of several forms is dirty', async () => {
  const send = sent();
  render(page({ title: 'A', send }, { title: 'B', send }));
  type('A name', 'Malai');
  type('B name', 'Somchai');
  expect(hasUnsavedChanges()).toBe(true);
  submit('B');
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  type('B note', 'again');
  type('B note', '');
  expect(hasUnsavedChanges()).toBe(true);
  type('A name', '');
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
});

it('goes on after sending, but not if the form was left meanwhile', async () => {
  const afterwards = vi.fn<() => void>();
  let answer: () => void = () => undefined;
  const send = vi.fn<SampleProps['send']>(() => new Promise<void>((resolve) => (answer = resolve)));
  const { unmount } = render(page({ title: 'A', send, afterwards }));
  type('A name', 'Malai');
  submit('A');
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  answer();
  await waitFor(() => expect(afterwards).toHaveBeenCalledTimes(1));
  submit('A');
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  unmount();
  answer();
  await Promise.resolve();
  expect(afterwards).toHaveBeenCalledTimes(1);
});

it('keeps a draft of what leaves the screen, unless it was given up or sent', async () => {
  const send = sent();
  const form = page({ title: 'A', send });
  const first = render(form);
  type('A name', 'Malai');
  first.unmount();
  const second = render(form);
  expect(box('A name').value).toBe('Malai');
  await waitFor(() => expect(hasUnsavedChanges()).toBe(true));
  discardShownChanges();
  second.unmount();
  const third = render(form);
  expect(box('A name').value).toBe('');
  type('A name', 'Malai');
  submit('A');
  await waitFor(() => expect(send).toHaveBeenCalled());
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  third.unmount();
  render(form);
  expect(box('A name').value).toBe('');
});

it('shows errors from the first submit on, at the field, which takes the focus', async () => {
  const send = sent();
  render(page({ title: 'A', send }));
  type('A name', ' ');
  expect(box('A name').hasAttribute('aria-invalid')).toBe(false);
  submit('A');
  await screen.findByText('Name?');
  expect(document.activeElement).toBe(box('A name'));
  type('A name', 'Malai');
  await waitFor(() => expect(screen.queryByText('Name?')).toBeNull());
  expect(send).not.toHaveBeenCalled();
});

it('focuses the first invalid field of the page, be it registered or controlled', async () => {
  const missing = z.string().check(z.minLength(1, 'Missing'));
  function Mixed() {
    const { form, field, errorOf, onSubmit } = useAppForm({
      schema: z.object({ last: missing, trips: z.array(z.object({ day: missing })) }),
      defaultValues: { last: '', trips: [{ day: '' }] },
      send: () => Promise.resolve(),
    });
    const last = field('last');
    return (
      <Form aria-label="mixed" onSubmit={onSubmit}>
        <TextField
          name="trips.0.day"
          label="day"
          value={form.watch('trips.0.day')}
          onChange={({ target }) => form.setValue('trips.0.day', target.value)}
          error={errorOf('trips.0.day')}
        />
        <TextField {...last} label="last" />
      </Form>
    );
  }
  render(
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={new QueryClient()}>
        <Mixed />
      </QueryClientProvider>
    </I18nextProvider>,
  );
  const form = screen.getByRole('form', { name: 'mixed' });
  fireEvent.submit(form);
  await waitFor(() => expect(document.activeElement).toBe(box('day')));
  type('day', '1');
  fireEvent.submit(form);
  await waitFor(() => expect(document.activeElement).toBe(box('last')));
});

it('is sent once, however often it is submitted, and takes no input meanwhile', async () => {
  const answers: (() => void)[] = [];
  const send = vi.fn<SampleProps['send']>(
    () => new Promise<void>((resolve) => void answers.push(resolve)),
  );
  render(page({ title: 'A', send }));
  type('A name', 'Malai');
  submit('A');
  submit('A');
  await waitFor(() => expect(box('A name').readOnly).toBe(true));
  submit('A');
  answers.forEach((answer) => answer());
  await waitFor(() => expect(box('A name').readOnly).toBe(false));
  expect(send).toHaveBeenCalledTimes(1);
});

it('shows the messages of a feature from its own namespace, in the form and in the toast', async () => {
  const instance = i18next.createInstance();
  const problem = { missing: { title: 'Not sent', text: 'Say {{count}} more words.' } };
  await instance.init({ lng: 'en', resources: { en: { common: {}, requests: { problem } } } });
  const namedSchema = z
    .object({ name: trimmedText })
    .check(
      domainCheck(() => ({ name: { code: 'missing.text', values: { count: 2 } } }), 'requests'),
    );
  function Named() {
    const { field, onSubmit } = useAppForm({
      schema: namedSchema,
      defaultValues: { name: '' },
      send: () => Promise.resolve(),
      onInvalid: () => toastProblem({ code: 'missing', values: { count: 3 } }, 'requests'),
    });
    return (
      <Form aria-label="named" onSubmit={onSubmit}>
        <TextField {...field('name')} label="name" />
      </Form>
    );
  }
  render(
    <I18nextProvider i18n={instance}>
      <QueryClientProvider client={new QueryClient()}>
        <Named />
        <ToastRegion />
      </QueryClientProvider>
    </I18nextProvider>,
  );
  fireEvent.submit(screen.getByRole('form', { name: 'named' }));
  expect(await screen.findByText('Say 2 more words.')).toBeTruthy();
  expect((await screen.findByText('Not sent')).parentElement?.textContent).toBe(
    'Not sentSay 3 more words.',
  );
});

const numbers = z.object({
  amount: z.nullable(z.number()),
  lines: z.array(z.object({ count: z.nullable(z.number()) })),
  name: trimmedText.check(z.minLength(1, 'Name?')),
});

function Numbers({ send }: { readonly send: (output: object) => Promise<unknown> }) {
  const { field, amount, count, onSubmit } = useAppForm({
    schema: numbers,
    defaultValues: { amount: null, lines: [{ count: 1 }], name: '' },
    send,
  });
  return (
    <Form aria-label="Numbers" onSubmit={onSubmit}>
      <NumberField {...amount('amount')} label="Amount" />
      <details>
        <summary>More</summary>
        <NumberField {...count('lines.0.count')} label="Count" />
      </details>
      <TextField {...field('name')} label="Name" />
    </Form>
  );
}

const isInvalid = (label: string) => box(label).getAttribute('aria-invalid') === 'true';

it('sends no number that is not read: the field says so when it is left, and stays as typed', async () => {
  const send = vi.fn<(output: object) => Promise<unknown>>(() => Promise.resolve());
  render(
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={new QueryClient()}>
        <Numbers send={send} />
      </QueryClientProvider>
    </I18nextProvider>,
  );
  type('Amount', '30.000');
  expect(isInvalid('Amount')).toBe(false);
  fireEvent.blur(box('Amount'));
  await waitFor(() => expect(isInvalid('Amount')).toBe(true));
  type('Amount', '30');
  await waitFor(() => expect(isInvalid('Amount')).toBe(false));
  type('Count', '1,5');
  submit('Numbers');
  // Beside what the schema says, and where it is folded.
  await waitFor(() => expect([isInvalid('Count'), isInvalid('Name')]).toEqual([true, true]));
  expect(document.activeElement).toBe(box('Count'));
  expect(box('Count').closest('details')?.open).toBe(true);
  expect(box('Count').value).toBe('1,5');
  type('Count', '2');
  type('Name', 'Malai');
  submit('Numbers');
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  const output = { amount: 3000, lines: [{ count: 2 }], name: 'Malai' };
  expect(send.mock.calls[0]?.[0]).toEqual(output);
});
