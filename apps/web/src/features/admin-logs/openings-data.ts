import * as z from 'zod/mini';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { ListDefinition } from '#list/list-query.ts';

/** An entry of the change log: an admin has opened the account number of a refund. */
export type Opening = Pick<
  Database['public']['Tables']['bkk_change_log']['Row'],
  'id' | 'changed_at' | 'actor_email' | 'row_id' | 'after'
>;

const openedSchema = z.object({
  reference: z.string(),
  account_ending: z.string(),
  // Null once the account is erased.
  member_name: z.nullable(z.string()),
  member_email: z.nullable(z.string()),
});

/** Whose number was opened. */
export const openedOf = ({ after }: Opening): z.infer<typeof openedSchema> =>
  openedSchema.parse(after);

export const openingList: ListDefinition<Opening> = {
  key: ['admin', 'openings'],
  keyOf: ({ id }) => String(id),
  pageSize: listSizes.adminPage,
  errorToast: 'adminRefunds:openings.loadFailed',
  columns: ['changed_at'],
  sort: { column: 'changed_at', direction: 'desc' },
  searchColumns: [
    'actor_email',
    'after->>reference',
    'after->>member_name',
    'after->>member_email',
  ],
  idColumn: 'id',
  select: (client, options) =>
    client
      .from('bkk_change_log')
      .select('id, changed_at, actor_email, row_id, after', options)
      .eq('operation', 'READ')
      .eq('table_name', 'bkk_refunds'),
};
