import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dayText, inBangkok } from '@bkksiam/domain/date-text';
import { bahtText } from '@bkksiam/domain/money';
import { balanceQuery } from '#entities/payment/balance-data.ts';
import { slipsQuery } from '#entities/payment/slip-data.ts';
import { useSlipChanges } from '#entities/payment/use-slip-changes.ts';
import { refundsQuery } from '#entities/refund/refund-data.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import { useLanguage } from '#platform/i18n.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { serverNow } from '#platform/server-clock.ts';
import { fullNameOf, useUser } from '#platform/session.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { cardClass } from '#ui/parts/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { DueList } from './due-list.tsx';
import { Movements } from './movements.tsx';
import { payablesQuery } from './pay-data.ts';
import { payableOrdersQuery } from './payable-orders.ts';
import { RefundsDue } from './refunds-due.tsx';
import { TopUpForm } from './top-up-form.tsx';

function CreditCard({ userId }: { readonly userId: string }) {
  const { t } = useTranslation(['payments', 'common']);
  const language = useLanguage();
  const query = useQuery(balanceQuery(userId));
  return (
    <section aria-labelledby="credit" className={cardClass}>
      <h2 id="credit" tabIndex={-1} className="text-md font-mid tracking-normal text-ink-2">
        {t('credit.title')}
      </h2>
      {query.data === undefined ? (
        <QueryFallback query={query} failed={t('common:dashboard.creditFailed')} headingId="credit">
          <Skeleton className="h-12 w-48" />
        </QueryFallback>
      ) : (
        <p className="num text-[clamp(1.5rem,9vw,2.5rem)] leading-tight font-strong tracking-head whitespace-nowrap">
          {bahtText(query.data ?? 0, language, 2)}
        </p>
      )}
      <p className="text-sm text-ink-2">{t('credit.text')}</p>
      <div className="mt-4 border-t-2 border-dashed border-perf pt-4 print:hidden">
        <TopUpForm />
      </div>
    </section>
  );
}

/** On paper: whose statement it is, and of which day. */
function StatementHead() {
  const user = useUser();
  const language = useLanguage();
  return (
    <p className="hidden print:mb-4 print:block">
      {[user && fullNameOf(user), user?.email].filter(Boolean).join(' · ')}
      <br />
      {dayText(inBangkok(new Date(serverNow())), language)}
    </p>
  );
}

const readsOf = (userId: string) => [
  payablesQuery(userId),
  payableOrdersQuery(userId),
  slipsQuery(userId),
  balanceQuery(userId),
  refundsQuery(userId),
];

function Payments({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const { data: balance } = useQuery(balanceQuery(userId));
  const { data: slips = [] } = useQuery(slipsQuery(userId));
  const isWaiting = slips.some(({ status }) => status === 'WAITING');
  useSlipChanges(userId, isWaiting, requestKeys.ofMember(userId));
  // What is due comes first, and would move the credit below it on phones.
  const isAwaited = useAreAwaited(readsOf(userId));
  return (
    <>
      <PageHeader title={t('members.soon.payments.title')} />
      <StatementHead />
      {isAwaited && <Skeleton className="h-96" />}
      <div hidden={isAwaited} className="grid gap-6">
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          {/* Paper has the credit and its movements. */}
          <div className="grid gap-6 print:hidden">
            <DueList userId={userId} />
            <RefundsDue userId={userId} />
          </div>
          <CreditCard userId={userId} />
        </div>
        <Movements userId={userId} balanceSatang={Math.round((balance ?? 0) * 100)} />
      </div>
    </>
  );
}

/** The place where a member pays: what is due, the credit, and all movements. */
export function Component() {
  const user = useUser();
  return user === null ? null : <Payments key={user.id} userId={user.id} />;
}

export const loader = pageLoader(({ userId }) => (userId === null ? [] : readsOf(userId)));
