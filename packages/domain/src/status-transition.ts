/** Who moves a status on: the member it belongs to, an admin, or the clock. */
export type Actor = 'member' | 'admin' | 'system';

/** One row of a transition table. SQL has the same rows. */
export interface StatusTransition<Status extends string, Verb extends string> {
  readonly from: Status;
  readonly verb: Verb;
  readonly by: Actor;
  readonly to: Status;
}

/** A verb by an actor from several statuses to one. */
export function transitions<Status extends string, Verb extends string>(
  from: readonly Status[],
  verb: Verb,
  by: Actor,
  to: Status,
): readonly StatusTransition<Status, Verb>[] {
  return from.map((status) => ({ from: status, verb, by, to }));
}

/** The verbs an actor has in a status, each once in the order of the table; none in a final or unknown status. */
export function allowedVerbs<Verb extends string>(
  table: readonly StatusTransition<string, Verb>[],
  from: string,
  by: Actor,
): readonly Verb[] {
  const rows = table.filter((row) => row.from === from && row.by === by);
  return [...new Set(rows.map(({ verb }) => verb))];
}

/** Whether a table has a transition. */
export function isTransition(
  table: readonly StatusTransition<string, string>[],
  { from, verb, by, to }: StatusTransition<string, string>,
): boolean {
  return table.some(
    (row) => row.from === from && row.verb === verb && row.by === by && row.to === to,
  );
}
