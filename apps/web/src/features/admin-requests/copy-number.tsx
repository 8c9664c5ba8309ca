import { useTranslation } from 'react-i18next';
import { requestNumber } from '@bkksiam/domain/request-number';
import { CopyableText } from '#platform/copy-text.tsx';

/** The short number of a request, which a press copies. */
export function CopyNumber({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const number = requestNumber(id);
  return (
    <CopyableText
      text={number}
      label={t('admin.requests.copy', { number })}
      done={{ title: 'admin.requests.copied', values: { number } }}
      className="-mx-2 min-h-9 px-2 font-mid pointer-coarse:min-h-11"
    />
  );
}
