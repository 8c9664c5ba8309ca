import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { BackTo } from '#entities/member-page/member-page.tsx';
import { useIsPast } from '#entities/offer/use-deadline.ts';
import { balanceQuery } from '#entities/payment/balance-data.ts';
import { slipsQuery, type Slip } from '#entities/payment/slip-data.ts';
import { useChosenSlip, type ChosenSlip } from '#entities/payment/chosen-slip.ts';
import { useSlipStatus, type SlipStatus } from '#entities/payment/slip-status.ts';
import { useSlipChanges } from '#entities/payment/use-slip-changes.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { Passengers } from '#entities/request/request-parts.tsx';
import { profileQuery } from '#entities/user/profile-data.ts';
import { useBaht } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { Notice } from './notice.tsx';
import { agencyQuery, type Agency } from '#entities/payment/pay-to.ts';
import { LateSlip, PayForm } from './pay-form.tsx';
import { ownPages, payPages, useSubjectText, type Payable } from './payable.ts';
import { usePayer, type Payer } from './payer.ts';
import {
  AcceptedFacts,
  NextSteps,
  PayableLink,
  RefusedNotice,
  ShortNotice,
  Waiting,
} from './pay-results.tsx';
import { situationOf, type Situation } from './pay-situation.ts';

/** The way back to the page of what is paid for. */
export function BackToPayable({ kind, reference }: Pick<Payable, 'kind' | 'reference'>) {
  const text = useSubjectText()(kind, 'backTo', reference);
  return <BackTo to={ownPages[kind].href(reference)}>{text}</BackTo>;
}

/** What the screen waits for. */
export const readsOfPayment = (userId: string) => [
  agencyQuery(),
  slipsQuery(userId),
  balanceQuery(userId),
  profileQuery(userId),
];

interface PayableProps {
  readonly payable: Payable;
}

const chips: Readonly<Partial<Record<Situation['kind'], SlipStatus>>> = {
  waiting: 'WAITING',
  short: 'SHORT',
  refused: 'REFUSED',
};

function useTitle({ kind: of }: Payable, situation: Situation): string {
  const { t } = useTranslation('payments');
  const subjectText = useSubjectText();
  if (!('due' in situation)) return t(`heading.${situation.kind as 'paid'}`);
  const { kind } = situation.due;
  return kind === 'deposit' ? t('heading.deposit') : subjectText(of, `heading.${kind}`);
}

function Heading({ payable, situation }: PayableProps & { readonly situation: Situation }) {
  const status = useSlipStatus();
  const { kind } = situation;
  const chip = kind === 'paid' && situation.slip?.status === 'ACCEPTED' ? 'ACCEPTED' : chips[kind];
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 tabIndex={-1} className="text-3xl leading-tight">
        <Phrases text={useTitle(payable, situation)} />
      </h1>
      {chip && <StatusChip {...status(chip)} show="beside" />}
    </div>
  );
}

/** Route and people of a booking. */
function Trip({ trip }: { readonly trip: NonNullable<Payable['trip']> }) {
  const { origin, destination } = trip;
  return (
    <>
      {origin !== null && destination !== null && `${origin} – ${destination} · `}
      <Passengers quote={trip} />
    </>
  );
}

function Detail({ payable, isAgain }: PayableProps & { readonly isAgain: boolean }) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const { trip, pieces, totalSatang: total, paidSatang: paid } = payable;
  if (isAgain) return t('again.detail');
  return (
    <>
      {trip && <Trip trip={trip} />}
      {pieces !== null && t('order.pieces', { count: pieces })}
      {total !== null && paid > 0 && (
        <span className="block">{t('paidOf', { paid: baht(paid), total: baht(total) })}</span>
      )}
    </>
  );
}

interface PartProps extends PayableProps {
  readonly payer: Payer;
  readonly agency: Agency | null;
  readonly chosen: ChosenSlip | null;
}

/** The amount with the ways to pay it, below what became of the last slip. */
function Due({
  payable,
  situation,
  payer,
  agency,
  chosen,
}: PartProps & { readonly situation: Extract<Situation, { readonly due: unknown }> }) {
  const { t } = useTranslation('payments');
  const { kind, due } = situation;
  const isAgain = kind === 'refused';
  return (
    <div className="grid gap-6">
      {situation.kind === 'short' && <ShortNotice slip={situation.slip} dueSatang={due.satang} />}
      {situation.kind === 'refused' && <RefusedNotice slip={situation.slip} />}
      <PayForm
        payer={payer}
        agency={agency}
        payable={payable}
        satang={due.satang}
        deadline={payable.deadline}
        title={t(kind === 'short' ? 'missing' : 'amountDue')}
        detail={<Detail payable={payable} isAgain={isAgain} />}
        isAgain={isAgain}
        chosen={chosen}
      >
        <NextSteps of={payable.kind} />
      </PayForm>
    </div>
  );
}

