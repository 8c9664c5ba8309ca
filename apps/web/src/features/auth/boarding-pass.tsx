import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useOutletContext } from 'react-router';
import { pages } from '#pages.ts';
import { BrandMark } from '#drawings/brand-mark.tsx';
import { iconButtonClass } from '#ui/button.tsx';
import { DialogClose, DialogTitle } from '#ui/dialog.tsx';

/** Where a form stands: on a page with a top bar, in a dialog, or in the server-rendered copy of the dialog. */
export type PassVariant = 'page' | 'dialog' | 'static-dialog';

export interface BoardingPassProps {
  readonly title: string;
  readonly variant?: PassVariant;
  readonly children: ReactNode;
}

/** A form drawn as a boarding pass: the title above the perforation, the fields below. */
export function BoardingPass({ title, variant = 'page', children }: BoardingPassProps) {
  const { t } = useTranslation();
  // The layout's switches of language and theme.
  const controls = useOutletContext<ReactNode>();
  const height = variant === 'page' ? '[--notch-y:88px]' : '[--notch-y:136px]';
  return (
    <div className="w-full max-w-110 lifted-night">
      <div className={`pass-notched rounded-lg bg-surface text-ink ${height}`}>
        <div className="relative flex h-(--notch-y) flex-col justify-end gap-3 rounded-t-lg bg-stub px-5 py-6 after:absolute after:inset-x-6 after:-bottom-px after:border-t-2 after:border-dashed after:border-perf sm:px-8">
          {variant !== 'page' && (
            <div className="-mr-3 flex items-center">
              <span className="mr-auto flex items-center gap-3 text-[1.25rem] leading-none font-strong tracking-head whitespace-nowrap">
                <BrandMark />
                <span className="max-[22rem]:sr-only">{t('brand')}</span>
              </span>
              {controls}
              {variant === 'dialog' ? (
                <DialogClose label={t('action.close')} />
              ) : (
                <Link
                  to={pages.home.href()}
                  aria-label={t('action.close')}
                  className={iconButtonClass()}
                >
                  <X className="size-5" />
                </Link>
              )}
            </div>
          )}
          {variant === 'dialog' ? (
            <DialogTitle as="h1">{title}</DialogTitle>
          ) : (
            <h1 className="text-2xl">{title}</h1>
          )}
        </div>
        <div className="px-5 pt-6 pb-8 sm:px-8">{children}</div>
      </div>
    </div>
  );
}
