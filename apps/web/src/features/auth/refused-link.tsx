import { useTranslation } from 'react-i18next';
import { linkReason } from '#platform/mailed-link.ts';
import { useSession } from '#platform/session.tsx';
import { Remark } from './remark.tsx';

/** Stands above a form as long as the page knows that the mailed link that led here did not work. */
export function RefusedLink() {
  const { t } = useTranslation();
  const { link } = useSession();
  if (link?.kind !== 'refused') return null;
  return (
    <Remark tone="error">
      <strong className="block font-head">{t('link.refused')}</strong>
      {t(`link.${linkReason(link)}`)}
    </Remark>
  );
}
