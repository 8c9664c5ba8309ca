import type { Page } from './admin-schemas.ts';
import type { AuthParts } from './settings.ts';
import { utc } from './user-object.ts';

/** An entry as the protocol shows it. */
export type ShownEntry = Readonly<Record<'id' | 'payload' | 'created_at' | 'ip_address', unknown>>;

/** Entries of one page, newest first, and the total. */
export async function listAuditEntries(
  auth: AuthParts,
  { page, perPage }: Page,
): Promise<{ readonly entries: readonly ShownEntry[]; readonly total: number }> {
  const [count, list] = await auth.database.asService([
    { text: 'select count(*) as total from auth.audit_log_entries' },
    {
      text: `select id, payload, ${utc('created_at')} as created_at, ip_address
        from auth.audit_log_entries e
        order by e.created_at desc, e.id limit $1::bigint offset $2::bigint`,
      values: [perPage, (page - 1) * perPage],
    },
  ]);
  const entries = list?.rows.map(({ id, payload, created_at, ip_address }) => ({
    id,
    payload,
    created_at,
    ip_address,
  }));
  return { entries: entries ?? [], total: Number(count?.rows[0]?.total ?? 0) };
}
