import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeadlineCountdown } from '#entities/offer/deadline-countdown.tsx';
import { contactAbout } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { buttonClass } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { StubCard } from '#ui/parts/ticket-card.tsx';
import { CopyRows } from './copy-row.tsx';
import type { Agency } from '#entities/payment/pay-to.ts';
import { useSubjectText } from './payable.ts';
import { QrBox } from './qr-box.tsx';
import { qrTextOf, useTransferRows, type Transfer } from './transfer.ts';

/** While the agency takes no transfers here. */
function NoAccount({ transfer: { payable } }: { readonly transfer: Transfer }) {
  const { t } = useTranslation('payments');
  const subjectText = useSubjectText();
  const { kind = 'booking', reference } = payable ?? {};
  const subject =
    reference === undefined
      ? t('noAccount.topUp')
      : subjectText(kind, 'noAccount.subject', reference);
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-strong">{t('noAccount.title')}</p>
      <p className="text-sm text-ink-2">
        <Phrases text={subjectText(kind, 'noAccount.text')} />
      </p>
      <Link to={contactAbout(subject)} className={buttonClass({ tone: 'secondary' })}>
        {t('noAccount.ask')}
      </Link>
    </div>
  );
}

function TransferRows({
  agency,
  transfer,
  hasCode,
}: {
  readonly agency: Agency;
  readonly transfer: Transfer;
  readonly hasCode: boolean;
}) {
  const { t } = useTranslation('payments');
  const rows = useTransferRows(agency, transfer);
  return (
    <div>
      <h3 className="text-md">{t(hasCode ? 'orTransfer' : 'transfer')}</h3>
      <CopyRows rows={[...rows.transfer, ...rows.accounts]} />
    </div>
  );
}

/** The amount and its deadline, and below them the ways to pay it. */
export function PayCard({
  transfer,
  title,
  detail,
  agency,
  showsWays,
  children,
}: {
  readonly transfer: Transfer;
  readonly title: string;
  readonly detail: ReactNode;
  /** Null while nobody has entered it. */
  readonly agency: Agency | null;
  /** A member who has paid needs them no more. */
  readonly showsWays: boolean;
  /** Below the values to copy, such as the credit. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const code = agency === null ? undefined : qrTextOf(agency, transfer);
  const hasAccount = agency !== null && (code !== undefined || agency.bank_code !== null);
  return (
    <StubCard
      id="due"
      title={title}
      figure={baht(transfer.satang)}
      detail={<p className="num text-sm">{detail}</p>}
      beside={
        transfer.deadline !== null && (
          <DeadlineCountdown
            label={t('payBy')}
            deadline={transfer.deadline}
            overText={t('overdue')}
            onStub
          />
        )
      }
    >
      <div className="grid gap-x-8 gap-y-5 px-5 py-3 sm:px-6 md:grid-cols-[auto_minmax(0,1fr)] md:py-6">
        {hasAccount && showsWays && code !== undefined && (
          <QrBox text={code} agency={agency} transfer={transfer} />
        )}
        <div className="grid content-start gap-3 max-md:pb-2">
          {hasAccount && showsWays && (
            <TransferRows agency={agency} transfer={transfer} hasCode={code !== undefined} />
          )}
          {!hasAccount && <NoAccount transfer={transfer} />}
          {children}
        </div>
      </div>
    </StubCard>
  );
}
