import { useMutation } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { AppError } from '#platform/app-error.ts';
import { callFunction } from '#platform/call-function.ts';
import { callData } from '#platform/data-api.ts';
import { useAppForm } from '#platform/form.ts';
import { trimmedText } from '#platform/form-schema.ts';
import { loadTexts, useLanguage } from '#platform/i18n.ts';
import type { FixedToast } from '#platform/query-client.ts';
import { useUser } from '#platform/session.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/contact-fields.tsx';
import { Form } from '#ui/form.tsx';
import '#styles/inner.css';

interface AlertProps {
  readonly variantId: string;
  readonly onAsked: () => void;
}

function failureToast({ reason, message }: AppError): FixedToast {
  if (reason === 'in_stock')
    return { title: 'stockAlert:failed', description: 'stockAlert:inStock' };
  if (reason.startsWith('too_many_'))
    return { title: 'stockAlert:failed', description: 'stockAlert:tooMany' };
  return { title: 'stockAlert:failed', description: { text: message } };
}

const mutationKey = ['stock-alert', 'ask'] as const;

function MemberAlert({ variantId, onAsked }: AlertProps) {
  const { t } = useTranslation('stockAlert');
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: () =>
      callData((client) => client.rpc('bkk_ask_stock_alert', { p_variant_id: variantId })),
    meta: { errorToast: failureToast },
    onSuccess: onAsked,
  });
  return (
    <>
      <p className="text-sm text-ink-2">{t('memberText')}</p>
      <Button
        tone="secondary"
        className="justify-self-start"
        busy={isPending}
        onClick={() => mutate()}
      >
        <Bell className="size-5" />
        {t('ask')}
      </Button>
    </>
  );
}

const schema = z.object({
  email: trimmedText.check(z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'stockAlert:problem.email')),
});

function VisitorAlert({ variantId, onAsked }: AlertProps) {
  const { t } = useTranslation(['stockAlert', 'common']);
  const language = useLanguage();
  const { field, busy, onSubmit } = useAppForm({
    schema,
    defaultValues: { email: '' },
    send: ({ email }) => callFunction('stock-alert', { variant_id: variantId, email, language }),
    mutationKey,
    errorToast: failureToast,
    onSuccess: onAsked,
  });
  return (
    <Form onSubmit={onSubmit} className="grid gap-3">
      <p className="text-sm text-ink-2">{t('text')}</p>
      <EmailField {...field('email')} label={t('common:field.email')} />
      <Button type="submit" tone="secondary" className="justify-self-start" busy={busy}>
        <Bell className="size-5" />
        {t('ask')}
      </Button>
    </Form>
  );
}

function StockAlert({ variantId }: Pick<AlertProps, 'variantId'>) {
  const { t } = useTranslation('stockAlert');
  const isMember = useUser() !== null;
  const [asked, setAsked] = useState(false);
  const heading = useId();
  const result = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (asked) result.current?.focus();
  }, [asked]);
  const Alert = isMember ? MemberAlert : VisitorAlert;
  return (
    <section aria-labelledby={heading} className="grid gap-3 rounded-md bg-sunken p-4">
      <h2 id={heading} className="text-lg">
        {t('title')}
      </h2>
      {asked ? (
        <p ref={result} tabIndex={-1} className="outline-0">
          {t('asked')}
        </p>
      ) : (
        <Alert variantId={variantId} onAsked={() => setAsked(true)} />
      )}
    </section>
  );
}

/** Asks to be told when a variant is in stock again, with its texts. */
export async function loadStockAlert() {
  await loadTexts('stockAlert');
  return StockAlert;
}
