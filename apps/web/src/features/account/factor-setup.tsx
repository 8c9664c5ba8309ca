import { Copy, ExternalLink } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeCode } from '@bkksiam/domain/credentials';
import { useCopyText } from '#platform/copy-text.tsx';
import { useAppForm } from '#platform/form.ts';
import { codeSchema } from '#platform/form-schema.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { CodeField } from '#ui/code-field.tsx';
import { Form } from '#ui/form.tsx';
import { factorErrorMessage, finishEnrolment, type Enrolment } from './factor-data.ts';

export interface FactorSetupProps {
  readonly enrolment: Enrolment;
  readonly onDone: () => Promise<void>;
  readonly onCancel: () => void;
}

function Step({
  number,
  text,
  children,
}: {
  readonly number: number;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[2rem_1fr] items-start gap-x-3 gap-y-4">
      <span
        aria-hidden
        className="num grid size-8 place-items-center rounded-full bg-sunken text-sm font-strong"
      >
        {number}
      </span>
      <p className="pt-1 font-mid">{text}</p>
      <div className="col-span-full min-w-0 sm:col-start-2">{children}</div>
    </li>
  );
}

/** The setup key in groups of four characters. */
function SetupKey({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const copy = useCopyText(text, { title: 'secondFactor.copied' });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code className="num rounded-md bg-sunken px-4 py-3 tracking-[0.08em] wrap-anywhere select-all">
        {text.match(/.{1,4}/g)?.join(' ')}
      </code>
      <Button tone="secondary" size="sm" onClick={copy}>
        <Copy className="size-4" />
        {t('secondFactor.copy')}
      </Button>
    </div>
  );
}

function FirstCode({ enrolment, onDone, onCancel }: FactorSetupProps) {
  const { t } = useTranslation();
  const { form, field, busy, onSubmit } = useAppForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    errorToast: 'secondFactor.failed',
    send: ({ code }) => finishEnrolment(enrolment, code),
    onSuccess() {
      showToast({ title: 'secondFactor.turnedOn', description: 'secondFactor.turnedOnText' });
      return onDone();
    },
    onError(error) {
      form.setError('code', { message: factorErrorMessage(error) }, { shouldFocus: true });
    },
  });
  return (
    <Form onSubmit={onSubmit} className="grid max-w-80 gap-4">
      <CodeField {...field('code', normalizeCode)} label={t('secondFactor.code')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText={t('secondFactor.verifying')}>
          {t('secondFactor.turnOn')}
        </Button>
        <Button tone="secondary" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** The steps of the set-up: QR code, setup key and first code. */
export function FactorSetup(props: FactorSetupProps) {
  const { t } = useTranslation();
  const { qrCode, uri, key } = props.enrolment;
  const steps = useRef<HTMLOListElement>(null);
  // The button that had the focus is replaced by the steps.
  useEffect(() => steps.current?.focus(), []);
  return (
    <ol ref={steps} tabIndex={-1} className="grid gap-6 outline-0">
      <Step number={1} text={t('secondFactor.scan')}>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          {/* Light in both themes: scanners need dark modules on light with a quiet zone. */}
          <img
            src={qrCode}
            alt={t('secondFactor.qr')}
            width={192}
            height={192}
            className="size-48 rounded-md border border-line bg-on-night p-3"
          />
          <a href={uri} className={buttonClass({ tone: 'link' })}>
            {t('secondFactor.openApp')}
            <ExternalLink className="size-4" />
          </a>
        </div>
      </Step>
      <Step number={2} text={t('secondFactor.key')}>
        <SetupKey text={key} />
      </Step>
      <Step number={3} text={t('secondFactor.enter')}>
        <FirstCode {...props} />
      </Step>
    </ol>
  );
}
