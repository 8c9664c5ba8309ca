import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import type { Viewer } from './backend.ts';
import { callFunction } from './group-requests.ts';

/** Saves a traveller of a user by the data API; returns the id. */
export async function saveTraveller(
  backend: TestBackend,
  caller: Exclude<Viewer, 'visitor'>,
  [firstName, lastName]: readonly [string, string],
  details: Readonly<Record<string, string>> = {},
): Promise<string> {
  const id = crypto.randomUUID();
  await callFunction(backend, caller, 'bkk_save_traveller', {
    p_traveller_id: id,
    p_first_name: firstName,
    p_last_name: lastName,
    ...details,
  });
  return id;
}
