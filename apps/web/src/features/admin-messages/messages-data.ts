import { listSizes } from '@bkksiam/domain/constants';
import { callData } from '#platform/data-api.ts';
import type { ListDefinition } from '#list/list-query.ts';

/** A message that was given up. */
export interface UndeliveredMessage {
  readonly id: string;
  readonly channel: string;
  readonly event: string;
  readonly email: string | null;
  readonly full_name: string | null;
  readonly attempts: number;
  readonly reason: string | null;
  readonly failed_at: string;
}

export const messageList: ListDefinition<UndeliveredMessage> = {
  key: ['admin', 'messages'],
  keyOf: ({ id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'messages:loadFailed',
  columns: ['failed_at', 'email', 'event', 'reason', 'attempts'],
  sort: { column: 'failed_at', direction: 'desc' },
  searchColumns: 'search_text',
  idColumn: 'id',
  select: (client, options) => client.from('bkk_outbox_admin_view').select('*', options),
};

/**
 * Queues the message again.
 *
 * @throws {AppError} its code is `not_found` if the message is queued or gone by now
 */
export async function retryMessage({ id }: UndeliveredMessage): Promise<void> {
  await callData((client) => client.rpc('bkk_admin_retry_message', { p_id: id }));
}
