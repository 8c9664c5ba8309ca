import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageForm } from '#entities/support/message-form.tsx';
import { threadKeys, type SentMessage } from '#entities/support/thread-data.ts';
import { Button } from '#ui/button.tsx';
import { Segments } from '#ui/segments.tsx';
import { cannedQuery } from './answers-data.ts';
import { sendAnswer, type AdminThread } from './support-data.ts';

/** The id of the prepared answers, for the key C. */
export const cannedId = 'prepared-answers';

/** Prepared answers, inserted in the customer's language. */
function Canned({
  row,
  onInsert,
}: {
  readonly row: AdminThread;
  readonly onInsert: (text: string) => void;
}) {
  const { t } = useTranslation('adminSupport');
  const { data = [] } = useQuery(cannedQuery);
  if (data.length === 0) return null;
  return (
    <div id={cannedId} role="group" aria-label={t('answers')} className="flex flex-wrap gap-2 pb-1">
      {data.map((answer) => (
        <Button
          key={answer.id}
          tone="secondary"
          size="sm"
          onClick={() => onInsert(row.language === 'th' ? answer.text_th : answer.text_en)}
          className="rounded-pill!"
        >
          {answer.title}
        </Button>
      ))}
    </div>
  );
}

/** Answers the customer, or keeps a note for the team. */
export function AnswerForm({ row }: { readonly row: AdminThread }) {
  const { t } = useTranslation('adminSupport');
  const queries = useQueryClient();
  const [mode, setMode] = useState<'answer' | 'note'>('answer');
  const isNote = mode === 'note';
  async function send(message: SentMessage) {
    await sendAnswer(row.thread_id, message, isNote);
    await queries.invalidateQueries({ queryKey: threadKeys.forAdmins });
  }
  return (
    <section
      aria-label={t('write.mode')}
      className="grid gap-1 border-t-2 border-dashed border-perf bg-surface px-4 pt-2 pb-3 roomy:px-6"
    >
      <Segments
        label={t('write.mode')}
        choices={[
          { value: 'answer', text: t('write.answer') },
          { value: 'note', text: t('write.note') },
        ]}
        chosen={mode}
        onChoose={setMode}
        className="flex gap-x-6"
      />
      <MessageForm
        key={mode}
        draftKey={`support ${mode} ${row.thread_id}`}
        label={t(`write.${mode}Label`)}
        placeholder={t(`write.${mode}Placeholder`, { name: row.full_name ?? row.email ?? '' })}
        takesFile={!isNote}
        submitLabel={t(isNote ? 'write.sendNote' : 'write.send')}
        send={send}
        {...(!isNote && { tools: (insert) => <Canned row={row} onInsert={insert} /> })}
      />
      {!isNote && (
        <p className="text-xs text-ink-2">
          {t(row.user_id === null ? 'write.visitorText' : 'write.answerText')}
        </p>
      )}
    </section>
  );
}
