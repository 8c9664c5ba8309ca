import { logRejection } from './log.ts';
import { supabase } from './supabase.ts';

interface LiveRows<Row> {
  readonly table: string;
  /** The rows to follow, as Realtime writes it; all that the user may read when left out. */
  readonly filter?: string;
  readonly onInsert: (row: Row) => void;
  readonly onUpdate?: () => void;
  /** Whether changes arrive from now on. */
  readonly onLive?: (isLive: boolean) => void;
}

let channels = 0;

/**
 * Follows the rows of a published table that the user may read, until the signal is aborted. The client joins again after a
 * lost connection.
 */
export async function followRows<Row extends Readonly<Record<keyof Row, unknown>>>(
  { table, filter, onInsert, onUpdate, onLive }: LiveRows<Row>,
  signal: AbortSignal,
): Promise<void> {
  const client = await supabase();
  if (signal.aborted) return;
  const rows = { schema: 'public', table, ...(filter !== undefined && { filter }) } as const;
  channels += 1;
  const channel = client
    // The client gives out a channel of the same name that is just being left.
    .channel(`${table}-${String(channels)}`)
    .on<Row>('postgres_changes', { event: 'INSERT', ...rows }, (change) => onInsert(change.new));
  if (onUpdate) channel.on('postgres_changes', { event: 'UPDATE', ...rows }, onUpdate);
  if (onLive) {
    // Changes arrive from this message on, not from the join.
    channel.on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
      if (extension === 'postgres_changes') onLive(status === 'ok');
    });
  }
  channel.subscribe((status: string) => {
    if (status !== 'SUBSCRIBED') onLive?.(false);
  });
  signal.addEventListener('abort', () =>
    logRejection(`the channel of ${table} could not be left`, client.removeChannel(channel)),
  );
}
