import { useTranslation } from 'react-i18next';
import { settings } from '#platform/env.ts';

/** Who issues a paper, as it is printed at its head. */
export function useIssuer() {
  const { t } = useTranslation();
  const { agency } = settings();
  if (agency === undefined) return { brand: t('brand') };
  return {
    brand: t('footer.company'),
    logo: agency.logo,
    issuer: [
      t('footer.address'),
      `${t('footer.phone')} · ${t('footer.email')}`,
      t('footer.licence'),
    ].filter((line) => line !== ''),
  };
}