type SettledSituation = Extract<Situation, { readonly kind: 'paid' | 'ended' | 'unpriced' }>;

/** What it means that nothing is to pay. */
function SettledNotice({
  payable,
  kind,
}: PayableProps & { readonly kind: SettledSituation['kind'] }) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const subjectText = useSubjectText();
  const looks = { paid: 'ok', ended: 'warn', unpriced: 'info' } as const;
  const titles = {
    paid: t('paid.title', { paid: baht(payable.paidSatang) }),
    ended: subjectText(payable.kind, 'ended.title'),
    unpriced: t('unpriced.title'),
  };
  const text =
    kind === 'unpriced'
      ? t('unpriced.text')
      : kind === 'ended' && payable.isGuests
        ? t('guest.ended')
        : subjectText(payable.kind, `${kind}.text`);
  return (
    <Notice look={looks[kind]} title={titles[kind]}>
      <p>
        <Phrases text={text} />
      </p>
    </Notice>
  );
}

/** What is paid, has ended, or has no price yet. */
function Settled({
  payable,
  situation,
  payer,
  chosen,
}: PartProps & { readonly situation: SettledSituation }) {
  const { kind } = situation;
  const slip = kind === 'unpriced' ? undefined : situation.slip;
  return (
    <div className="grid max-w-3xl gap-6">
      <SettledNotice payable={payable} kind={kind} />
      {slip?.status === 'REFUSED' && <RefusedNotice slip={slip} />}
      {slip && (
        <AcceptedFacts
          slip={slip}
          balanceSatang={payer.userId === null ? null : payer.balanceSatang}
        />
      )}
      {kind !== 'paid' && <LateSlip payer={payer} payable={payable} chosen={chosen} />}
      <PayableLink payable={payable} />
    </div>
  );
}

const countWaiting = (slips: readonly Slip[]) =>
  slips.filter(({ status }) => status === 'WAITING').length;

/** The screen of a payment, for a member and for a guest. */
export function PayScreenOf({
  payable,
  slips,
  payer,
  agency,
}: PayableProps &
  Pick<PartProps, 'payer' | 'agency'> & {
    /** Of what is paid for, newest first. */
    readonly slips: readonly Slip[];
  }) {
  const { t } = useTranslation('payments');
  const [sendsAnother, setSendsAnother] = useState(false);
  const waiting = countWaiting(slips);
  const [seenWaiting, setSeenWaiting] = useState(waiting);
  // Another slip was sent, or one was reviewed.
  if (seenWaiting !== waiting) {
    setSeenWaiting(waiting);
    setSendsAnother(false);
  }
  // Renders again when the time is over while the page is open.
  useIsPast(payable.endsAt ?? undefined);
  const situation = situationOf(payable, slips, sendsAnother);
  const chosenBefore = useChosenSlip();
  const props = { payable, payer, agency, chosen: slips.length === 0 ? chosenBefore : null };
  return (
    <>
      <Heading payable={payable} situation={situation} />
      {situation.kind === 'waiting' && (
        <Waiting slip={situation.slip} onAnother={() => setSendsAnother(true)} />
      )}
      {'due' in situation && <Due {...props} situation={situation} />}
      {(situation.kind === 'paid' ||
        situation.kind === 'ended' ||
        situation.kind === 'unpriced') && <Settled {...props} situation={situation} />}
      {sendsAnother && waiting > 0 && (
        <Button tone="link" onClick={() => setSendsAnother(false)}>
          {t('waiting.back')}
        </Button>
      )}
    </>
  );
}

/** The screen on which a member pays for a booking or an order. */
export function PayScreen({
  userId,
  data: payable,
}: {
  readonly userId: string;
  readonly data: Payable;
}) {
  const { id: typed } = useParams();
  const payer = usePayer(userId);
  const { data: all = [] } = useQuery(slipsQuery(userId));
  const { data: agency = null } = useQuery(agencyQuery());
  const { kind, id, reference } = payable;
  const slips = all.filter((slip) => slip[`${kind}_id`] === id);
  useSlipChanges(userId, countWaiting(slips) > 0, requestKeys.ofMember(userId));
  // Mails may name the id.
  if (typed !== reference) return <Navigate to={payPages[kind].href(reference)} replace />;
  return <PayScreenOf payable={payable} slips={slips} payer={payer} agency={agency} />;
}
