import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import { AppError } from './app-error.ts';
import { comingSoon } from './coming-soon.ts';
import { createQueryClient } from './query-client.ts';
import { useShownToast, type ShownToast } from './toast.ts';

let toasts: ShownToast[] = [];

/** Records each toast: a second one is another object, even with the same text. */
function Toasts() {
  const toast = useShownToast();
  useEffect(() => {
    if (toast !== undefined && !toasts.includes(toast)) toasts.push(toast);
  }, [toast]);
  return null;
}

function show(Part: () => React.ReactNode) {
  toasts = [];
  const client = createQueryClient();
  const page = (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Toasts />
        <Part />
      </QueryClientProvider>
    </StrictMode>
  );
  return render(page);
}

const fail = () => Promise.reject(new AppError({ code: '', message: 'no things' }));
/** Ids count the toasts, those that another one replaced at once too. */
const shownIds = () => toasts.map(({ id }) => id);

function FailingQuery() {
  const { status, refetch, isFetching } = useQuery({
    queryKey: ['things', 1],
    queryFn: fail,
    meta: { errorToast: 'users.error' },
  });
  return (
    <button type="button" disabled={isFetching} onClick={() => void refetch()}>
      {status}
    </button>
  );
}

it('logs a failed query and shows its toast once for each fetch, however many components observe it', async () => {
  show(() => (
    <>
      <FailingQuery />
      <FailingQuery />
    </>
  ));
  const [button] = await screen.findAllByRole('button', { name: 'error' });
  const [line, ...others] = takeConsoleErrors();
  expect(line).toMatch(/^bkksiam: query \["things",1\] failed AppError: no things/);
  expect(others).toEqual([]);
  expect(toasts).toMatchObject([{ title: 'users.error', description: { text: 'no things' } }]);
  await userEvent.click(button ?? document.body);
  await waitFor(() => expect(toasts).toHaveLength(2));
  const [first = 0] = shownIds();
  expect(shownIds()).toEqual([first, first + 1]);
  expect(takeConsoleErrors()).toHaveLength(1);
});

function Mutation({ named = false, error }: { named?: boolean; error?: Error }) {
  const { mutate, status } = useMutation({
    ...(named && { mutationKey: ['things', 'change'] }),
    mutationFn: () => (error ? Promise.reject(error) : fail()),
    meta: { errorToast: { title: 'users.error', description: 'users.done' } },
  });
  return (
    <button type="button" onClick={() => mutate()}>
      {status}
    </button>
  );
}

it.each([
  ['logs a mutation by its key and shows the fixed toast', true, undefined, 1, 1],
  ['leaves the log of a mutation without a key to its form', false, undefined, 0, 1],
  ['neither logs nor shows an abort', true, new DOMException('gone', 'AbortError'), 0, 0],
] as const)('%s', async (_name, named, error, lines, shown) => {
  show(() => <Mutation named={named} {...(error && { error })} />);
  await userEvent.click(screen.getByRole('button'));
  await screen.findByRole('button', { name: 'error' });
  const logged = takeConsoleErrors();
  expect(logged).toHaveLength(lines);
  expect(logged.join()).toMatch(lines > 0 ? /mutation \["things","change"\] failed/ : '');
  expect(toasts).toHaveLength(shown);
  if (shown > 0) expect(toasts).toMatchObject([{ description: 'users.done', tone: 'destructive' }]);
});

const soon = comingSoon({ title: 'toast.walletSoon', description: 'toast.walletSoonText' });

function Missing() {
  const { data } = useQuery({ ...soon, queryKey: ['soon'], queryFn: () => Promise.resolve(null) });
  return <p>{data === null ? 'nothing' : 'loading'}</p>;
}

function MissingPage() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        toggle
      </button>
      {isOpen && <Missing />}
    </>
  );
}

it('shows that a table is missing whenever its page is opened, and not on a focus', async () => {
  show(MissingPage);
  await screen.findByText('nothing');
  expect(toasts).toMatchObject([{ title: 'toast.walletSoon' }]);
  const toggle = screen.getByRole('button');
  await userEvent.click(toggle);
  await userEvent.click(toggle);
  await waitFor(() => expect(toasts).toHaveLength(2));
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const [first = 0] = shownIds();
  expect(shownIds()).toEqual([first, first + 1]);
});
