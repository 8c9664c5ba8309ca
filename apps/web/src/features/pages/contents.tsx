import { ChevronDown } from 'lucide-react';
import { startTransition, useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import { Phrases } from '#ui/phrases.tsx';

interface ContentsProps {
  readonly title: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

// From below a section's scroll margin to the last quarter of the viewport.
const readingBand = '-150px 0px -25% 0px';

/** The id of the section being read: that of the fragment while it is visible, else the topmost visible one. */
function useCurrentSection(sections: ContentsProps['sections']): string | undefined {
  const [inBand, setInBand] = useState<readonly string[]>([]);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const sectionIds = ids.split(' ');
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = new Map(
          entries.map(({ target, isIntersecting }) => [target.id, isIntersecting]),
        );
        startTransition(() =>
          setInBand((before) => sectionIds.filter((id) => seen.get(id) ?? before.includes(id))),
        );
      },
      { rootMargin: readingBand },
    );
    for (const id of sectionIds) {
      const section = document.getElementById(id);
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  const asked = useLocation().hash.slice(1);
  return inBand.includes(asked) ? asked : inBand[0];
}

/** The list of sections; on a narrow screen a sticky bar that opens. */
export function Contents({ title, sections }: ContentsProps) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const current = useCurrentSection(sections);
  const currentTitle = sections.find(({ id }) => id === current)?.title;
  return (
    <nav
      aria-label={title}
      className="sticky top-0 z-10 -mx-(--gut) border-b border-line bg-paper px-(--gut) lg:top-6 lg:mx-0 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:border-0 lg:px-0"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-3 text-left lg:hidden"
      >
        <span className="font-head">{title}</span>
        <span className="min-w-0 flex-1 truncate text-sm text-ink-2">{currentTitle}</span>
        <ChevronDown
          className={classNames('size-5 flex-none transition-transform', open && 'rotate-180')}
        />
      </button>
      <p className="mb-3 font-head max-lg:hidden" aria-hidden>
        {title}
      </p>
      <ol
        id={listId}
        className={classNames(
          'max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:max-h-[70dvh] max-lg:overflow-y-auto max-lg:border-b max-lg:border-line max-lg:bg-paper max-lg:px-(--gut) max-lg:pb-4 max-lg:shadow-2',
          !open && 'max-lg:hidden',
        )}
      >
        {sections.map((section) => (
          <li key={section.id}>
            <Link
              to={{ hash: `#${section.id}` }}
              aria-current={section.id === current ? 'location' : undefined}
              onClick={() => {
                setOpen(false);
                document.getElementById(`${section.id}-title`)?.focus({ preventScroll: true });
              }}
              className="flex min-h-11 items-center border-l-3 border-line py-1.5 pl-4 text-ink-2 hover:text-ink aria-[current=location]:border-gold aria-[current=location]:font-head aria-[current=location]:text-ink lg:min-h-10"
            >
              <span>
                <Phrases text={section.title} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
