import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { parseSatang } from '@bkksiam/domain/number-input';
import { BackTo } from '#entities/member-page/member-page.tsx';
import { balanceQuery } from '#entities/payment/balance-data.ts';
import { slipKind, slipsQuery, type Slip } from '#entities/payment/slip-data.ts';
import { useSlipStatus } from '#entities/payment/slip-status.ts';
import { useSlipChanges } from '#entities/payment/use-slip-changes.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { pages } from '#pages.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import { useBaht } from '#platform/formats.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useUser } from '#platform/session.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { Card } from '#ui/parts/card.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { Notice } from './notice.tsx';
import { agencyQuery } from '#entities/payment/pay-to.ts';
import { PayForm } from './pay-form.tsx';
import { usePayer, type Payer } from './payer.ts';
import { AcceptedFacts, NextSteps, RefusedNotice, Waiting } from './pay-results.tsx';
import { isTopUp, TopUpForm } from './top-up-form.tsx';

/** What the page needs before it shows an amount. */
const readsOf = (userId: string) => [
  agencyQuery(),
  slipsQuery(userId),
  balanceQuery(userId),
  profileQuery(userId),
];

/** The amount in the address, in satang; undefined without one that can be topped up. */
function useAmount(): number | undefined {
  const [params] = useSearchParams();
  const satang = parseSatang(params.get('amount') ?? '');
  return satang !== undefined && isTopUp(satang) ? satang : undefined;
}

/** The slips of top-ups: one that waits, one that was accepted while the page was open, one that is to be sent again. */
function useTopUps(userId: string, isNew: boolean) {
  const slips = useQuery(slipsQuery(userId)).data ?? [];
  const topUps = slips.filter((slip) => slipKind(slip) === 'topUp');
  const waiting = topUps.find(({ status }) => status === 'WAITING');
  const [watched, setWatched] = useState<string>();
  if (waiting && waiting.slip_id !== watched) setWatched(waiting.slip_id);
  useSlipChanges(userId, waiting !== undefined, requestKeys.ofMember(userId));
  const [last] = topUps;
  const received = topUps.find(
    ({ slip_id: id, status }) => id === watched && status === 'ACCEPTED',
  );
  // Another amount is another top-up.
  const isRefused = last?.status === 'REFUSED' && (!isNew || last.slip_id === watched);
  return { waiting, received, refused: isRefused ? last : undefined };
}

/** A top-up that was received while the page was open. */
function Received({
  slip,
  balanceSatang,
}: {
  readonly slip: Slip;
  readonly balanceSatang: number;
}) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  return (
    <div className="grid max-w-3xl gap-6">
      <Notice look="ok" title={t('topUp.done', { amount: baht(slip.accepted_satang ?? 0) })}>
        <p>
          <Phrases text={t('topUp.doneText')} />
        </p>
      </Notice>
      <AcceptedFacts slip={slip} balanceSatang={balanceSatang} />
    </div>
  );
}

/** The amount with the ways to pay it; first the choice of an amount. */
function Amount({
  satang,
  payer,
  isAgain,
}: {
  readonly satang: number | undefined;
  readonly payer: Payer;
  readonly isAgain: boolean;
}) {
  const { t } = useTranslation('payments');
  const { data: agency } = useQuery(agencyQuery());
  const [, setParams] = useSearchParams();
  if (satang === undefined)
    return (
      <div className="max-w-md">
        <Card id="amount" title={t('topUp.amount')}>
          <TopUpForm />
        </Card>
      </div>
    );
  return (
    <PayForm
      payer={payer}
      agency={agency ?? null}
      payable={null}
      satang={satang}
      deadline={null}
      title={t('topUp.toPay')}
      detail={
        isAgain ? (
          t('again.detail')
        ) : (
          <Button tone="link" onClick={() => setParams({}, { replace: true })}>
            {t('topUp.change')}
          </Button>
        )
      }
      isAgain={isAgain}
    >
      <NextSteps of="topUp" />
    </PayForm>
  );
}

function TopUp({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('payments');
  const status = useSlipStatus();
  const payer = usePayer(userId);
  const asked = useAmount();
  const { waiting, received, refused } = useTopUps(userId, asked !== undefined);
  const [sendsAnother, setSendsAnother] = useState<string>();
  const shown = waiting?.slip_id === sendsAnother ? undefined : waiting;
  const chip = shown ? 'WAITING' : refused ? 'REFUSED' : received ? 'ACCEPTED' : undefined;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="text-3xl leading-tight">
          {t('topUp.title')}
        </h1>
        {chip && <StatusChip {...status(chip)} show="beside" />}
      </div>
      {shown ? (
        <Waiting slip={shown} onAnother={() => setSendsAnother(shown.slip_id)} />
      ) : (
        <div className="grid gap-6">
          {refused && <RefusedNotice slip={refused} />}
          {received && <Received slip={received} balanceSatang={payer.balanceSatang} />}
          {!received && (
            <Amount
              satang={asked ?? refused?.typed_satang}
              payer={payer}
              isAgain={refused !== undefined}
            />
          )}
        </div>
      )}
    </>
  );
}

/** The screen on which a member tops up credit. */
export function Component() {
  const { t } = useTranslation('payments');
  const user = useUser();
  const slips = useQuery({ ...slipsQuery(user?.id ?? ''), enabled: user !== null });
  const isWaiting = useAreAwaited(user === null ? [] : readsOf(user.id));
  if (user === null) return null;
  const isReady = !isWaiting && slips.data !== undefined;
  return (
    <>
      <BackTo to={pages.myPayments.href()}>{t('title')}</BackTo>
      {isReady ? (
        <TopUp key={user.id} userId={user.id} />
      ) : (
        <>
          <h1 tabIndex={-1} className="mb-5 text-3xl leading-tight">
            {t('topUp.title')}
          </h1>
          <QueryFallback
            query={isWaiting ? { ...slips, data: undefined } : slips}
            failed={t('loadFailed')}
          >
            <Skeleton className="h-96 rounded-lg" />
          </QueryFallback>
        </>
      )}
    </>
  );
}

export const loader = pageLoader(({ userId }) => (userId === null ? [] : readsOf(userId)));
