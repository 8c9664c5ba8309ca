import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { checkQuestion, type QuestionFields } from '@bkksiam/domain/support-ticket';
import { subjectKinds, type AskedAbout } from '#entities/support/ask-address.ts';
import { useSupportFailure } from '#entities/support/support-failure.ts';
import { threadKeys } from '#entities/support/thread-data.ts';
import { pages } from '#pages.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useIdempotencyKey } from '#platform/idempotency-key.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { Card } from '#ui/parts/card.tsx';
import { openThread } from './threads-data.ts';

const schema = z
  .object({ subject: trimmedText, text: trimmedText })
  .check(domainCheck<QuestionFields>(checkQuestion, 'support'));

interface NewThreadProps {
  readonly userId: string;
  /** Of the address: what the question is about. */
  readonly params: URLSearchParams;
}

/** What the address says the question is about. */
function aboutIn(params: URLSearchParams): AskedAbout | null {
  const reference = (params.get('reference') ?? '').slice(0, 20);
  for (const kind of subjectKinds) {
    const id = params.get(kind);
    if (id !== null && reference !== '') return { kind, id, reference };
  }
  return null;
}

/** The form of a new question, about a booking, a request or an order if the address names one. */
export function NewThread({ userId, params }: NewThreadProps) {
  const { t } = useTranslation('support');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  const failureText = useSupportFailure();
  const about = aboutIn(params);
  const form = useAppForm({
    schema,
    defaultValues: {
      subject: about === null ? '' : t(`of.${about.kind}`, { reference: about.reference }),
      text: '',
    },
    draftKey: `support ${about?.id ?? 'new'}`,
    send: (question: QuestionFields) =>
      openThread({
        ...question,
        about,
        requestKey: keys.keyOf({ ...question, about: about?.id }),
      }),
    onSuccess: () => {
      keys.forget();
      showToast({ title: 'support:form.sent' });
      const reload = queries.invalidateQueries({ queryKey: threadKeys.ofMember(userId) });
      logRejection('the threads could not be read again', reload);
    },
    afterwards: (id) =>
      logRejection('the thread could not be opened', navigate(pages.myThread.href(id))),
  });
  return (
    <Card
      id="new"
      title={t('form.title')}
      action={
        about !== null && (
          <Chip tone="plain">{t('form.about', { reference: about.reference })}</Chip>
        )
      }
    >
      <Form onSubmit={form.onSubmit} className="grid gap-4">
        <TextField {...form.field('subject')} label={t('form.subject')} autoComplete="off" />
        <TextArea {...form.field('text')} label={t('form.text')} rows={5} />
        {form.failure && <Alert title={t('form.failed')}>{failureText(form.failure)}</Alert>}
        <Button type="submit" busy={form.busy} className="sm:justify-self-start">
          {t('form.submit')}
        </Button>
      </Form>
    </Card>
  );
}
