import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { readLegalDocument, type LegalDocument } from '@bkksiam/domain/legal-document';
import { RiverMark } from '#drawings/river.tsx';
import { useHydrated } from '#platform/hydrated.ts';
import { useLanguage } from '#platform/i18n.ts';
import { latePart } from '#platform/late-part.ts';
import { logFailure } from '#platform/log.ts';
import { Button } from '#ui/button.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { Contents } from './contents.tsx';

// What reads a text is needed only for one that did not come painted.
const Markdown = latePart(() => import('#ui/markdown.tsx').then((module) => module.Markdown));

type DocumentName = 'terms' | 'privacy';

const linkClass = 'text-teal underline underline-offset-4';

function link(href: string, text: ReactNode): ReactNode {
  if (href.startsWith('/') || href.startsWith('#')) {
    return (
      <Link to={href} className={linkClass}>
        {text}
      </Link>
    );
  }
  return (
    <a href={href} className={linkClass}>
      {text}
    </a>
  );
}

/** The document in the language on screen; as data, so that nothing in it is taken for a placeholder. */
function useLegalDocument(name: DocumentName) {
  const { i18n, ready } = useTranslation(name);
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const stored: unknown = i18n.getResourceBundle(language, name);
  function tryAgain() {
    setAsking(true);
    i18n
      .reloadResources([language], [name])
      .catch((error: unknown) => logFailure(`the ${name} could not be loaded`, error))
      .finally(() => setAsking(false));
  }
  return { legal: readLegalDocument(stored), ready, asking, tryAgain };
}

/** What the text looks like where it came painted, until it becomes another; undefined everywhere else. */
function usePainted(id: string, text: string): string | undefined {
  const hydrated = useHydrated();
  const [first] = useState(() => {
    if (hydrated || typeof document === 'undefined') return undefined;
    return { text, html: document.getElementById(id)?.innerHTML };
  });
  return first?.text === text ? first.html : undefined;
}

/** A text of the document. It is left as it was painted: to read it again would cost more than all else on the page. */
function Prose({ id, text }: { readonly id: string; readonly text: string }) {
  const painted = usePainted(id, text);
  if (painted !== undefined) {
    const html = { __html: painted };
    return <div id={id} className="prose" data-painted dangerouslySetInnerHTML={html} />;
  }
  return (
    <div id={id} className="prose" data-painted>
      <Markdown text={text} link={link} />
    </div>
  );
}

/** Whether the browser has put the page back to where it was left. */
function isReopened(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  return visit instanceof PerformanceNavigationTiming && visit.type !== 'navigate';
}

/** The element the fragment names; null where there is none, or the fragment has a broken percent-encoding. */
function namedElement(): HTMLElement | null {
  const fragment = window.location.hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return null;
  }
}

/**
 * Begins at the section the address names, else at the top, also on Back; from then on scrolls smoothly. A page that
 * came painted begins there by itself, and is being read by now.
 */
function useReadingPosition(): void {
  const [painted] = useState(!useHydrated());
  useEffect(() => {
    if (!painted || isReopened()) {
      const named = namedElement();
      if (named === null) window.scrollTo(0, 0);
      else named.scrollIntoView();
    }
    document.documentElement.classList.add('scrolls-smoothly');
  }, [painted]);
  // Before the next page is scrolled to its top.
  useLayoutEffect(() => () => document.documentElement.classList.remove('scrolls-smoothly'), []);
}

function Text({ legal }: { readonly legal: LegalDocument }) {
  useReadingPosition();
  return (
    <div className="grid gap-8 lg:grid-cols-[17rem_minmax(0,44rem)] lg:gap-16">
      <Contents legal={legal} />
      <div>
        <section
          aria-labelledby="summary"
          className="mb-4 rounded-lg border-l-4 border-gold bg-gold-soft p-5 sm:p-8"
        >
          <h2 id="summary" className="mb-3 text-xl">
            {legal.summaryBox.title}
          </h2>
          <Prose id="summary-text" text={legal.summaryBox.content} />
        </section>
        {legal.sections.map(({ id, title, content }) => (
          <section
            key={id}
            id={id}
            aria-labelledby={`${id}-title`}
            className="scroll-mt-0 pt-8 max-lg:scroll-mt-6"
          >
            <h2 id={`${id}-title`} tabIndex={-1} className="mb-3 text-2xl">
              <Phrases text={title} />
            </h2>
            <Prose id={`${id}-text`} text={content} />
          </section>
        ))}
      </div>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t('pages.legal.loading')}
      </p>
      <div aria-hidden="true" className="grid max-w-176 gap-4">
        <Skeleton className="mb-6 h-56" />
        <Skeleton className="h-8 w-2/5" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-11/12" />
        <Skeleton className="h-5 w-3/5" />
      </div>
    </div>
  );
}

function Edition({ legal }: { readonly legal: LegalDocument }) {
  const { t } = useTranslation();
  const day = calendarDayText(legal.lastUpdated, useLanguage());
  return (
    <p className="num mt-4 text-ink-2">
      {t('pages.legal.updated')} <time dateTime={legal.lastUpdated}>{day}</time> ·{' '}
      {t('pages.legal.version')} {legal.version}
    </p>
  );
}

function LegalPage({ name }: { readonly name: DocumentName }) {
  const { t } = useTranslation();
  const { legal, ready, asking, tryAgain } = useLegalDocument(name);
  const missing = (
    <Alert
      title={t('pages.legal.failed')}
      action={
        <Button tone="secondary" size="sm" busy={asking} onClick={tryAgain}>
          {t('action.tryAgain')}
        </Button>
      }
    >
      {t('pages.legal.failedText')}
    </Alert>
  );
  return (
    <div className="wrap py-12 lg:py-20">
      <PageIntro
        mark={<RiverMark />}
        eyebrow={t('brand')}
        title={legal?.title ?? t(`pages.${name}.title`)}
      >
        {legal && <Edition legal={legal} />}
      </PageIntro>
      <Suspense fallback={<Waiting />}>
        {legal ? <Text legal={legal} /> : ready ? missing : <Waiting />}
      </Suspense>
    </div>
  );
}

/** The terms of service. */
export function TermsPage() {
  return <LegalPage name="terms" />;
}

/** The privacy policy. */
export function PrivacyPage() {
  return <LegalPage name="privacy" />;
}
