import { useTranslation } from 'react-i18next';
import { promptPayText } from '@bkksiam/domain/promptpay-qr';
import { QrCode } from '#entities/payment/qr-code.tsx';
import { promptPayIdText } from '#entities/payment/transfer-text.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import type { StoredAgency } from './agency-data.ts';

const testSatang = 100;

/** The code of one baht to the PromptPay id that is stored: a bank's app shows whose it is before members pay to it. */
export function TestQr({ agency }: { readonly agency: StoredAgency }) {
  const { t } = useTranslation('adminAgency');
  const baht = useBaht();
  const language = useLanguage();
  const { promptpay_kind: kind, promptpay_id: id } = agency;
  if (kind === null || id === null) return null;
  const promptPay = { kind, id };
  const name = agency.bank_account_name ?? agency[`name_${language}`];
  const amount = baht(testSatang);
  const idText = promptPayIdText(promptPay);
  return (
    <section
      aria-labelledby="agency-test"
      className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-5"
    >
      <h2 id="agency-test" className="text-lg font-head">
        {t('test.title')}
      </h2>
      <p className="text-sm text-ink-2">{t('test.text')}</p>
      <QrCode
        text={promptPayText(promptPay, testSatang)}
        label={t('test.label', { amount, name, id: idText })}
      />
      <p className="wrap-anywhere">
        <b className="num font-strong">{amount}</b>
        <span className="block font-strong">{name}</span>
        <span className="num block text-ink-2">
          {t(`promptpay.${kind}`)} {idText}
        </span>
      </p>
    </section>
  );
}
