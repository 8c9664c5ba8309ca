import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { cabinClasses, type FlightSearch } from '@bkksiam/domain/flight-search';
import {
  groupRequestProblems,
  legsOfSearch,
  type GroupRequest,
  type GroupRequestField,
} from '@bkksiam/domain/group-request';
import { passengersOf } from '@bkksiam/domain/search-passengers';
import { requestKeys } from '#entities/request/request-data.ts';
import { forgetRequestSearch } from '#entities/search/request-search.ts';
import { useSearch } from '#entities/search/search-store.ts';
import { pages } from '#pages.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { logRejection } from '#platform/log.ts';
import { serverNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast.ts';
import { sendRequest } from './request-data.ts';

const count = z.nullable(z.number());
const shape = z.object({
  legs: z.array(z.object({ origin: z.string(), destination: z.string(), day: z.string() })),
  passengers: z.object({ adult: count, child: count, infant: count }),
  flexibilityDays: z.number(),
  cabin: z.enum(cabinClasses),
  airlines: z.array(z.string()),
  budgetSatang: count,
  notes: trimmedText,
  /** Made once for a form: sending it again after a lost answer gives the same request. */
  key: z.string(),
});
const schema = shape.check(domainCheck<RequestInput>(problemsOf, 'requests'));

type RequestInput = z.infer<typeof shape>;

/** An emptied number of adults is an error, one of children is none. */
function requestOf({ passengers: { adult, child, infant }, ...input }: RequestInput) {
  return {
    ...input,
    passengers: { adult: adult ?? Number.NaN, child: child ?? 0, infant: infant ?? 0 },
  } satisfies GroupRequest;
}

function problemsOf(input: RequestInput) {
  return groupRequestProblems(requestOf(input), new Date(serverNow()));
}

/** The airports of a leg, with the keys of their labels. */
export const airportParts = [
  { part: 'origin', label: 'common:search.from' },
  { part: 'destination', label: 'common:search.to' },
] as const;

function inputOfSearch(search: FlightSearch): RequestInput {
  return {
    legs: [...legsOfSearch(search, bangkokToday())],
    passengers: passengersOf(search),
    flexibilityDays: 0,
    cabin: search.cabin,
    airlines: [],
    budgetSatang: null,
    notes: '',
    key: newId(),
  };
}

export function focusRequestField(field: GroupRequestField): void {
  const name = field === 'passengers' ? 'passengers.adult' : field;
  document.getElementsByName(name)[0]?.focus();
}

/** The form of a group request. It starts with the last search of the tab, and its draft is kept. */
export function useRequestForm(userId: string) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [defaultValues] = useState(() => inputOfSearch(useSearch.getState()));
  const { form, ...rest } = useAppForm({
    schema,
    defaultValues,
    draftKey: 'request',
    send: (input) => sendRequest({ ...requestOf(input), cabin: input.cabin }, input.key),
    async onSuccess(id) {
      forgetRequestSearch();
      showToast({ title: 'requests:form.sent', description: 'requests:form.sentText' });
      await client.invalidateQueries({ queryKey: requestKeys.ofMember(userId) });
      logRejection('the request could not be opened', navigate(pages.request.href(id)));
    },
  });
  const input = form.watch();
  return {
    ...rest,
    input,
    /** The fields with an error, in the order of the form. */
    problems: form.formState.isSubmitted ? problemsOf(input) : [],
  };
}

export type RequestForm = ReturnType<typeof useRequestForm>;
