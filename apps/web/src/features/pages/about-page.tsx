import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { airportCodes } from '@bkksiam/domain/airports';
import { bookingHoldHours } from '@bkksiam/domain/constants';
import { languages } from '@bkksiam/domain/languages';
import { pages } from '#pages.ts';
import { RiverScene } from '#drawings/river-scene.tsx';
import { buttonClass } from '#ui/button.tsx';
import { IntroPage } from '#platform/intro-page.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { ClippedPicture } from '#ui/picture.tsx';

const figures = [
  { text: 'airports', count: airportCodes.length },
  { text: 'hours', count: bookingHoldHours },
  { text: 'languages', count: languages.length },
] as const;

const teams = ['flights', 'packages', 'care', 'accounts'] as const;

function Figures() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('pages.about.figures')} className="mt-12 lg:mt-16">
      <dl className="grid gap-8 sm:grid-cols-3">
        {figures.map(({ text, count }) => (
          <div key={text} className="flex flex-col-reverse justify-end border-t-3 border-ink pt-4">
            <dt className="max-w-[20em] text-ink-2">
              <Phrases text={t(`pages.about.${text}`, { count })} />
            </dt>
            <dd className="num text-[3.25rem] leading-tight font-head text-teal">{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Purpose({ what }: { readonly what: 'mission' | 'vision' }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby={what}>
      <h2 id={what} className="text-2xl">
        {t(`pages.about.${what}`)}
      </h2>
      <p className="mt-3 max-w-[32em] text-lg text-ink-2">
        <Phrases text={t(`pages.about.${what}Text`)} />
      </p>
    </section>
  );
}

function Team() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="team" className="bg-sunken">
      <div className="wrap py-16 lg:py-24">
        <h2 id="team" className="text-3xl">
          {t('pages.about.team')}
        </h2>
        <p className="mt-4 max-w-[38em] text-lg text-ink-2">
          <Phrases text={t('pages.about.teamText')} />
        </p>
        <ul className="mt-10 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {teams.map((team) => (
            <li key={team} className="border-t border-line pt-5">
              <h3 className="text-xl">{t(`pages.about.teams.${team}.name`)}</h3>
              <p className="mt-2 max-w-[30em] text-ink-2">
                <Phrases text={t(`pages.about.teams.${team}.text`)} />
              </p>
            </li>
          ))}
        </ul>
        <Link to={pages.contact.href()} className={buttonClass({ className: 'mt-12' })}>
          {t('nav.contactUs')}
        </Link>
      </div>
    </section>
  );
}

export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <IntroPage eyebrow="pages.about.title" title="pages.about.heading" text="pages.about.lead">
        <ClippedPicture className="aspect-[4/3] sm:aspect-2/1">
          <RiverScene
            alt={t('home.heroPicture')}
            className="size-full object-cover object-right-bottom"
          />
        </ClippedPicture>
        <Figures />
        <div className="mt-16 grid gap-10 lg:mt-24 lg:grid-cols-2 lg:gap-16">
          <Purpose what="mission" />
          <Purpose what="vision" />
        </div>
      </IntroPage>
      <Team />
    </>
  );
}
