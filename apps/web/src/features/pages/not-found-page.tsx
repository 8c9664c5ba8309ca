import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pages } from '#pages.ts';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';

/** The page of every unknown address. */
export function Component() {
  const { t } = useTranslation();
  return (
    <div className="wrap grid justify-items-center gap-4 py-16 text-center lg:py-28">
      <EmptyPicture of="lost" className="h-auto w-80 max-w-full" />
      <h1 className="mt-4 text-3xl">{t('notFound.title')}</h1>
      <p className="max-w-[34em] text-lg text-balance text-ink-2">
        <Phrases text={t('notFound.text')} />
      </p>
      <Link to={pages.home.href()} className={buttonClass({ className: 'mt-4' })}>
        {t('notFound.home')}
      </Link>
    </div>
  );
}
