import type { Factor, User } from '@supabase/supabase-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { userKeys } from '#entities/user/profile-data.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { factorsQuery, removeFactor, startEnrolment, type Enrolment } from './factor-data.ts';
import { FactorSetup } from './factor-setup.tsx';

const headingId = 'second-factor';

/** Refetches the factors and the admin flag: a request on its way may still carry the old token. */
function useRefresh(user: User) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: factorsQuery(user.id).queryKey }),
      queries.invalidateQueries({ queryKey: userKeys.isAdmin }),
    ]);
}

function FactorRow({
  factor,
  onRemove,
}: {
  readonly factor: Factor;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const day = bangkokDayText(factor.created_at, useLanguage());
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Smartphone className="size-6 flex-none text-teal" />
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
        {t('action.remove')}
      </Button>
    </li>
  );
}

function Factors({ user, factors }: { readonly user: User; readonly factors: readonly Factor[] }) {
  const { t } = useTranslation();
  const refresh = useRefresh(user);
  const [selected, setSelected] = useState<Factor>();
  const removed = useRef(false);
  const removal = useMutation({
    mutationFn: removeFactor,
    onSuccess: () => {
      removed.current = true;
      setSelected(undefined);
      showToast({ title: 'secondFactor.removed' });
    },
    mutationKey: ['factors', 'remove'],
    meta: { errorToast: 'secondFactor.removeFailed' },
    onSettled: refresh,
  });
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} onRemove={() => setSelected(factor)} />
        ))}
      </ul>
      <ConfirmDialog
        open={selected !== undefined}
        onCancel={() => setSelected(undefined)}
        onConfirm={() => {
          if (selected) removal.mutate(selected);
        }}
        title={t('secondFactor.removeTitle')}
        text={t('secondFactor.removeText')}
        confirmLabel={t('action.remove')}
        cancelLabel={t('action.cancel')}
        busy={removal.isPending}
        focusAfter={() => {
          const next = removed.current ? document.getElementById(headingId) : null;
          removed.current = false;
          return next;
        }}
      />
    </>
  );
}

function Setup({ user, first }: { readonly user: User; readonly first: boolean }) {
  const { t } = useTranslation();
  const refresh = useRefresh(user);
  const enrolment = useMutation({
    mutationFn: startEnrolment,
    mutationKey: ['factors', 'set-up'],
    meta: { errorToast: 'secondFactor.setUpFailed' },
  });
  function close() {
    enrolment.reset();
    document.getElementById(headingId)?.focus();
  }
  function cancel({ id }: Enrolment) {
    close();
    // The server drops an unverified factor at the next set-up, so a failure is only logged.
    logRejection('no factor was removed', removeFactor({ id }));
  }
  const { data } = enrolment;
  if (data !== undefined) {
    return (
      <FactorSetup
        enrolment={data}
        onDone={async () => {
          await refresh();
          close();
        }}
        onCancel={() => cancel(data)}
      />
    );
  }
  return (
    <Button
      tone={first ? 'primary' : 'secondary'}
      className="justify-self-start"
      busy={enrolment.isPending}
      onClick={() => enrolment.mutate()}
    >
      {t(first ? 'secondFactor.setUp' : 'secondFactor.addAnother')}
    </Button>
  );
}

function Content({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const query = useQuery(factorsQuery(user.id));
  const { data: factors } = query;
  if (factors === undefined) {
    return (
      <QueryFallback
        query={query}
        failed={t('secondFactor.loadFailed')}
        loading={t('secondFactor.loading')}
        data-page-loading
      >
        <Skeleton className="h-12 w-56" />
      </QueryFallback>
    );
  }
  return (
    <>
      {factors.length > 0 && <Factors user={user} factors={factors} />}
      <Setup user={user} first={factors.length === 0} />
    </>
  );
}

/** The two-step verification of an admin: authenticators are set up, listed and removed. */
export function SecondFactor({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby={headingId}
      className="mt-8 grid max-w-3xl lg:max-w-2xl gap-5 rounded-lg border border-line bg-surface p-5 sm:p-8"
    >
      <div>
        <h2 id={headingId} tabIndex={-1} className="flex items-center gap-3 text-xl">
          <ShieldCheck className="size-6 flex-none text-teal" />
          {t('secondFactor.title')}
        </h2>
        <p className="mt-2 text-ink-2">{t('secondFactor.text')}</p>
      </div>
      <Content user={user} />
    </section>
  );
}
