import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { BackTo, memberPage } from '#entities/member-page/member-page.tsx';
import { useIsPast } from '#entities/offer/use-deadline.ts';
import { balanceQuery } from '#entities/payment/balance-data.ts';
import { slipsQuery, type Slip } from '#entities/payment/slip-data.ts';
import { useChosenSlip, type ChosenSlip } from '#entities/payment/chosen-slip.ts';
import { useSlipStatus, type SlipStatus } from '#entities/payment/slip-status.ts';
import { useSlipChanges } from '#entities/payment/use-slip-changes.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { Passengers } from '#entities/request/request-parts.tsx';
import { profileQuery } from '#entities/user/profile-data.ts';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { Notice } from './notice.tsx';
import { agencyQuery, deadlineOf, payableQuery, type Payable } from './pay-data.ts';
import { LateSlip, PayForm } from './pay-form.tsx';
import { usePayer, type Payer } from './payer.ts';
import {
  AcceptedFacts,
  BookingLink,
  NextSteps,
  RefusedNotice,
  ShortNotice,
  Waiting,
} from './pay-results.tsx';
import { situationOf, type Situation } from './pay-situation.ts';

function Back({ id }: { readonly id: string }) {
  const { t } = useTranslation('payments');
  return <BackTo to={pages.memberBooking.href(id)}>{t('backTo', { reference: id })}</BackTo>;
}

const chips: Readonly<Partial<Record<Situation['kind'], SlipStatus>>> = {
  waiting: 'WAITING',
  short: 'SHORT',
  refused: 'REFUSED',
};

function Heading({ situation }: { readonly situation: Situation }) {
  const { t } = useTranslation('payments');
  const status = useSlipStatus();
  const { kind } = situation;
  const chip = kind === 'paid' && situation.slip?.status === 'ACCEPTED' ? 'ACCEPTED' : chips[kind];
  const title =
    'due' in situation ? t(`heading.${situation.due.kind}`) : t(`heading.${kind as 'paid'}`);
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 tabIndex={-1} className="text-3xl leading-tight">
        <Phrases text={title} />
      </h1>
      {chip && <StatusChip {...status(chip)} show="beside" />}
    </div>
  );
}

function Detail({ booking, isAgain }: { readonly booking: Payable; readonly isAgain: boolean }) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const { origin, destination, total_satang: total, paid_satang: paid } = booking;
  if (isAgain) return t('again.detail');
  return (
    <>
      {origin !== null && destination !== null && `${origin} – ${destination} · `}
      <Passengers quote={booking} />
      {total !== null && paid > 0 && (
        <span className="block">{t('paidOf', { paid: baht(paid), total: baht(total) })}</span>
      )}
    </>
  );
}

/** The amount with the ways to pay it, below what became of the last slip. */
function Due({
  booking,
  situation,
  payer,
  chosen,
}: {
  readonly booking: Payable;
  readonly situation: Extract<Situation, { readonly due: unknown }>;
  readonly payer: Payer;
  readonly chosen: ChosenSlip | null;
}) {
  const { t } = useTranslation('payments');
  const { data: agency } = useQuery(agencyQuery());
  const { kind, due } = situation;
  const isAgain = kind === 'refused';
  return (
    <div className="grid gap-6">
      {situation.kind === 'short' && <ShortNotice slip={situation.slip} dueSatang={due.satang} />}
      {situation.kind === 'refused' && <RefusedNotice slip={situation.slip} />}
      <PayForm
        payer={payer}
        agency={agency ?? null}
        booking={booking}
        satang={due.satang}
        deadline={deadlineOf(booking)}
        title={t(kind === 'short' ? 'missing' : 'amountDue')}
        detail={<Detail booking={booking} isAgain={isAgain} />}
        isAgain={isAgain}
        chosen={chosen}
      >
        <NextSteps isTopUp={false} />
      </PayForm>
    </div>
  );
}

/** A booking that is paid, has ended, or has no price yet. */
function Settled({
  booking,
  situation,
  payer,
  chosen,
}: {
  readonly booking: Payable;
  readonly situation: Extract<Situation, { readonly kind: 'paid' | 'ended' | 'unpriced' }>;
  readonly payer: Payer;
  readonly chosen: ChosenSlip | null;
}) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const { kind } = situation;
  const slip = kind === 'unpriced' ? undefined : situation.slip;
  const paid = baht(booking.paid_satang);
  return (
    <div className="grid max-w-3xl gap-6">
      <Notice
        look={kind === 'paid' ? 'ok' : kind === 'ended' ? 'warn' : 'info'}
        title={t(`${kind}.title`, { paid })}
      >
        <p>
          <Phrases text={t(`${kind}.text`)} />
        </p>
      </Notice>
      {slip?.status === 'REFUSED' && <RefusedNotice slip={slip} />}
      {slip && <AcceptedFacts slip={slip} balanceSatang={payer.balanceSatang} />}
      {kind !== 'paid' && <LateSlip payer={payer} booking={booking} chosen={chosen} />}
      <BookingLink reference={booking.reference} />
    </div>
  );
}

function PayScreen({
  booking,
  slips,
  payer,
}: {
  readonly booking: Payable;
  readonly slips: readonly Slip[];
  readonly payer: Payer;
}) {
  const { t } = useTranslation('payments');
  const [sendsAnother, setSendsAnother] = useState(false);
  const waiting = slips.filter(({ status }) => status === 'WAITING').length;
  const [seenWaiting, setSeenWaiting] = useState(waiting);
  // Another slip was sent, or one was reviewed.
  if (seenWaiting !== waiting) {
    setSeenWaiting(waiting);
    setSendsAnother(false);
  }
  useSlipChanges(payer.userId, waiting > 0, requestKeys.ofMember(payer.userId));
  // Renders again when the hold ends while the page is open.
  useIsPast(booking.status === 'HOLD' ? (booking.hold_expires_at ?? undefined) : undefined);
  const situation = situationOf(booking, slips, sendsAnother);
  const chosenBefore = useChosenSlip();
  const props = { booking, payer, chosen: slips.length === 0 ? chosenBefore : null };
  return (
    <>
      <Heading situation={situation} />
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

function Content({ userId, data: booking }: { readonly userId: string; readonly data: Payable }) {
  const { id } = useParams();
  const payer = usePayer(userId);
  const { data: slips = [] } = useQuery(slipsQuery(userId));
  const { booking_id: bookingId, reference } = booking;
  // Mails may name the id.
  if (id !== reference) return <Navigate to={pages.pay.href(reference)} replace />;
  return (
    <PayScreen
      booking={booking}
      slips={slips.filter(({ booking_id: of }) => of === bookingId)}
      payer={payer}
    />
  );
}

/** The screen on which a member pays for a booking. */
export const { Component, loader } = memberPage({
  texts: 'payments',
  queryOf: payableQuery,
  alsoReads: (userId) => [
    agencyQuery(),
    slipsQuery(userId),
    balanceQuery(userId),
    profileQuery(userId),
  ],
  Back,
  Content,
});
