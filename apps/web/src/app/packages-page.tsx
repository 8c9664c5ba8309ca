import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonClass } from '#ui/button.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { PackageCards } from './sample-packages.tsx';
import { pages } from '#pages.ts';

/** The packages page: not sold yet, three samples (spec §8). */
export function Component() {
  const { t } = useTranslation();
  return (
    <div className="wrap py-12 lg:py-20">
      <PageIntro
        eyebrow={t('nav.packages')}
        title={t('toast.comingSoon')}
        text={t('pages.packages.text')}
      >
        <Link to={pages.contact.href()} className={buttonClass({ className: 'mt-6' })}>
          {t('pages.packages.contact')}
        </Link>
      </PageIntro>
      <PackageCards heading="h2" />
    </div>
  );
}
