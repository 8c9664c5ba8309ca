import { Copy, ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCode, tidyCode } from '@bkksiam/domain/one-time-code';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { CodeField } from '#ui/code-field.tsx';
import { failureText, toastFactorFailure } from './factor-failure.ts';
import { finishEnrolment, type Enrolment } from './factor-data.ts';

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

/** In groups of four, as people read it off. */
function SetupKey({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'secondFactor.copied' });
    } catch (error) {
      // The browser forbids it, or the page did not come over https.
      logFailure('the key could not be copied', error);
      showToast({ title: 'secondFactor.copyFailed', tone: 'destructive' });
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code className="num rounded-md bg-sunken px-4 py-3 tracking-[0.08em] wrap-anywhere select-all">
        {text.match(/.{1,4}/g)?.join(' ')}
      </code>
      <Button
        tone="secondary"
        size="sm"
        onClick={() => {
          copy().catch((error: unknown) => logFailure('the key could not be copied', error));
        }}
      >
        <Copy className="size-4" strokeWidth={1.6} aria-hidden />
        {t('secondFactor.copy')}
      </Button>
    </div>
  );
}

function useFirstCode({ enrolment, onDone }: FactorSetupProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send(form: HTMLFormElement) {
    const fail = (text: string) => {
      setProblem(text);
      form.querySelector('input')?.focus();
    };
    const missing = checkCode({ code }).code;
    if (missing) {
      fail(t(`problem.${missing.code}`, { ...missing.values }));
      return;
    }
    setBusy(true);
    try {
      await finishEnrolment(enrolment, code);
      showToast({ title: 'secondFactor.turnedOn', description: 'secondFactor.turnedOnText' });
      await onDone();
    } catch (error) {
      fail(failureText(t, error));
      toastFactorFailure('secondFactor.failed', error);
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    send(event.currentTarget).catch((error: unknown) =>
      logFailure('the code could not be sent', error),
    );
  }

  function change(typed: string) {
    setCode(tidyCode(typed));
    setProblem(undefined);
  }
  return { code, change, problem, busy, onSubmit };
}

/** How an authenticator is set up: the picture, the key for whoever cannot scan it, and the first code. */
export function FactorSetup(props: FactorSetupProps) {
  const { t } = useTranslation();
  const { picture, uri, key } = props.enrolment;
  const form = useFirstCode(props);
  const steps = useRef<HTMLOListElement>(null);
  // The button that opened them is gone.
  useEffect(() => steps.current?.focus(), []);
  return (
    <ol ref={steps} tabIndex={-1} className="grid gap-6 outline-0">
      <Step number={1} text={t('secondFactor.scan')}>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          {/* Light in both themes: cameras read dark on light, with a margin around it. */}
          <img
            src={picture}
            alt={t('secondFactor.qr')}
            width={192}
            height={192}
            className="size-48 rounded-md border border-line bg-on-night p-3"
          />
          <a href={uri} className={buttonClass({ tone: 'link' })}>
            {t('secondFactor.openApp')}
            <ExternalLink className="size-4" strokeWidth={1.6} aria-hidden />
          </a>
        </div>
      </Step>
      <Step number={2} text={t('secondFactor.key')}>
        <SetupKey text={key} />
      </Step>
      <Step number={3} text={t('secondFactor.enter')}>
        <form method="post" noValidate onSubmit={form.onSubmit} className="grid max-w-80 gap-4">
          <CodeField
            label={t('secondFactor.code')}
            value={form.code}
            onValue={form.change}
            error={form.problem}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={form.busy} busyText={t('secondFactor.verifying')}>
              {t('secondFactor.turnOn')}
            </Button>
            <Button tone="secondary" onClick={props.onCancel}>
              {t('action.cancel')}
            </Button>
          </div>
        </form>
      </Step>
    </ol>
  );
}
