import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FlightArc } from '#drawings/flight.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { Phrases } from '#ui/phrases.tsx';
import { SearchForm } from './search-form.tsx';
import { focusSearchField, hasFlights } from './search-submit.ts';
import { SearchSuggestions, type NextStep } from './search-suggestions.tsx';

export function Component() {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const formBox = useRef<HTMLDivElement>(null);

  function focusNext(next: NextStep) {
    const form = formBox.current?.querySelector('form') ?? null;
    form?.scrollIntoView({ block: 'nearest' });
    if (next === 'departure') focusSearchField(form, { index: 0, part: next });
    else form?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }

  return (
    <>
      <div className="on-river relative isolate overflow-hidden">
        <FlightArc className="absolute top-[8%] right-[max(4vw,calc(50%-36rem))] -z-10 hidden w-56 sm:block lg:w-[min(560px,46vw)]" />
        <div className="wrap pt-10 pb-36 sm:pt-14 lg:pb-44">
          <h1 className="text-3xl tracking-hero">
            <Phrases text={t('search.heading')} />
          </h1>
          <p className="mt-3 max-w-[34em] text-lg text-on-night-2">
            <Phrases text={t(hasFlights() ? 'search.textOfAll' : 'search.text')} />
          </p>
        </div>
      </div>
      <div className="wrap relative z-10 -mt-24 pb-16 lg:-mt-30">
        <div ref={formBox}>
          <SearchForm />
        </div>
        {/* The server does not know the recent searches; the height keeps the footer in place when they appear. */}
        <div className="mt-10 lg:min-h-84">
          {isHydrated && <SearchSuggestions onFill={focusNext} />}
        </div>
      </div>
    </>
  );
}
