import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@bkksiam/domain/database';
import { AppError } from '#platform/app-error.ts';
import { callData } from '#platform/data-api.ts';

type Tables = Database['public']['Tables'];
export type CannedAnswer = Tables['bkk_canned_answers']['Row'];
export type HelpAnswer = Tables['bkk_help_answers']['Row'];

/** What an admin writes. */
export type CannedInput = Pick<CannedAnswer, 'title' | 'text_en' | 'text_th' | 'position'>;
export type HelpInput = Pick<
  HelpAnswer,
  'question_en' | 'question_th' | 'answer_en' | 'answer_th' | 'position' | 'is_public'
>;

/** The version that an admin has seen; a new answer has the id that its form has made. */
export interface SeenAnswer {
  readonly id: string;
  readonly updatedAt: string | null;
}

/** The prefix of the query keys. */
export const answerKey = ['support', 'admin', 'answers'] as const;

const maxAnswers = 200;

export const cannedQuery = queryOptions({
  queryKey: [...answerKey, 'canned'],
  queryFn: ({ signal }) =>
    callData((client) =>
      client
        .from('bkk_canned_answers')
        .select('*')
        .order('position')
        .order('id')
        .limit(maxAnswers)
        .abortSignal(signal),
    ),
});

export const helpAnswersQuery = queryOptions({
  queryKey: [...answerKey, 'help'],
  queryFn: ({ signal }) =>
    callData((client) =>
      client
        .from('bkk_help_answers')
        .select('*')
        .order('position')
        .order('id')
        .limit(maxAnswers)
        .abortSignal(signal),
    ),
});

/** A write that has matched no row: another admin was faster. */
function requireRow(rows: readonly unknown[]): void {
  if (rows.length > 0) return;
  throw new AppError({ code: 'conflict', message: 'Another admin has changed this answer.' });
}

/** Inserts or updates an answer. @throws {AppError} `conflict` if another admin has changed it since it was read */
export async function saveCanned({ id, updatedAt }: SeenAnswer, input: CannedInput): Promise<void> {
  if (updatedAt === null)
    await callData((client) => client.from('bkk_canned_answers').insert({ id, ...input }));
  else
    requireRow(
      await callData((client) =>
        client
          .from('bkk_canned_answers')
          .update(input)
          .eq('id', id)
          .eq('updated_at', updatedAt)
          .select('id'),
      ),
    );
}

/** As {@link saveCanned}. */
export async function saveHelp({ id, updatedAt }: SeenAnswer, input: HelpInput): Promise<void> {
  if (updatedAt === null)
    await callData((client) => client.from('bkk_help_answers').insert({ id, ...input }));
  else
    requireRow(
      await callData((client) =>
        client
          .from('bkk_help_answers')
          .update(input)
          .eq('id', id)
          .eq('updated_at', updatedAt)
          .select('id'),
      ),
    );
}

export type AnswerTable = 'bkk_canned_answers' | 'bkk_help_answers';

export const deleteAnswer = (table: AnswerTable, id: string) =>
  callData((client) => client.from(table).delete().eq('id', id));
