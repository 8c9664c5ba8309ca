import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PromptPayId } from '@bkksiam/domain/promptpay-id';
import { promptPayText } from '@bkksiam/domain/promptpay-qr';
import { useBaht } from '#platform/formats.ts';
import { Alert } from '#ui/feedback.tsx';
import { QrCode } from './qr-code.tsx';
import { promptPayIdText } from './transfer-text.ts';

const testSatang = 100;

/** What a reader finds in the picture of the code. */
function ReadBack({ text, to }: { readonly text: string; readonly to: PromptPayId }) {
  const { t } = useTranslation('adminAgency');
  const baht = useBaht();
  const { data } = useQuery({
    queryKey: ['payment', 'test-qr', text],
    staleTime: Infinity,
    queryFn: async () => (await import('./read-drawn-qr.ts')).readDrawnQr(text),
  });
  if (data === undefined) return null;
  if (data?.to.kind !== to.kind || data.to.id !== to.id || data.satang !== testSatang)
    return <Alert title={t('test.unreadable')} />;
  return (
    <p role="status" className="text-sm text-ink-2">
      {t('test.read', { amount: baht(data.satang), id: promptPayIdText(data.to) })}
    </p>
  );
}

/** The code of one baht to a PromptPay id: a bank's app shows whose it is before members pay to it. */
export function TestQr({ to, name }: { readonly to: PromptPayId; readonly name: string }) {
  const { t } = useTranslation('adminAgency');
  const baht = useBaht();
  const amount = baht(testSatang);
  const idText = promptPayIdText(to);
  const text = promptPayText(to, testSatang);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-ink-2">{t('test.text')}</p>
      <QrCode text={text} label={t('test.label', { amount, name, id: idText })} />
      <p className="wrap-anywhere">
        <b className="num font-strong">{amount}</b>
        <span className="block font-strong">{name}</span>
        <span className="num block text-ink-2">
          {t(`promptpay.${to.kind}`)} {idText}
        </span>
      </p>
      <ReadBack text={text} to={to} />
    </div>
  );
}
