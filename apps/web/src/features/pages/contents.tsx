import { ChevronDown } from 'lucide-react';
import { startTransition, useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { LegalDocument } from '@bkksiam/domain/legal-document';
import { classNames } from '#ui/class-names.ts';
import { Phrases } from '#ui/phrases.tsx';

// From below the line a section is scrolled to down to the last quarter of the window.
const readingBand = '-150px 0px -25% 0px';

/** The same set where nothing has come or gone, so that nothing is drawn anew. */
function withSeen(
  before: ReadonlySet<string>,
  entries: readonly IntersectionObserverEntry[],
): ReadonlySet<string> {
  const news = entries.filter(
    ({ target, isIntersecting }) => isIntersecting !== before.has(target.id),
  );
  if (news.length === 0) return before;
  const after = new Set(before);
  for (const { target, isIntersecting } of news) {
    if (isIntersecting) after.add(target.id);
    else after.delete(target.id);
  }
  return after;
}

/**
 * The id of the section being read: the one asked for while it is in sight, which near the end of the page cannot come
 * up to the top any more, else the topmost; undefined above all of them.
 */
function useCurrentSection(sections: LegalDocument['sections']): string | undefined {
  const [inBand, setInBand] = useState<ReadonlySet<string>>(new Set());
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        startTransition(() => setInBand((before) => withSeen(before, entries)));
      },
      { rootMargin: readingBand },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  const asked = useLocation().hash.slice(1);
  return inBand.has(asked) ? asked : sections.find(({ id }) => inBand.has(id))?.id;
}

function readFrom(id: string): void {
  document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
}

/**
 * The list of sections beside the text, the one being read marked. On a narrow screen it is a bar that stays at the
 * top and opens.
 */
export function Contents({ legal }: { readonly legal: LegalDocument }) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const current = useCurrentSection(legal.sections);
  const currentTitle = legal.sections.find(({ id }) => id === current)?.title;
  return (
    <nav
      aria-label={legal.tocTitle}
      className="sticky top-0 z-10 -mx-(--gut) border-b border-line bg-paper px-(--gut) lg:top-6 lg:mx-0 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:border-0 lg:px-0"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-3 text-left lg:hidden"
      >
        <span className="font-head">{legal.tocTitle}</span>
        <span className="min-w-0 flex-1 truncate text-sm text-ink-2">{currentTitle}</span>
        <ChevronDown
          className={classNames('size-5 flex-none transition-transform', open && 'rotate-180')}
          strokeWidth={1.6}
          aria-hidden
        />
      </button>
      <p className="mb-3 font-head max-lg:hidden" aria-hidden>
        {legal.tocTitle}
      </p>
      <ol
        id={listId}
        className={classNames(
          'max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:max-h-[70dvh] max-lg:overflow-y-auto max-lg:border-b max-lg:border-line max-lg:bg-paper max-lg:px-(--gut) max-lg:pb-4 max-lg:shadow-2',
          !open && 'max-lg:hidden',
        )}
      >
        {legal.sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={{ hash: `#${id}` }}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => {
                setOpen(false);
                readFrom(id);
              }}
              className="flex min-h-11 items-center border-l-3 border-line py-1.5 pl-4 text-ink-2 hover:text-ink aria-[current=location]:border-gold aria-[current=location]:font-head aria-[current=location]:text-ink lg:min-h-10"
            >
              <span>
                <Phrases text={title} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
