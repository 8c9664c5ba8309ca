import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n.ts';
import { Button } from '#ui/button.tsx';
import type { Agency } from '#entities/payment/pay-to.ts';
import { QrCode } from '#entities/payment/qr-code.tsx';
import { saveQrImage } from './qr-image.ts';
import { useQrLines, type Transfer } from './transfer.ts';

/** The code of a transfer, with its text and a button that saves it as a picture. */
export function QrBox({
  text,
  agency,
  transfer,
}: {
  readonly text: string;
  readonly agency: Agency;
  readonly transfer: Transfer;
}) {
  const { t } = useTranslation('payments');
  const lines = useQrLines()(agency, transfer);
  const separator = useLanguage() === 'th' ? ' ' : ', ';
  const { mutate, isPending } = useMutation({
    mutationKey: ['save-qr'],
    mutationFn: () =>
      saveQrImage({
        text,
        lines,
        fileName: `bkk-siam-${transfer.payable?.reference ?? 'top-up'}.png`,
      }),
    meta: { errorToast: { title: 'payments:saveFailed' } },
  });
  return (
    <div className="grid min-w-0 grid-cols-1 content-start justify-items-center gap-2 text-center sm:gap-3">
      <h3 className="text-md">{t('scan')}</h3>
      <QrCode text={text} label={t('qrLabel', { text: lines.join(separator) })} />
      <Button
        tone="secondary"
        className="w-66 max-w-full"
        busy={isPending}
        onClick={() => mutate()}
      >
        <Download className="size-5" />
        {t('saveImage')}
      </Button>
    </div>
  );
}
