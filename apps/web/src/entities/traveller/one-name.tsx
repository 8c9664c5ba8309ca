import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  airlineNames,
  hasOneName,
  oneNameStyles,
  type PassengerNames,
} from '@bkksiam/domain/passenger-name';
import { callJson } from '#platform/call-json.ts';

/** How airlines write a single name: a setting of the operator. */
const styleQuery = queryOptions({
  queryKey: ['one-name-style'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) =>
    callJson(z.enum(oneNameStyles), (client) =>
      client.rpc('bkk_one_name_style').abortSignal(signal),
    ),
});

/** Gives names as airlines write them; as they are while the style of a single name is not known. */
export function useAirlineNames(people: readonly PassengerNames[]) {
  const { data: style } = useQuery({ ...styleQuery, enabled: people.some(hasOneName) });
  return (names: PassengerNames) => (style === undefined ? names : airlineNames(names, style));
}

/** Tells how airlines write a single name; nothing for two names. */
export function OneNameNote(props: {
  readonly names: PassengerNames;
  /** Asks for the other name too, in a form. */
  readonly isTyped?: boolean;
}) {
  const { names, isTyped = false } = props;
  const { t } = useTranslation('bookings');
  const { firstName: first, lastName: last } = useAirlineNames([names])(names);
  if (!hasOneName(names) || first === '' || last === '') return null;
  const values = { first: first.toUpperCase(), last: last.toUpperCase() };
  return (
    <span className="mt-0.5 block text-sm font-text text-ink-2">
      {t('oneName.written', values)}
      {isTyped && ` ${t('oneName.isWhole')}`}
    </span>
  );
}
