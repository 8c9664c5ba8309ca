import type { TFunction } from 'i18next';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { simulatedDelays, toastDurations } from '@bkksiam/domain/constants';
import type { FlightSearch } from '@bkksiam/domain/flight-search';
import {
  checkSearch,
  searchProblems,
  type SearchField,
  type SearchProblem,
} from '@bkksiam/domain/flight-search-check';
import { paths } from '#app/paths.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';

/** The name of a field in the form. */
export function fieldName({ index, part }: SearchField): string {
  return `legs.${String(index)}.${part}`;
}

/** A field of the form on screen. */
export function findField(form: HTMLFormElement, field: SearchField): HTMLInputElement | undefined {
  const element = form.elements.namedItem(fieldName(field));
  return element instanceof HTMLInputElement ? element : undefined;
}

/** A problem's words beside a field: what to do there. The rule itself is said by the toast. */
export function remarkOn(t: TFunction, problem: SearchProblem, part: SearchField['part']): string {
  return problem.code === 'search.missing_leg'
    ? t(`search.missing.${part}`)
    : t(`problem.${problem.code}.remark`, problem.values);
}

function toastProblem({ code, values }: SearchProblem): void {
  showToast({
    title: `problem.${code}.title`,
    description: `problem.${code}.text`,
    values,
    tone: 'destructive',
    duration: toastDurations.formError,
  });
}

/** Goes to the results after the simulated wait, unless the person goes elsewhere meanwhile. */
function useRedirect() {
  const navigate = useNavigate();
  const leaving = useNavigation().state !== 'idle';
  const [waiting, setWaiting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Also when the navigation that called the timer off is itself given up.
  if (waiting && leaving) setWaiting(false);
  useEffect(() => {
    const stop = () => clearTimeout(timer.current);
    if (leaving) stop();
    return stop;
  }, [leaving]);
  function start() {
    setWaiting(true);
    timer.current = setTimeout(() => {
      Promise.resolve(navigate(paths.results.href())).catch((error: unknown) =>
        logFailure('the results could not be opened', error),
      );
    }, simulatedDelays.searchRedirect);
  }
  return { waiting, start };
}

/**
 * Sending the search. Refused, it says the first problem as a toast and keeps it beside its fields until it is put
 * right; agreed, it says so and goes to the results. While it waits it is not sent again.
 */
export function useSearchAttempt(search: FlightSearch) {
  const [refused, setRefused] = useState<SearchProblem | null>(null);
  const { waiting, start } = useRedirect();
  // What was said stays until it no longer holds; what nobody was told yet is not held against them.
  const problem = searchProblems(search).find(
    ({ code, values }) => code === refused?.code && values.leg === refused.values.leg,
  );

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (waiting) return;
    const found = checkSearch(search);
    setRefused(found);
    if (found === null) {
      showToast({ title: 'search.searching', duration: toastDurations.search });
      start();
      return;
    }
    toastProblem(found);
    const [first] = found.fields;
    if (first) findField(event.currentTarget, first)?.focus();
  }

  return { problem, waiting, onSubmit, forgive: () => setRefused(null) };
}
