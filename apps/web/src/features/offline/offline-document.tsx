import { WifiOff } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '#drawings/brand-mark.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { replaceCopies, type OfflineCopy } from '#platform/offline-copies.ts';
import { useTheme } from '#platform/theme.ts';
import { PhoneLink } from '#ui/contact-links.tsx';
import styles from '#styles/offline.css?url';

/** A page to be saved. */
export interface OfflineDocument {
  readonly path: string;
  readonly title: string;
  /** Below the note that there is no network. Nothing in it may need code. */
  readonly content: ReactNode;
}

/** Relative: the list is shown at any address. */
const sameAddress = '';

/** The frame of a saved page: the bar of the brand, a note, and the way to try again. */
function Frame({ path, title, content }: OfflineDocument) {
  const { t } = useTranslation(['offline', 'common']);
  return (
    <div data-path={path} data-title={`${title} | ${t('common:brand')}`}>
      <header>
        <div className="on-river">
          <div className="wrap flex h-16 items-center">
            <a
              href="/"
              aria-label={t('common:nav.home')}
              className="inline-flex min-h-11 items-center gap-3 text-[1.25rem] leading-none font-strong whitespace-nowrap"
            >
              <BrandMark className="size-9" />
              {t('common:brand')}
            </a>
          </div>
        </div>
        <div className="border-b border-line bg-gold-soft text-sm">
          <p className="wrap flex flex-wrap items-center gap-x-3 py-1">
            <WifiOff className="size-5 flex-none text-gold-ink" />
            <span className="flex-1 basis-40">{t('noNetwork')}</span>
            <a
              href={sameAddress}
              className="inline-flex min-h-11 items-center font-mid text-teal underline"
            >
              {t('common:action.tryAgain')}
            </a>
          </p>
        </div>
      </header>
      <main className="wrap grid gap-6 pt-6 pb-10">{content}</main>
      <footer className="wrap pb-16 text-sm text-ink-2">
        {t('call')}{' '}
        <PhoneLink
          text={t('common:footer.phone')}
          className="inline-flex min-h-11 items-center font-mid text-teal underline"
        />
      </footer>
    </div>
  );
}

/** The frame as a document of its own, without what its policy forbids. */
function toCopy(frame: HTMLElement): OfflineCopy {
  const { path = '', title = '' } = frame.dataset;
  const page = document.implementation.createHTMLDocument(title);
  const { lang, dataset } = document.documentElement;
  page.documentElement.lang = lang;
  if (dataset.theme !== undefined) page.documentElement.dataset.theme = dataset.theme;
  page.head.insertAdjacentHTML(
    'beforeend',
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="stylesheet" href="${styles}">`,
  );
  page.body.append(...[...frame.childNodes].map((node) => page.importNode(node, true)));
  for (const element of page.body.querySelectorAll('[style]')) element.removeAttribute('style');
  return { path, html: `<!doctype html>${page.documentElement.outerHTML}` };
}

/**
 * Renders pages beside the one on screen and saves them, again with every change, such as one of the language. They replace
 * all saved pages of the member, or of visitors.
 */
export function OfflineDocuments({
  userId,
  documents,
}: {
  readonly userId: string | null;
  readonly documents: readonly OfflineDocument[];
}) {
  const [box] = useState(() => document.createElement('div'));
  const language = useLanguage();
  const { theme } = useTheme();
  useEffect(() => {
    const save = () => {
      const frames = [...box.querySelectorAll<HTMLElement>('[data-path]')];
      logRejection('pages could not be saved', replaceCopies(userId, frames.map(toCopy)));
    };
    save();
    const changes = new MutationObserver(save);
    changes.observe(box, { subtree: true, childList: true, characterData: true });
    return () => changes.disconnect();
  }, [box, userId, language, theme]);
  return createPortal(
    documents.map((one) => <Frame key={one.path} {...one} />),
    box,
  );
}
