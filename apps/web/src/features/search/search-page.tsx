import { useTranslation } from 'react-i18next';
import { FlightArc } from '#drawings/flight.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { SearchForm } from './search-form.tsx';

export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <div className="on-river relative isolate overflow-hidden">
        <FlightArc className="absolute top-[8%] right-[max(4vw,calc(50%-36rem))] -z-10 hidden w-[min(560px,46vw)] sm:block" />
        <div className="wrap pt-10 pb-36 sm:pt-14 lg:pb-44">
          <h1 className="text-3xl tracking-hero">
            <Phrases text={t('search.heading')} />
          </h1>
          <p className="mt-3 max-w-[34em] text-lg text-on-night-2">
            <Phrases text={t('search.text')} />
          </p>
        </div>
      </div>
      <div className="wrap relative z-10 -mt-24 pb-16 lg:-mt-30 lg:pb-28">
        <SearchForm />
      </div>
    </>
  );
}
