import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TravelPackage } from '@bkksiam/domain/travel-packages';
import { buttonClass } from '#ui/button.tsx';
import { IntroPage } from '#platform/intro-page.tsx';
import { PackageCards } from './sample-packages.tsx';
import { contactAbout } from '#pages.ts';

/** Leads on to a message about a package; above the button that covers the card. */
function AskLink({ offer }: { readonly offer: TravelPackage }) {
  const { t } = useTranslation();
  const name = t(`home.packages.${offer.id}.name`);
  return (
    <Link
      to={contactAbout(t('pages.packages.subject', { name }))}
      className={buttonClass({ tone: 'secondary', wide: true, className: 'relative mt-4' })}
    >
      {t('pages.packages.ask', { name })}
    </Link>
  );
}

/** The packages page: not sold yet, three samples (spec §8). */
export function Component() {
  const { t } = useTranslation();
  return (
    <IntroPage
      eyebrow="nav.packages"
      title="toast.comingSoon"
      text="pages.packages.text"
      action={
        <Link to={contactAbout(t('nav.packages'))} className={buttonClass({ className: 'mt-6' })}>
          {t('pages.packages.contact')}
        </Link>
      }
    >
      <PackageCards heading="h2" action={(offer) => <AskLink offer={offer} />} />
    </IntroPage>
  );
}
