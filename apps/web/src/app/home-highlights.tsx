import { ArrowRight, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { featureHighlights, type FeatureHighlight } from '@bkksiam/domain/travel-packages';
import { showToast } from '#platform/toast.ts';
import { Phrases } from '#ui/phrases.tsx';
import { Eyebrow } from '#ui/eyebrow.tsx';

function Figure({ highlight }: { readonly highlight: FeatureHighlight }) {
  const { t } = useTranslation();
  if (highlight === 'topUp') return <QrCode className="size-13 text-teal" strokeWidth={1.3} />;
  return (
    <p className="num flex items-baseline gap-2 text-[2.75rem] leading-none font-head text-teal sm:text-[3.25rem]">
      {t(`home.highlight.${highlight}.figure`)}
      <span className="text-md font-mid text-ink-2">{t(`home.highlight.${highlight}.unit`)}</span>
    </p>
  );
}

function Highlight({ highlight }: { readonly highlight: FeatureHighlight }) {
  const { t } = useTranslation();
  return (
    <li className="relative grid grid-cols-[1fr_44px] items-center gap-x-4 gap-y-3 border-t border-line py-6 last:border-b sm:grid-cols-[11rem_1fr_44px] sm:gap-x-6">
      <div className="col-span-full sm:col-span-1">
        <Figure highlight={highlight} />
      </div>
      <div>
        <h3 className="text-xl">
          <button
            type="button"
            onClick={() => showToast({ title: 'toast.notImplemented', tone: 'info' })}
            className="text-left after:absolute after:inset-0 after:content-['']"
          >
            <Phrases text={t(`home.highlight.${highlight}.title`)} />
          </button>
        </h3>
        <p className="mt-1 text-ink-2">
          <Phrases text={t(`home.highlight.${highlight}.text`)} />
        </p>
      </div>
      <ArrowRight className="size-5 justify-self-center text-teal" />
    </li>
  );
}

/** The three features of the product (spec §2); none opens yet. */
export function HomeHighlights() {
  const { t } = useTranslation();
  return (
    <section
      className="wrap grid gap-10 py-16 lg:grid-cols-[5fr_7fr] lg:gap-16 lg:py-28"
      aria-labelledby="care"
    >
      <div>
        <Eyebrow text={t('home.care.eyebrow')} />
        <h2 id="care" className="mt-3 text-3xl">
          <Phrases text={t('home.care.title')} />
        </h2>
        <p className="mt-5 max-w-[32em] text-lg text-ink-2">
          <Phrases text={t('home.care.text')} />
        </p>
      </div>
      <ul>
        {featureHighlights.map((highlight) => (
          <Highlight key={highlight} highlight={highlight} />
        ))}
      </ul>
    </section>
  );
}
