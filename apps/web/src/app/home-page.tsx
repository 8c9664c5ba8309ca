import { ArrowRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { airportCodes } from '@bkksiam/domain/airports';
import { FlightArc, FlightWay } from '#drawings/flight.tsx';
import { RiverScene } from '#drawings/river-scene.tsx';
import { RiverMark } from '#drawings/river.tsx';
import { NewsSkeletons } from '#features/news/news-skeletons.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { HomeHighlights } from './home-highlights.tsx';
import { paths } from './paths.ts';
import { SamplePackages } from './sample-packages.tsx';

// What asks for data comes after the first paint.
const HomeNews = lazy(() =>
  import('./home-news.tsx').then((module) => ({ default: module.HomeNews })),
);

function Hero() {
  const { t } = useTranslation();
  return (
    <div className="relative isolate overflow-hidden bg-water pt-(--bar) text-on-night sm:min-h-[min(50vw,62rem)]">
      <RiverScene
        alt={t('home.heroPicture')}
        className="absolute bottom-0 left-1/2 -z-10 h-87 w-auto max-w-none -translate-x-2/3 object-cover object-bottom sm:inset-0 sm:size-full sm:translate-x-0"
      />
      <div className="wrap pt-10 pb-70 sm:pt-12 sm:pb-80 lg:pb-86">
        <h1 className="max-w-[11em] text-hero leading-tight tracking-hero">
          <Phrases text={t('home.heroTitle')} />
        </h1>
        <p className="mt-4 max-w-[24em] sm:mt-5 sm:text-lg">
          <Phrases text={t('home.heroText')} />
        </p>
      </div>
    </div>
  );
}

/** Holds the place of the search form, in its shape: a boarding pass with the one strong action on its stub. */
function SearchInvitation() {
  const { t } = useTranslation();
  return (
    <section className="wrap relative z-10 -mt-22 lg:-mt-30" aria-labelledby="plan">
      <div className="drop-shadow-[0_14px_26px_oklch(0.18_0.06_269/0.2)]">
        <div className="grid lg:pass-notched-x lg:grid-cols-[1fr_280px] lg:[--notch-x:calc(100%-280px)]">
          <div className="rounded-t-lg bg-surface p-6 max-lg:pass-notched max-lg:[--notch-y:100%] sm:p-8 lg:rounded-r-none lg:rounded-l-lg">
            <h2 id="plan" className="text-2xl">
              {t('home.search.title')}
            </h2>
            <p className="mt-1 text-ink-2">
              <Phrases text={t('home.search.text')} />
            </p>
            <ul className="mt-5 grid grid-cols-5 gap-x-3 gap-y-4 sm:gap-x-6">
              {airportCodes.map((code) => (
                <li key={code} className="min-w-0">
                  <span className="block text-lg leading-tight font-strong sm:text-xl">{code}</span>
                  <span className="hidden text-xs text-ink-2 sm:block">{t(`airport.${code}`)}</span>
                </li>
              ))}
            </ul>
          </div>
          <div className="flex flex-col justify-between gap-5 rounded-b-lg border-t-2 border-dashed border-perf bg-stub p-6 max-lg:pass-notched max-lg:[--notch-y:0px] sm:p-8 lg:rounded-r-lg lg:rounded-bl-none lg:border-t-0 lg:border-l-2 lg:px-6">
            <div>
              <FlightWay className="h-14 w-full max-w-48 text-gold-ink" />
              <p className="mt-2 text-sm text-ink-2">{t('home.search.stub')}</p>
            </div>
            <Link to={paths.search.href()} className={buttonClass({ size: 'lg', wide: true })}>
              {t('home.search.start')}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}

function News() {
  const { t } = useTranslation();
  return (
    <section className="wrap py-16 lg:py-28" aria-labelledby="news">
      <SectionHead
        id="news"
        mark={<RiverMark />}
        eyebrow={t('news.eyebrow')}
        title={t('news.title')}
        link={
          <Link to={paths.news.href()} className={buttonClass({ tone: 'link' })}>
            {t('news.all')}
            <ArrowRight className="size-5" strokeWidth={1.6} aria-hidden />
          </Link>
        }
      />
      <Suspense fallback={<NewsSkeletons />}>
        <HomeNews />
      </Suspense>
    </section>
  );
}

function CallToAction() {
  const { t } = useTranslation();
  return (
    <section className="on-river relative isolate overflow-hidden" aria-labelledby="start">
      <FlightArc className="absolute top-[6%] right-[max(6vw,calc(50%-31rem))] -z-10 hidden w-[min(700px,52vw)] sm:block" />
      <div className="wrap grid items-end gap-10 py-16 sm:grid-cols-[1fr_auto] lg:py-28">
        <div>
          <h2
            id="start"
            className="text-[clamp(2.25rem,1rem+4vw,4rem)] leading-tight tracking-hero text-balance"
          >
            <Phrases text={t('home.cta.title')} />
          </h2>
          <p className="mt-4 max-w-[34em] text-lg text-on-night-2">
            <Phrases text={t('home.cta.text')} />
          </p>
        </div>
        <Link to={paths.search.href()} className={buttonClass({ tone: 'gold' })}>
          {t('home.cta.start')}
          <ArrowRight className="size-5" strokeWidth={1.6} aria-hidden />
        </Link>
      </div>
    </section>
  );
}

/** The home page: what the product offers, and the way into a search. */
export function Component() {
  return (
    <>
      <Hero />
      <SearchInvitation />
      <HomeHighlights />
      <SamplePackages />
      <News />
      <CallToAction />
    </>
  );
}
