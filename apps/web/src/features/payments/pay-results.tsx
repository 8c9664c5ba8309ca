import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { slipKind, type Slip } from '#entities/payment/slip-data.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { Card } from '#ui/parts/card.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import { Notice } from './notice.tsx';
import { useSubjectText, type Payable } from './payable.ts';

/** The steps of a payment by slip. */
export function NextSteps({
  slip,
  of,
}: {
  readonly slip?: Slip;
  readonly of: Payable['kind'] | 'topUp';
}) {
  const { t } = useTranslation('payments');
  const subjectText = useSubjectText();
  const baht = useBaht();
  const timeText = useBangkokTime();
  const sent: TimeLineEntry = slip
    ? {
        key: 'sent',
        state: 'done',
        when: <time dateTime={slip.created_at}>{timeText(slip.created_at)}</time>,
        what: t('steps.sent', { amount: baht(slip.typed_satang) }),
      }
    : {
        key: 'send',
        state: 'next',
        when: t('steps.now'),
        what: t('steps.send'),
        who: t('steps.sendText'),
      };
  const entries: readonly TimeLineEntry[] = [
    sent,
    {
      key: 'check',
      state: slip ? 'next' : 'later',
      when: t(slip ? 'steps.now' : 'steps.then'),
      what: t('steps.check'),
      who: t('steps.checkText'),
    },
    {
      key: 'done',
      state: 'later',
      when: t('steps.then'),
      what: of === 'topUp' ? t('steps.credit') : subjectText(of, 'steps.tickets'),
    },
  ];
  return (
    <Card id="steps" title={t('steps.title')}>
      <TimeLine labelledBy="steps" entries={entries} />
    </Card>
  );
}

function SentFacts({ slip }: { readonly slip: Slip }) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const timeText = useBangkokTime();
  return (
    <FactList
      layout="ends"
      facts={[
        { name: t('sent.amount'), value: baht(slip.typed_satang) },
        {
          name: t('sent.credit'),
          value: slip.credit_satang > 0 ? baht(slip.credit_satang) : null,
        },
        { name: t('sent.at'), value: timeText(slip.created_at) },
        { name: t('sent.payer'), value: slip.payer_name },
        { name: t('sent.reference'), value: slip.trans_ref },
      ]}
    />
  );
}

/** A slip that waits for its review: nothing is left to do. */
export function Waiting({
  slip,
  onAnother,
}: {
  readonly slip: Slip;
  /** Opens the form of another slip. */
  readonly onAnother: () => void;
}) {
  const { t } = useTranslation('payments');
  return (
    <div className="grid max-w-3xl gap-6">
      <Notice look="info" title={t('waiting.title')}>
        <p>
          <Phrases text={t('waiting.text')} />
        </p>
      </Notice>
      <Card id="sent" title={t('sent.title')}>
        <SentFacts slip={slip} />
      </Card>
      <NextSteps slip={slip} of={slipKind(slip)} />
      <p className="text-sm text-ink-2">
        {t('waiting.wrong')}{' '}
        <Button tone="link" onClick={onAnother}>
          {t('waiting.another')}
        </Button>
      </p>
    </div>
  );
}

/** Why a slip was refused, as the team wrote it, and what to do. */
export function RefusedNotice({ slip }: { readonly slip: Slip }) {
  const { t } = useTranslation('payments');
  const timeText = useBangkokTime();
  const { reason, note, reviewed_at: at } = slip;
  const known = (['used', 'unreadable', 'not_arrived'] as const).find((name) => name === reason);
  return (
    <Notice look="ask" title={t('rejection.title')}>
      <blockquote className="border-l-3 border-current pl-3 wrap-anywhere text-ink">
        {known && <p>{t(`rejection.${known}`)}</p>}
        {note !== null && <p>{note}</p>}
      </blockquote>
      <p className="num">{t('rejection.by', { time: at === null ? '' : timeText(at) })}</p>
      <p className="text-ink">
        <Phrases
          text={t(reason === 'not_arrived' ? 'rejection.checkFirst' : 'rejection.dontPay')}
        />
      </p>
    </Notice>
  );
}

/** An accepted slip that left a part open. */
export function ShortNotice({
  slip,
  dueSatang,
}: {
  readonly slip: Slip;
  readonly dueSatang: number;
}) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  return (
    <Notice look="warn" title={t('short.title', { amount: baht(dueSatang) })}>
      <p>
        <Phrases
          text={t('short.text', {
            received: baht(slip.accepted_satang ?? 0),
            due: baht(slip.due_satang ?? 0),
          })}
        />
      </p>
    </Notice>
  );
}

/** What became of an accepted slip. */
export function AcceptedFacts({
  slip,
  balanceSatang,
}: {
  readonly slip: Slip;
  /** Null for a guest. */
  readonly balanceSatang: number | null;
}) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const subjectText = useSubjectText();
  const { accepted_satang: accepted, surplus_satang: surplus } = slip;
  const kind = slipKind(slip);
  if (accepted === null) return null;
  const toCredit = surplus ?? 0;
  return (
    <Card id="payment" title={t('accepted.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('accepted.received'), value: baht(accepted) },
          {
            name: kind === 'topUp' ? '' : subjectText(kind, 'accepted.booking'),
            value: kind !== 'topUp' && accepted > toCredit ? baht(accepted - toCredit) : null,
          },
          {
            name: t(
              kind === 'topUp'
                ? 'accepted.topUp'
                : balanceSatang === null
                  ? 'guest.surplus'
                  : 'accepted.surplus',
            ),
            value: toCredit > 0 ? baht(toCredit) : null,
          },
          {
            name: t('accepted.balance'),
            value: balanceSatang === null ? null : baht(balanceSatang),
          },
        ]}
      />
    </Card>
  );
}

/** Leads to the page of what is paid for. */
export function PayableLink({ payable: { kind, href } }: { readonly payable: Payable }) {
  const subjectText = useSubjectText();
  return (
    <Link to={href} className={buttonClass({ className: 'justify-self-start' })}>
      {subjectText(kind, 'seeBooking')}
    </Link>
  );
}
