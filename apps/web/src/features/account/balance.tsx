import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bahtText } from '@bkksiam/domain/money';
import { useLanguage } from '#platform/i18n.ts';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { balanceQuery } from '#entities/payment/balance-data.ts';

/** The member's credit as a large figure, with its loading and error state. */
export function Balance({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: balance, error } = useQuery(balanceQuery(userId));
  if (balance !== undefined) {
    return (
      <span className="num block text-[2.25rem] leading-[1.2] font-strong tracking-head whitespace-nowrap md:text-[2.75rem]">
        {bahtText(balance ?? 0, language, 2)}
      </span>
    );
  }
  if (error) return <span className="block py-2 text-ink-2">{t('dashboard.creditFailed')}</span>;
  return (
    <Loading label={t('dashboard.creditLoading')} className="py-[0.1rem] sm:py-[0.4rem]">
      <Skeleton className="h-10 w-48" />
    </Loading>
  );
}
