import { ArrowRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { FlightWay } from '#drawings/flight.tsx';
import { useLanguage } from '#platform/i18n.ts';
import type { ShownStatus } from '#platform/status.ts';
import { StatusChip } from '#ui/parts/status-chip.tsx';

/** The text of the days of a journey, such as '3 Mar 2027 – 9 Mar 2027'. */
export function useDaysText(): (from: string, to: string) => string {
  const language = useLanguage();
  return (from, to) =>
    [...new Set([from, to])].map((day) => calendarDayText(day, language) ?? day).join(' – ');
}

interface MemberPageHeadingProps {
  /** The airports of the route in their order; none for a thing without one. */
  readonly stops: readonly string[];
  /** The names of the airports, which screen readers read for their codes; another title for a thing without a route. */
  readonly title: string;
  readonly status: ShownStatus;
  /** Number, names of the airports, days and people. */
  readonly facts: readonly ReactNode[];
}

/** The heading of a member's page: the route, or another title, with the status, above the facts. */
export function MemberPageHeading({ stops, title, status, facts }: MemberPageHeadingProps) {
  return (
    <div className="mb-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="text-3xl leading-tight font-strong">
          <span className={stops.length > 0 ? 'sr-only' : undefined}>{title}</span>
          <span aria-hidden className="flex flex-wrap items-center gap-x-3">
            {stops.map((code, index) => (
              <Fragment key={index}>
                {index > 0 &&
                  (stops.length > 2 ? (
                    <ArrowRight className="size-6 text-gold-ink" />
                  ) : (
                    <FlightWay className="h-7 w-16 text-gold-ink sm:w-20" />
                  ))}
                {code}
              </Fragment>
            ))}
          </span>
        </h1>
        <StatusChip {...status} show="beside" />
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-6 text-sm text-ink-2">
        {facts.map((fact, index) => (
          <span key={index} className="num">
            {fact}
          </span>
        ))}
      </p>
    </div>
  );
}
