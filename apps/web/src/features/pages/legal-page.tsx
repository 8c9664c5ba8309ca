import { useMutation } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { calendarDayText } from '@bkksiam/domain/date-text';
import type { Feature } from '@bkksiam/domain/features';
import { useHydrated } from '#ui/hydrated.ts';
import { settings, type AgencyTexts } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { usePageHandle } from '#platform/page-handle.ts';
import { TryAgain } from '#platform/query-fallback.tsx';
import { Alert, Loading, Skeleton } from '#ui/feedback.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { Markdown } from '#ui/markdown.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { Contents } from './contents.tsx';
import { wholeWords } from './whole-words.ts';

type DocumentName = 'terms' | 'privacy';

const text = z.string();
const schema = z.object({
  title: text,
  version: text,
  /** A calendar day, `2026-12-05`. */
  lastUpdated: text,
  tocTitle: text,
  /** Markdown, like the content of the sections. */
  summaryBox: z.object({ title: text, content: text }),
  /** Their ids are the same in every language. */
  sections: z.array(z.object({ id: text, title: text, content: text })),
  /** The edition of a site with features: passages that are no longer true are replaced. */
  withFeatures: z.optional(
    z.object({
      version: text,
      lastUpdated: text,
      changes: z.record(text, z.array(z.object({ from: text, to: text }))),
    }),
  ),
});

/** The terms or the privacy policy in one language (spec §3). */
type LegalDocument = z.infer<typeof schema>;

/** The document of a translation file; undefined if the file is missing or has another shape. */
export function readLegalDocument(stored: unknown): LegalDocument | undefined {
  return z.safeParse(schema, stored).data;
}

/** The document as it is true of a site with these features, with its own version and date. */
export function documentWith(legal: LegalDocument, features: readonly Feature[]): LegalDocument {
  const { changes = {}, ...edition } = legal.withFeatures ?? {};
  const made = features.flatMap((feature) => changes[feature] ?? []);
  if (made.length === 0) return legal;
  const changed = <Part extends { readonly content: string }>(part: Part): Part => ({
    ...part,
    content: made.reduce((content, { from, to }) => content.replace(from, () => to), part.content),
  });
  return {
    ...legal,
    ...edition,
    summaryBox: changed(legal.summaryBox),
    sections: legal.sections.map(changed),
  };
}

/** The document of the agency: it is named, and reached, where the text names the invented one. */
function documentOf(legal: LegalDocument, { footer, defaults }: AgencyTexts): LegalDocument {
  const named = <Part extends { readonly content: string }>(part: Part): Part => {
    let { content } = part;
    for (const key of ['company', 'address', 'phone', 'email'] as const)
      content = content.replaceAll(defaults[key], () => footer[key]);
    return { ...part, content };
  };
  return {
    ...legal,
    summaryBox: named(legal.summaryBox),
    sections: legal.sections.map(named),
  };
}

/** A link of the text; the router leaves those to mail and to other sites to the browser. */
function link(href: string, text: ReactNode): ReactNode {
  return (
    <Link to={href} className="text-teal underline underline-offset-4">
      {text}
    </Link>
  );
}

/** The document in the language on screen, read as data: `t` would interpolate it. */
function useLegalDocument(name: DocumentName) {
  const { i18n, ready } = useTranslation(name);
  const language = useLanguage();
  const stored: unknown = i18n.getResourceBundle(language, name);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => i18n.reloadResources([language], [name]),
  });
  const retry = { refetch: mutateAsync, isFetching: isPending };
  const legal = readLegalDocument(stored);
  const { features, agency } = settings();
  const edition = legal && documentWith(legal, features);
  return {
    legal: edition && agency ? documentOf(edition, agency.texts[language]) : edition,
    ready,
    retry,
  };
}

function Prose({ text }: { readonly text: string }) {
  return (
    <div className="prose">
      <Markdown text={text} link={link} wholeWords={wholeWords} />
    </div>
  );
}

/** Whether the browser restores the scroll position, as after a reload. */
function isReopened(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  return visit instanceof PerformanceNavigationTiming && visit.type !== 'navigate';
}

/** The element the fragment names; null if there is none, or the fragment has a broken percent-encoding. */
function namedElement(): HTMLElement | null {
  const fragment = window.location.hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return null;
  }
}

/**
 * Scrolls to the section of the fragment, else to the top, also on Back; later scrolling is smooth. The browser has
 * done so itself on a server-rendered page.
 */
function useInitialScroll(): void {
  const [isRendered] = useState(!useHydrated());
  useEffect(() => {
    if (!isRendered || isReopened()) {
      const named = namedElement();
      if (named === null) window.scrollTo(0, 0);
      else named.scrollIntoView();
    }
    document.documentElement.classList.add('scrolls-smoothly');
  }, [isRendered]);
  // A layout effect: it runs before the router scrolls the next page.
  useLayoutEffect(() => () => document.documentElement.classList.remove('scrolls-smoothly'), []);
}

function Text({ legal }: { readonly legal: LegalDocument }) {
  useInitialScroll();
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[17rem_minmax(0,44rem)] lg:gap-16">
      <Contents title={legal.tocTitle} sections={legal.sections} />
      <div>
        <section
          aria-labelledby="summary"
          className="mb-4 rounded-lg border-l-4 border-gold bg-gold-soft p-5 sm:p-8"
        >
          <h2 id="summary" className="mb-3 text-xl">
            {legal.summaryBox.title}
          </h2>
          <Prose text={legal.summaryBox.content} />
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
            <Prose text={content} />
          </section>
        ))}
      </div>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Loading label={t('pages.legal.loading')} announced className="grid max-w-176 gap-4">
      <Skeleton className="mb-6 h-56" />
      <Skeleton className="h-8 w-2/5" />
      <Skeleton className="h-5" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
    </Loading>
  );
}

function DocumentVersion({ legal }: { readonly legal: LegalDocument }) {
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
  const { legal, ready, retry } = useLegalDocument(name);
  const missing = (
    <Alert title={t('pages.legal.failed')} action={<TryAgain query={retry} />}>
      {t('pages.legal.failedText')}
    </Alert>
  );
  return (
    <div className="wrap py-12 lg:py-20">
      <PageIntro eyebrow={t('brand')} title={legal?.title ?? t(`pages.${name}.title`)}>
        {legal && <DocumentVersion legal={legal} />}
      </PageIntro>
      {legal ? <Text legal={legal} /> : ready ? missing : <Waiting />}
    </div>
  );
}

/** The terms and the privacy policy (spec §2). */
export function Component() {
  const name = usePageHandle()?.document;
  return name && <LegalPage name={name} />;
}
