import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '#ui/button.tsx';
import { Eyebrow } from '#ui/eyebrow.tsx';
import { Phrases } from '#ui/phrases.tsx';

export interface SectionHeadProps {
  /** The id of the heading, for `aria-labelledby`. */
  readonly id: string;
  readonly eyebrow: string;
  readonly title: string;
  /** The link to the rest. */
  readonly to: string;
  readonly linkText: string;
}

/** The heading of a section of the home page. */
export function SectionHead({ id, eyebrow, title, to, linkText }: SectionHeadProps) {
  return (
    <div className="mb-10 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <Eyebrow text={eyebrow} />
        <h2 id={id} className="mt-3 max-w-[24ch] text-3xl">
          <Phrases text={title} />
        </h2>
      </div>
      <Link to={to} className={buttonClass({ tone: 'link' })}>
        {linkText}
        <ArrowRight className="size-5" />
      </Link>
    </div>
  );
}
