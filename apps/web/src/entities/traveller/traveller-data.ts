import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { maxTravellers, type Person } from '@bkksiam/domain/traveller';
import { callFunction } from '#platform/call-function.ts';
import { callData } from '#platform/data-api.ts';

const columns =
  'traveller_id, first_name, last_name, birth_date, nationality, passport_ending, passport_expires_on' as const;

function selectTravellers(userId: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_travellers')
      .select(columns)
      .eq('user_id', userId)
      .order('last_name')
      .order('first_name')
      .order('traveller_id')
      .limit(maxTravellers)
      .abortSignal(signal),
  );
}

/** A traveller that the member has saved. */
export type Traveller = Awaited<ReturnType<typeof selectTravellers>>[number];

/** The travellers of the member by their last names. */
export function travellersQuery(userId: string) {
  return queryOptions({
    queryKey: ['travellers', userId],
    queryFn: ({ signal }) => selectTravellers(userId, signal),
  });
}

/** A row with the columns that tell people apart, such as a traveller or a passenger of a booking. */
interface PersonRow {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly birth_date: string | null;
}

export const personOf = (row: PersonRow): Person => ({
  firstName: row.first_name ?? '',
  lastName: row.last_name ?? '',
  birthDate: row.birth_date,
});

/** What is saved of a traveller besides the number of the passport. */
export interface TravellerDetails extends Person {
  readonly id: string;
  /** Three letters. */
  readonly nationality: string | null;
  /** A calendar day. */
  readonly passportExpiry: string | null;
}

/** What a member does with the saved travellers. */
export function useTravellerActions(userId: string) {
  const client = useQueryClient();
  async function send(call: () => Promise<unknown>) {
    try {
      await call();
    } finally {
      // Also after a lost answer.
      await client.invalidateQueries(travellersQuery(userId));
    }
  }
  return {
    /** Repeating an id changes the traveller. The code of the error is `conflict` for more travellers than are kept. */
    save: ({ id, nationality, passportExpiry, birthDate, ...names }: TravellerDetails) =>
      send(() =>
        callData((api) =>
          api.rpc('bkk_save_traveller', {
            p_traveller_id: id,
            p_first_name: names.firstName,
            p_last_name: names.lastName,
            ...(birthDate !== null && { p_birth_date: birthDate }),
            ...(nationality !== null && { p_nationality: nationality }),
            ...(passportExpiry !== null && { p_passport_expires_on: passportExpiry }),
          }),
        ),
      ),
    /** Null removes the number. The code of the error is `no_sealing_key` where the server cannot keep it. */
    storePassport: (id: string, number: string | null) =>
      send(() => callFunction('traveller-passport', { traveller_id: id, number })),
    remove: (id: string) =>
      send(() => callData((api) => api.rpc('bkk_delete_traveller', { p_traveller_id: id }))),
  };
}
