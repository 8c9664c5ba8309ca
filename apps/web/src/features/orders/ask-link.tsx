import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { parseOrderNumber } from '@bkksiam/domain/order-number';
import { isEmailAddress } from '@bkksiam/domain/checkout';
import { callFunction } from '#platform/call-function.ts';
import { useReasonText } from '#platform/failure-text.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { focusHeading } from '#platform/page-changes.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/contact-fields.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { Card } from '#ui/parts/card.tsx';
import { Phrases } from '#ui/phrases.tsx';

interface Input {
  readonly number: string;
  readonly email: string;
}

const schema = z.object({ number: trimmedText, email: trimmedText }).check(
  domainCheck<Input>(
    ({ number, email }) => ({
      ...(parseOrderNumber(number) === null && { number: { code: 'order.number' } }),
      ...(!isEmailAddress(email) && { email: { code: 'order.email' } }),
    }),
    'orders',
  ),
);

const reasons = ['too_many_links'] as const;

function LinkForm({ onAsked }: { readonly onAsked: (email: string) => void }) {
  const { t } = useTranslation(['orders', 'common']);
  const failureText = useReasonText(reasons, (reason) => t(`guest.failure.${reason}`));
  const form = useAppForm({
    schema,
    defaultValues: { number: '', email: '' },
    draftKey: 'order link',
    clearsAfterwards: true,
    mutationKey: ['orders', 'link'],
    send: async ({ number, email }: Input) => {
      await callFunction('order-link', { number: parseOrderNumber(number) ?? '', email });
      return email;
    },
    onSuccess: onAsked,
  });
  return (
    <Form onSubmit={form.onSubmit} className="grid gap-4">
      <TextField
        {...form.field('number')}
        label={t('guest.number')}
        hint={t('guest.numberHint')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={30}
        translate="no"
      />
      <EmailField {...form.field('email')} label={t('common:field.email')} />
      {form.failure && <Alert title={t('guest.failed')}>{failureText(form.failure)}</Alert>}
      <Button
        type="submit"
        busy={form.busy}
        busyText={t('common:action.sending')}
        className="justify-self-start max-sm:w-full"
      >
        {t('guest.ask')}
      </Button>
    </Form>
  );
}

/** Mails a guest the link to an order again. The answer tells nobody whether there is such an order. */
export function AskLink({ isAsked: isExpired }: { readonly isAsked: boolean }) {
  const { t } = useTranslation('orders');
  const [sentTo, setSentTo] = useState<string>();
  const title = sentTo === undefined ? (isExpired ? 'gone' : 'title') : 'asked';
  return (
    <div className="grid max-w-xl gap-6">
      <div>
        <h1 tabIndex={-1} className="text-3xl">
          {t(`guest.${title}`)}
        </h1>
        <p className="mt-2 text-ink-2" role={sentTo === undefined ? undefined : 'status'}>
          <Phrases text={t(`guest.${title}Text`, { email: sentTo ?? '' })} />
        </p>
      </div>
      {sentTo === undefined ? (
        <Card id="ask-link" title={t('guest.askTitle')}>
          <LinkForm
            onAsked={(email) => {
              setSentTo(email);
              focusHeading();
            }}
          />
        </Card>
      ) : (
        <Button
          tone="secondary"
          className="justify-self-start"
          onClick={() => setSentTo(undefined)}
        >
          <MailCheck className="size-5" />
          {t('guest.again')}
        </Button>
      )}
    </div>
  );
}
