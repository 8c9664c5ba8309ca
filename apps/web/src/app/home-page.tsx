import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FlightArc } from '#drawings/flight.tsx';
import { RiverScene } from '#drawings/river-scene.tsx';
import { latestNewsQuery } from '#entities/news/news-data.ts';
import { LatestNews } from '#features/news/news-feed.tsx';
import { SearchForm } from '#features/search/search-form.tsx';
import { hasFlights } from '#features/search/search-submit.ts';
import { pages } from '#pages.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { buttonClass } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { SectionHead } from './section-head.tsx';
import { HomeHighlights } from './home-highlights.tsx';
import { SamplePackages } from './sample-packages.tsx';

function Hero() {
  const { t } = useTranslation();
  return (
    <div className="relative isolate overflow-hidden bg-water pt-(--bar) text-on-night sm:min-h-[min(50vw,62rem,100svh-9.5rem)]">
      <RiverScene
        alt={t('home.heroPicture')}
        className="absolute bottom-0 left-1/2 -z-10 h-82 w-auto max-w-none translate-x-[calc(7rem-66.7%)] object-cover object-bottom sm:inset-0 sm:size-full sm:translate-x-0 sm:object-center"
      />
      <div className="wrap pt-5 pb-38 sm:pt-[clamp(.5rem,100svh-41rem,3rem)] sm:pb-80 lg:pb-[clamp(15rem,100svh-33rem,21.5rem)]">
        <h1 className="max-w-[11em] text-hero leading-tight tracking-hero">
          <Phrases text={t('home.heroTitle')} />
        </h1>
        <p className="mt-4 max-w-[15.75em] sm:mt-5 sm:max-w-[24em] sm:text-lg">
          <Phrases text={t('home.heroText')} />
        </p>
      </div>
    </div>
  );
}

/** The search form, overlapping the picture. */
function Search() {
  const { t } = useTranslation();
  return (
    <section className="wrap relative z-10 -mt-22 lg:-mt-30" aria-labelledby="plan">
      <h2 id="plan" className="sr-only">
        {t('search.plan')}
      </h2>
      <SearchForm />
    </section>
  );
}

function News() {
  const { t } = useTranslation();
  return (
    <section className="wrap py-16 lg:py-28" aria-labelledby="news">
      <SectionHead
        id="news"
        eyebrow={t('pages.news.title')}
        title={t('news.title')}
        to={pages.news.href()}
        linkText={t('news.all')}
      />
      <LatestNews />
    </section>
  );
}

function CallToAction() {
  const { t } = useTranslation();
  return (
    <section className="on-river relative isolate overflow-hidden" aria-labelledby="start">
      <FlightArc className="absolute top-[6%] right-[max(6vw,calc(50%-31rem))] -z-10 hidden w-56 sm:block lg:w-[min(700px,52vw)]" />
      <div className="wrap grid items-end gap-10 py-16 sm:grid-cols-[1fr_auto] lg:py-28">
        <div>
          <h2
            id="start"
            className="text-[clamp(2.25rem,1rem+4vw,4rem)] leading-tight tracking-hero text-balance"
          >
            <Phrases text={t('home.cta.title')} />
          </h2>
          <p className="mt-4 max-w-[34em] text-lg text-on-night-2">
            <Phrases text={t(hasFlights() ? 'home.cta.textOfAll' : 'home.cta.text')} />
          </p>
        </div>
        <Link to={pages.search.href()} className={buttonClass({ tone: 'gold' })}>
          {t('nav.searchFlights')}
          <ArrowRight className="size-5" />
        </Link>
      </div>
    </section>
  );
}

export const loader = pageLoader(({ userId }) => [latestNewsQuery({ signedIn: userId !== null })]);

export function Component() {
  return (
    <>
      <Hero />
      <Search />
      <HomeHighlights />
      <SamplePackages />
      <News />
      <CallToAction />
    </>
  );
}
