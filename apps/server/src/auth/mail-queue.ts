import type { Database } from '../db/database.ts';

/** How the mails that have not left yet are doing. */
export interface MailQueue {
  readonly waiting: number;
  /** Of these, how many could not be delivered when they were tried last, or should have left long ago. */
  readonly stuck: number;
}

/** The carrier looks every few seconds, so what has been due for so long is carried by nobody. */
const overdueSeconds = 60;

/** Looks at the outbox. */
export async function readMailQueue(database: Database): Promise<MailQueue> {
  const [result] = await database.asService([
    {
      text: `select count(*) as waiting,
          count(*) filter (where last_failure is not null
            or due_at < clock_timestamp() - make_interval(secs => $1)) as stuck
        from bkksiam_private.mail_outbox`,
      values: [overdueSeconds],
    },
  ]);
  const row = result?.rows[0];
  return { waiting: Number(row?.waiting ?? 0), stuck: Number(row?.stuck ?? 0) };
}
