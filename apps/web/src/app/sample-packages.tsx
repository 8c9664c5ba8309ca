import { Clock, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bahtText } from '@bkksiam/domain/money';
import { travelPackages, type TravelPackage } from '@bkksiam/domain/travel-packages';
import seoul from '#drawings/seoul.svg?no-inline';
import singapore from '#drawings/singapore.svg?no-inline';
import tokyo from '#drawings/tokyo.svg?no-inline';
import { useLanguage } from '#platform/i18n.ts';
import { showToast } from '#platform/toast.ts';
import { ClippedPicture } from '#ui/picture.tsx';
import { SectionHead } from './section-head.tsx';
import { pages } from '#pages.ts';

const pictures: Record<TravelPackage['id'], string> = { tokyo, seoul, singapore };

function Rating({ rating }: { readonly rating: number }) {
  const { t } = useTranslation();
  return (
    <p className="num flex items-center gap-1.5 font-strong">
      <Star className="size-4 fill-current text-gold" strokeWidth={2} />
      <span aria-hidden>{rating.toFixed(1)}</span>
      <span className="sr-only">{t('home.packages.rating', { rating: rating.toFixed(1) })}</span>
    </p>
  );
}

interface PackageCardsProps {
  readonly heading?: 'h2' | 'h3';
  /** Below the card. */
  readonly action?: (offer: TravelPackage) => ReactNode;
}

function PackageCard({
  offer,
  heading: Heading = 'h3',
  action,
}: PackageCardsProps & { readonly offer: TravelPackage }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const length = {
    days: t('unit.days', { count: offer.days }),
    nights: t('unit.nights', { count: offer.nights }),
  };
  return (
    <li className="group relative">
      <ClippedPicture className="aspect-[5/6]">
        <img
          src={pictures[offer.id]}
          width="400"
          height="480"
          // Under h3 the pictures are below the fold.
          loading={Heading === 'h3' ? 'lazy' : 'eager'}
          alt={t(`home.packages.${offer.id}.picture`)}
          className="size-full object-cover transition-transform duration-(--mid) group-hover:scale-103"
        />
      </ClippedPicture>
      <p className="num clip-yo-sm absolute top-4 right-0 bg-gold px-5 py-1.5 text-sm md:max-lg:px-3 text-on-gold lg:top-8">
        {t('home.packages.from')}{' '}
        <span className="text-xl font-strong md:max-lg:text-md">
          {bahtText(offer.price, language, 0)}
        </span>
        <span className="block text-right">{t('home.packages.each')}</span>
      </p>
      <div className="mt-5 flex items-baseline justify-between gap-4">
        <Heading className="text-2xl">
          <button
            type="button"
            onClick={() => showToast({ title: 'toast.notImplemented', tone: 'info' })}
            className="text-left after:absolute after:inset-0 after:content-['']"
          >
            {t(`home.packages.${offer.id}.name`)}
          </button>
        </Heading>
        <Rating rating={offer.rating} />
      </div>
      <p className="mt-1 flex items-center gap-2 text-ink-2">
        <Clock className="size-5" />
        {t('home.packages.duration', length)}
      </p>
      {action?.(offer)}
    </li>
  );
}

/** The three sample packages (spec §9), which cannot be opened yet. */
export function PackageCards(props: PackageCardsProps) {
  return (
    <ul className="grid gap-x-8 gap-y-10 md:grid-cols-3">
      {travelPackages.map((offer) => (
        <PackageCard key={offer.id} offer={offer} {...props} />
      ))}
    </ul>
  );
}

export function SamplePackages() {
  const { t } = useTranslation();
  return (
    <section className="bg-sunken" aria-labelledby="packages">
      <div className="wrap py-16 lg:py-28">
        <SectionHead
          id="packages"
          eyebrow={t('nav.packages')}
          title={t('home.packages.title')}
          to={pages.packages.href()}
          linkText={t('home.packages.all')}
        />
        <PackageCards />
      </div>
    </section>
  );
}
