import { toAppError, type AppError } from '#platform/app-error.ts';

/** A row that an action for several failed for. */
export interface FailedRow<Row> {
  readonly row: Row;
  readonly error: AppError;
}

/** Runs an action for one row after the other, also after failures, which it gives. */
export async function runEach<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
): Promise<readonly FailedRow<Row>[]> {
  const failed: FailedRow<Row>[] = [];
  for (const row of rows) {
    try {
      await run(row);
    } catch (error) {
      failed.push({ row, error: toAppError(error) });
    }
  }
  return failed;
}
