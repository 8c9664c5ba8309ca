import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { satangText } from '@bkksiam/domain/number-input';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { pages } from '#pages.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { agreementQuery, type Agreement } from './finance-data.ts';
import type { Period } from '#entities/calendar/period.ts';

function Sum({ name, satang }: { readonly name: string; readonly satang: number | null }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="num font-strong">{satang === null ? '—' : satangText(satang)}</dd>
    </div>
  );
}

type Cause = Agreement['causes'][number];

function CauseRow({ cause }: { readonly cause: Cause }) {
  const { t } = useTranslation('adminFinance');
  const short = useShortTime();
  const { booking_id: bookingId, reference, full_name: name, recorded_by: admin } = cause;
  const details = [
    name,
    admin === null ? null : t('agree.by', { name: admin }),
    short.time(cause.at),
  ].filter((part) => part !== null);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
      <span className="min-w-0 wrap-anywhere">
        {t(`cause.${cause.cause}`)}
        <span className="block text-xs text-ink-2">
          {bookingId !== null && reference !== null && (
            <Link
              to={`${pages.adminBookings.href()}?booking=${bookingId}`}
              className="mr-2 font-mid text-teal underline-offset-4 hover:underline"
            >
              {reference}
            </Link>
          )}
          {details.join(' · ')}
        </span>
      </span>
      <span className="num font-strong">{satangText(cause.amount_satang)}</span>
    </li>
  );
}

/** The sums that differ, in a sentence each. */
function useDifferences(found: Agreement): readonly string[] {
  const { t } = useTranslation('adminFinance');
  const { receipts_difference_satang: receipts, statement, open_lines: lines } = found;
  const difference = statement?.difference_satang ?? 0;
  return [
    receipts === 0 ? '' : t('agree.receiptsDiffer', { amount: satangText(receipts) }),
    difference === 0 ? '' : t('agree.statementDiffers', { amount: satangText(difference) }),
    lines === 0
      ? ''
      : t('agree.openLines', { count: lines, amount: satangText(found.open_lines_satang) }),
  ].filter((sentence) => sentence !== '');
}

function Verdict({ found }: { readonly found: Agreement }) {
  const { t } = useTranslation('adminFinance');
  const differences = useDifferences(found);
  return (
    <div className="min-w-0" aria-live="polite">
      {found.agrees ? (
        <p className="font-strong text-green">{t('agree.yes')}</p>
      ) : (
        <ul className="font-strong text-gold-ink">
          {differences.length === 0 ? (
            <li>{t('agree.daysDiffer')}</li>
          ) : (
            differences.map((sentence) => <li key={sentence}>{sentence}</li>)
          )}
        </ul>
      )}
      <p className="text-xs text-ink-2">
        {found.statement === null ? t('agree.noStatement') : t('agree.same')}
      </p>
    </div>
  );
}

function Strip({ found }: { readonly found: Agreement }) {
  const { t } = useTranslation('adminFinance');
  const short = useShortTime();
  const { agrees, statement, causes } = found;
  const Icon = agrees ? CircleCheck : TriangleAlert;
  return (
    <div className={classNames('rounded-md', agrees ? 'bg-green-soft' : 'bg-gold-soft')}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-3 px-5 py-4 lg:grid-cols-[auto_auto_minmax(0,1fr)]">
        <Icon className={classNames('size-6', agrees ? 'text-green' : 'text-gold-ink')} />
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Sum name={t('agree.ledger')} satang={found.bank_in_satang} />
          <Sum
            name={t('agree.receipts', { count: found.receipts })}
            satang={found.receipts_satang}
          />
          {found.earlier_satang !== 0 && (
            <Sum name={t('agree.earlier')} satang={found.earlier_satang} />
          )}
          <Sum
            name={
              statement === null
                ? t('agree.statement')
                : t('agree.statementTo', { time: short.time(statement.last_at) })
            }
            satang={statement?.matched_satang ?? null}
          />
        </dl>
        <div className="col-start-2 lg:col-start-3">
          <Verdict found={found} />
        </div>
      </div>
      {causes.length > 0 && (
        <details className="border-t border-line px-5 text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center font-mid">
            {t('agree.causes', { count: causes.length })}
          </summary>
          <ul className="divide-y divide-line pb-3">
            {causes.map((cause) => (
              <CauseRow
                key={`${cause.cause} ${cause.posting_id ?? ''} ${cause.line_id ?? ''}`}
                cause={cause}
              />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Whether the ledger, receipts and bank statements of a period have the same sums. */
export function AgreementStrip({ period }: { readonly period: Period }) {
  const { t } = useTranslation('adminFinance');
  const query = useQuery(agreementQuery(period));
  return (
    <section aria-label={t('agree.label')}>
      {query.data && <Strip found={query.data} />}
      <QueryFallback query={query} failed={t('agree.failed')} failedText={query.error?.message}>
        <Skeleton className="h-20" />
      </QueryFallback>
    </section>
  );
}
