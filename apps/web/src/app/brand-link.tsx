import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BrandMark } from '#drawings/brand-mark.tsx';
import { classNames } from '#ui/class-names.ts';
import { paths } from './paths.ts';

/** The mark and the name, on the way home. */
export function BrandLink({ className }: { readonly className?: string }) {
  const { t } = useTranslation();
  return (
    <Link
      to={paths.home.href()}
      aria-label={t('nav.home')}
      className={classNames(
        'inline-flex min-h-11 items-center gap-3 text-[1.25rem] leading-none font-strong whitespace-nowrap',
        className,
      )}
    >
      <BrandMark className="size-9 sm:size-10" />
      {t('brand')}
    </Link>
  );
}
