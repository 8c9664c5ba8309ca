import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bankName } from '@bkksiam/domain/banks';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { requestNumber } from '@bkksiam/domain/request-number';
import { useIssuer } from '#entities/agency/use-issuer.ts';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { useOfferSections } from '#entities/offer/offer-parts.tsx';
import type { SentOffer } from '#entities/offer/offer.ts';
import { agencyQuery, promptPayOf } from '#entities/payment/pay-to.ts';
import { accountText, promptPayIdText } from '#entities/payment/transfer-text.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { settings } from '#platform/env.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { useUser } from '#platform/session.ts';
import { PrintSheet } from '#ui/parts/print-sheet.tsx';
import type { GroupRequestRow } from './request-data.ts';

/** Who the quotation is for. */
function useCustomer(userId: string): readonly string[] {
  const email = useUser()?.email;
  const { data: profile } = useQuery(profileQuery(userId));
  return [profile?.full_name, email, profile?.phone].filter(
    (line): line is string => typeof line === 'string' && line !== '',
  );
}

/** Bank account and PromptPay id of the agency; none without the feature, or before an admin has entered them. */
function usePayTo() {
  const { t } = useTranslation('requests');
  const language = useLanguage();
  const { data: agency } = useQuery({
    ...agencyQuery(),
    enabled: settings().features.includes('payments'),
  });
  if (!agency) return [];
  const { bank_code: bank, bank_account_number: number, bank_account_name: name } = agency;
  const promptPay = promptPayOf(agency);
  return [
    ...(bank !== null && number !== null
      ? [`${bankName(bank, language)} ${accountText(number)} ${name ?? ''}`]
      : []),
    ...(promptPay ? [`${t('sheet.promptpay')} ${promptPayIdText(promptPay)}`] : []),
  ];
}

/** The offer as a quotation of A4, in print only. */
export function OfferSheet(props: {
  readonly userId: string;
  readonly request: GroupRequestRow;
  readonly offer: SentOffer;
  readonly known: AirportsAndAirlines | undefined;
}) {
  const { userId, request, offer, known } = props;
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const issuer = useIssuer();
  const payTo = usePayTo();
  const customer = useCustomer(userId);
  const number = `${requestNumber(request.quote_id)}-${String(offer.version)}`;
  return (
    <div aria-hidden className="hidden print:block">
      <PrintSheet
        {...issuer}
        title={t('sheet.title')}
        reference={t('sheet.number', { number })}
        sections={[
          {
            title: t('sheet.customer'),
            content: customer.length > 0 && <p className="text-sm">{customer.join(' · ')}</p>,
          },
          {
            title: t('offer.title', {
              number: offer.version,
              count: passengerTotal(offer.seats),
            }),
            content: (
              <p className="flex flex-wrap items-baseline gap-x-4">
                <b className="num text-2xl font-strong">{baht(offer.totalSatang)}</b>
                {t('sheet.validUntil', { time: timeText(offer.validUntil) })}
              </p>
            ),
          },
          ...useOfferSections(offer, known),
          {
            title: t('sheet.payTo'),
            content: payTo.length > 0 && <p className="text-sm">{payTo.join(' · ')}</p>,
          },
        ]}
        foot={t('sheet.foot', { company: issuer.brand, time: timeText(offer.sentAt) })}
      />
    </div>
  );
}
