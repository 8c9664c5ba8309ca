import { useQueryClient } from '@tanstack/react-query';
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
import { pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { logRejection } from '#platform/log.ts';
import { showToast, toastProblem } from '#platform/toast.ts';

export function fieldName({ index, part }: SearchField): string {
  return `legs.${String(index)}.${part}`;
}

export function focusField(form: HTMLFormElement | null, field: SearchField): void {
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

export const importFlightFields = async () =>
  (await import('./flight-fields-import.ts')).flightFields();

/** Opens the results after the simulated delay, unless the user navigates meanwhile; flights are searched from the start. */
function useRedirect() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isNavigating = useNavigation().state !== 'idle';
  const [address, setAddress] = useState<string | Promise<string>>();
  // A navigation cancels the timer, also when it is itself cancelled.
  if (address && isNavigating) setAddress(undefined);
  useEffect(() => {
    if (!address) return undefined;
    const open = async () => navigate(await address);
    const timer = setTimeout(() => {
      logRejection('the results could not be opened', open());
    }, simulatedDelays.searchRedirect);
    return () => clearTimeout(timer);
  }, [address, navigate]);
  return {
    isWaiting: address !== undefined,
    start: (search: FlightSearch) =>
      setAddress(
        hasFlights()
          ? importFlightFields().then((fields) => fields.startSearch(search, queryClient))
          : pages.results.href(),
      ),
  };
}

/**
 * Validates the search on submit. The first problem is shown in a toast, and all beside their fields until they are
 * fixed; a valid search opens the results.
 */
export function useSearchSubmit(search: FlightSearch) {
  const [found, setFound] = useState<readonly SearchProblem[]>([]);
  const { isWaiting, start } = useRedirect();
  // Problems that arise afterwards are shown only after the next submit.
  const problems = searchProblems(search).filter(({ code, values }) =>
    found.some((known) => known.code === code && known.values.leg === values.leg),
  );

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    if (isWaiting) return;
    const all = searchProblems(search);
    setFound(all);
    const [first] = all;
    if (first === undefined) {
      showToast({ title: 'search.searching', tone: 'info', duration: toastDurations.search });
      start(search);
      return;
    }
    toastProblem(first);
    const [field] = first.fields;
    if (field) focusField(event.currentTarget, field);
  }

  return { problems, isWaiting, onSubmit, clearProblems: () => setFound([]) };
}
