import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { simulatedDelays, toastDurations } from '@bkksiam/domain/constants';
import type { FlightSearch } from '@bkksiam/domain/flight-search';
import {
  searchProblems,
  type SearchField,
  type SearchProblem,
} from '@bkksiam/domain/flight-search-check';
import { useToday } from '#entities/search/today.ts';
import { pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { logFailure } from '#platform/log.ts';
import { showToast, toastProblem } from '#platform/toast.ts';

export function fieldName({ index, part }: SearchField): string {
  return `legs.${String(index)}.${part}`;
}

export function focusSearchField(form: HTMLFormElement | null, field: SearchField): void {
  const element = form?.elements.namedItem(fieldName(field));
  if (element instanceof HTMLInputElement) element.focus();
}

/** The error message beside a field: what to enter there. The toast states the rule. */
export function fieldErrorText(
  t: TFunction,
  problem: SearchProblem,
  part: SearchField['part'],
): string {
  return problem.code === 'search.missing_leg'
    ? t(`search.missing.${part}`)
    : t(`problem.${problem.code}.hint`, problem.values);
}

export const hasFlights = () => settings().features.includes('flights');

/** What searches flights: fetched when the form is first used. */
export const importSearchFlights = async () =>
  (await import('./search-flights-import.ts')).searchFlights();

/** The address of the results: flights are searched for from now on, others after the simulated delay of the specification. */
async function openSearch(search: FlightSearch, queries: QueryClient): Promise<string> {
  if (hasFlights()) return (await importSearchFlights()).startSearch(search, queries);
  await new Promise((resolve) => setTimeout(resolve, simulatedDelays.searchRedirect));
  return pages.results.href();
}

/** Opens the results of a search, unless the user navigates meanwhile. */
function useRedirect() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isNavigating = useNavigation().state !== 'idle';
  const [opened, setOpened] = useState<FlightSearch>();
  // A navigation calls it off, also when it is itself cancelled.
  if (opened && isNavigating) setOpened(undefined);
  useEffect(() => {
    if (!opened) return undefined;
    let isWanted = true;
    openSearch(opened, queries)
      .then((address) => isWanted && navigate(address))
      .catch((error: unknown) => {
        logFailure('the results could not be opened', error);
        if (!isWanted) return;
        setOpened(undefined);
        showToast({
          title: 'search.failed',
          description: 'search.failedText',
          tone: 'destructive',
        });
      });
    return () => {
      isWanted = false;
    };
  }, [opened, queries, navigate]);
  return { isWaiting: opened !== undefined, start: setOpened };
}

/**
 * Validates the search on submit. The first problem is shown in a toast, and all beside their fields until they are
 * fixed; a valid search opens the results.
 */
export function useSearchSubmit(search: FlightSearch) {
  const [found, setFound] = useState<readonly SearchProblem[]>([]);
  const { isWaiting, start } = useRedirect();
  const today = useToday();
  const problemsNow = () => searchProblems(search, hasFlights() ? today : undefined);
  // Problems that arise afterwards are shown only after the next submit.
  const problems = problemsNow().filter(({ code, values }) =>
    found.some((known) => known.code === code && known.values.leg === values.leg),
  );

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    if (isWaiting) return;
    const all = problemsNow();
    setFound(all);
    const [first] = all;
    if (first === undefined) {
      showToast({ title: 'search.searching', tone: 'info', duration: toastDurations.search });
      start(search);
      return;
    }
    toastProblem(first);
    const [field] = first.fields;
    if (field) focusSearchField(event.currentTarget, field);
  }

  return { problems, isWaiting, onSubmit, clearProblems: () => setFound([]) };
}
