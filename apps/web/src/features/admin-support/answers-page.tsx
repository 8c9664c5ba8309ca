import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackTo } from '#entities/member-page/member-page.tsx';
import { pages } from '#pages.ts';
import { useLanguage } from '#platform/i18n.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { showToast } from '#platform/toast.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/parts/card.tsx';
import { CannedDialog, HelpDialog } from './answer-dialog.tsx';
import {
  answerKey,
  cannedQuery,
  deleteAnswer,
  helpAnswersQuery,
  type AnswerTable,
} from './answers-data.ts';

interface ShownAnswer {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Undefined for one that is not public at all. */
  readonly isPublic?: boolean;
}

interface AnswersProps<Answer> {
  readonly kind: 'help' | 'canned';
  readonly table: AnswerTable;
  readonly query: UseQueryResult<readonly Answer[]>;
  readonly show: (answer: Answer) => ShownAnswer;
  readonly dialog: (answer: Answer | null, last: number, onClose: () => void) => ReactNode;
}

function DeleteButton({ table, id, name }: ShownAnswer & { readonly table: AnswerTable }) {
  const { t } = useTranslation(['adminSupport', 'common']);
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationKey: [...answerKey, 'delete'],
    mutationFn: () => deleteAnswer(table, id),
    meta: { errorToast: 'adminSupport:prepared.deleteFailed' },
    onSuccess: () => showToast({ title: 'adminSupport:prepared.deleted' }),
    onSettled: () => queries.invalidateQueries({ queryKey: answerKey }),
  });
  return (
    <>
      <IconButton
        label={`${t('prepared.delete')} ${name}`}
        onClick={() => setAsks(true)}
        className="hover:bg-sunken"
      >
        <Trash2 className="size-5" />
      </IconButton>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => mutate()}
        title={t('prepared.deleteTitle')}
        text={t('prepared.deleteText', { name })}
        confirmLabel={t('prepared.delete')}
        cancelLabel={t('common:action.cancel')}
        busy={isPending}
      />
    </>
  );
}

/** The answers of one kind in their order, each with what an admin does with it. */
function Answers<Answer extends { readonly id: string; readonly position: number }>(
  props: AnswersProps<Answer>,
) {
  const { kind, table, query, show, dialog } = props;
  const { t } = useTranslation('adminSupport');
  const [edited, setEdited] = useState<{ readonly answer: Answer | null }>();
  const { data } = query;
  const last = (data?.at(-1)?.position ?? 0) + 1;
  return (
    <Card
      id={kind}
      title={t(`prepared.${kind}.title`)}
      action={
        <Button size="sm" tone="secondary" onClick={() => setEdited({ answer: null })}>
          <Plus className="size-5" />
          {t(`prepared.${kind}.new`)}
        </Button>
      }
    >
      <p className="-mt-2 mb-3 text-sm text-ink-2">{t(`prepared.${kind}.text`)}</p>
      {data?.length === 0 && <EmptyState title={t(`prepared.${kind}.empty`)} />}
      <ul>
        {data?.map((answer) => {
          const shown = show(answer);
          return (
            <li key={shown.id} className="flex items-start gap-2 border-t border-line py-3">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-3 font-strong">
                  <span className="wrap-anywhere">{shown.name}</span>
                  {shown.isPublic !== undefined && (
                    <Chip tone={shown.isPublic ? 'ok' : 'plain'}>
                      {t(shown.isPublic ? 'prepared.public' : 'prepared.hidden')}
                    </Chip>
                  )}
                </p>
                <p className="line-clamp-2 text-sm wrap-anywhere text-ink-2">{shown.text}</p>
              </div>
              <IconButton
                label={t('prepared.edit', { name: shown.name })}
                onClick={() => setEdited({ answer })}
                className="hover:bg-sunken"
              >
                <Pencil className="size-5" />
              </IconButton>
              <DeleteButton {...shown} table={table} />
            </li>
          );
        })}
      </ul>
      <QueryFallback query={query} failed={t('prepared.loadFailed')} headingId={kind}>
        <Skeleton className="my-2 h-12" count={3} />
      </QueryFallback>
      {edited && dialog(edited.answer, last, () => setEdited(undefined))}
    </Card>
  );
}

/** What admins write once: the answers of the Help Center, and those that are inserted into threads. */
export function Component() {
  const { t } = useTranslation('adminSupport');
  const language = useLanguage();
  const canned = useQuery(cannedQuery);
  const help = useQuery(helpAnswersQuery);
  return (
    <>
      <BackTo to={pages.adminSupport.href()}>{t('prepared.back')}</BackTo>
      <PageHeader title={t('prepared.title')} text={t('prepared.text')} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Answers
          kind="canned"
          table="bkk_canned_answers"
          query={canned}
          show={({ id, title, text_en: english, text_th: thai }) => ({
            ...{ id, name: title },
            text: language === 'th' ? thai : english,
          })}
          dialog={(answer, last, onClose) => (
            <CannedDialog answer={answer} last={last} onClose={onClose} />
          )}
        />
        <Answers
          kind="help"
          table="bkk_help_answers"
          query={help}
          show={({ id, is_public: isPublic, ...texts }) => ({
            ...{ id, isPublic },
            name: language === 'th' ? texts.question_th : texts.question_en,
            text: language === 'th' ? texts.answer_th : texts.answer_en,
          })}
          dialog={(answer, last, onClose) => (
            <HelpDialog answer={answer} last={last} onClose={onClose} />
          )}
        />
      </div>
    </>
  );
}
