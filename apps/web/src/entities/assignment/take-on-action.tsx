import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BulkAction } from '#list/list-bulk.tsx';
import { runEach } from '#list/run-each.ts';
import type { CheckedRows } from '#list/use-checked-rows.ts';
import { AppError } from '#platform/app-error.ts';
import { logRejection } from '#platform/log.ts';
import { useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import type { Assigned, Assignment } from './assignment-data.ts';

interface TakeOnOptions<Row extends Assigned> {
  readonly checked: CheckedRows<Row>;
  /** Gives a row to an admin, unless another one has taken it meanwhile. */
  readonly assign: (row: Row, to: string) => Promise<Assignment>;
  /** The queries that show who has it. */
  readonly queryKey: QueryKey;
}

/** The action by which an admin takes checked rows on. Those that another admin has stay checked. */
export function useTakeOnAction<Row extends Assigned>({
  checked,
  assign,
  queryKey,
}: TakeOnOptions<Row>): BulkAction<Row> {
  const { t } = useTranslation('assignments');
  const queries = useQueryClient();
  const user = useUser();
  async function take(rows: readonly Row[], to: string) {
    const failed = await runEach(rows, async (row) => {
      const { is_done: isDone } = await assign(row, to);
      if (!isDone) throw new AppError({ code: 'conflict', message: 'Another admin has it.' });
    });
    checked.checkOnly(failed.map(({ row }) => row));
    showToast(
      failed.length === 0
        ? { title: 'assignments:taken', values: { count: rows.length } }
        : { title: 'assignments:notTaken', values: { count: failed.length }, tone: 'destructive' },
    );
    await queries.invalidateQueries({ queryKey });
  }
  return {
    label: (count) => t('takeSeveral', { count }),
    icon: <UserCheck className="size-4" />,
    problemOf: ({ assigned_to: id, assigned_name: name, is_mine: isMine }) => {
      if (isMine === true) return t('hasItYou');
      return id === null ? undefined : t('hasIt', { name });
    },
    run: (rows) => {
      if (user) logRejection('the list could not be read again', take(rows, user.id));
    },
  };
}
