import type { User } from '@supabase/supabase-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { adminFlagKey } from '#platform/admin-flag.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import {
  factorsQuery,
  removeFactor,
  startEnrolment,
  type Enrolment,
  type Factor,
} from './factor-data.ts';
import { toastFactorFailure } from './factor-failure.ts';
import { FactorSetup } from './factor-setup.tsx';

const headingId = 'second-factor';

/** Lists the factors anew, and asks again who is an admin: a question on its way may still carry the old token. */
function useRefresh(user: User) {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: factorsQuery(user.id).queryKey }),
      queries.invalidateQueries({ queryKey: adminFlagKey }),
    ]);
  };
}

function FactorRow({
  factor,
  onRemove,
}: {
  readonly factor: Factor;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const day = bangkokDayText(factor.since, useLanguage());
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Smartphone className="size-6 flex-none text-teal" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-mid">{t('secondFactor.app')}</p>
        <p className="num text-sm text-ink-2">{t('secondFactor.since', { day })}</p>
      </div>
      <Button
        tone="secondary"
        size="sm"
        aria-label={t('secondFactor.removeLabel', { day })}
        onClick={onRemove}
      >
        {t('secondFactor.remove')}
      </Button>
    </li>
  );
}

function Factors({ user, factors }: { readonly user: User; readonly factors: readonly Factor[] }) {
  const { t } = useTranslation();
  const refresh = useRefresh(user);
  const [asked, setAsked] = useState<Factor>();
  const [busy, setBusy] = useState(false);
  const removed = useRef(false);

  async function remove(factor: Factor) {
    setBusy(true);
    try {
      await removeFactor(factor);
      removed.current = true;
      setAsked(undefined);
      showToast({ title: 'secondFactor.removed' });
    } catch (error) {
      toastFactorFailure('secondFactor.removeFailed', error);
    } finally {
      setBusy(false);
    }
    await refresh();
  }

  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} onRemove={() => setAsked(factor)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onCancel={() => {
          if (!busy) setAsked(undefined);
        }}
        onConfirm={() => {
          if (asked === undefined) return;
          remove(asked).catch((error: unknown) => logFailure('a factor stayed', error));
        }}
        title={t('secondFactor.removeTitle')}
        text={t('secondFactor.removeText')}
        confirmLabel={t('secondFactor.remove')}
        cancelLabel={t('action.cancel')}
        busy={busy}
        focusAfter={() => {
          const next = removed.current ? document.getElementById(headingId) : null;
          removed.current = false;
          return next;
        }}
      />
    </>
  );
}

/** The way to one more authenticator: a button, and what it opens. */
function Setup({ user, first }: { readonly user: User; readonly first: boolean }) {
  const { t } = useTranslation();
  const refresh = useRefresh(user);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [busy, setBusy] = useState(false);

  async function start() {
    setBusy(true);
    try {
      setEnrolment(await startEnrolment());
    } catch (error) {
      toastFactorFailure('secondFactor.setUpFailed', error);
    } finally {
      setBusy(false);
    }
  }

  async function done() {
    await refresh();
    setEnrolment(undefined);
    document.getElementById(headingId)?.focus();
  }

  /** What was begun goes by itself at the next set-up, so a failure needs no words. */
  function cancel({ id }: Enrolment) {
    setEnrolment(undefined);
    document.getElementById(headingId)?.focus();
    removeFactor({ id }).catch((error: unknown) => logFailure('a begun factor stayed', error));
  }

  if (enrolment !== undefined) {
    return <FactorSetup enrolment={enrolment} onDone={done} onCancel={() => cancel(enrolment)} />;
  }
  return (
    <Button
      tone={first ? 'primary' : 'secondary'}
      className="justify-self-start"
      busy={busy}
      onClick={() => {
        start().catch((error: unknown) => logFailure('no factor could be begun', error));
      }}
    >
      {t(first ? 'secondFactor.setUp' : 'secondFactor.addAnother')}
    </Button>
  );
}

function Content({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const { data, isError, refetch, isFetching } = useQuery(factorsQuery(user.id));
  if (data !== undefined) {
    return (
      <>
        {data.length > 0 && <Factors user={user} factors={data} />}
        <Setup user={user} first={data.length === 0} />
      </>
    );
  }
  if (!isError) {
    return (
      <div aria-busy="true">
        <p className="sr-only">{t('secondFactor.loading')}</p>
        <Skeleton className="h-12 w-56" />
      </div>
    );
  }
  return (
    <Alert
      title={t('secondFactor.loadFailed')}
      action={
        <Button
          tone="secondary"
          size="sm"
          busy={isFetching}
          onClick={() => {
            refetch().catch((error: unknown) => logFailure('factors could not be read', error));
          }}
        >
          {t('action.tryAgain')}
        </Button>
      }
    />
  );
}

/** An admin's authenticators: set up, listed, removed. */
export function SecondFactor({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby={headingId}
      className="mt-8 grid max-w-2xl gap-5 rounded-lg border border-line bg-surface p-5 sm:p-8"
    >
      <div>
        <h2 id={headingId} tabIndex={-1} className="flex items-center gap-3 text-xl">
          <ShieldCheck className="size-6 flex-none text-teal" strokeWidth={1.6} aria-hidden />
          {t('secondFactor.title')}
        </h2>
        <p className="mt-2 text-ink-2">{t('secondFactor.text')}</p>
      </div>
      <Content user={user} />
    </section>
  );
}
