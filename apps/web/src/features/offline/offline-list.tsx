import { FileText, TicketsPlane } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FlightArc } from '#drawings/flight.tsx';
import { useBangkokTime } from '#platform/formats.ts';

/** A saved trip or receipt. */
export interface OfflineEntry {
  readonly path: string;
  readonly title: string;
  /** Under the title, such as the reference and the days. */
  readonly facts: readonly string[];
  readonly savedAt: string;
}

/** When a page was saved; in a list without the time zone. */
export function SavedAt({
  time,
  isShort = false,
}: {
  readonly time: string;
  readonly isShort?: boolean;
}) {
  const { t } = useTranslation('offline');
  const timeText = useBangkokTime();
  return (
    <time dateTime={time} className="num">
      {t(isShort ? 'savedShort' : 'saved', { time: timeText(time) })}
    </time>
  );
}

function Entries({
  id,
  title,
  Icon,
  entries,
}: {
  readonly id: string;
  readonly title: string;
  readonly Icon: LucideIcon;
  readonly entries: readonly OfflineEntry[];
}) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {entries.map(({ path, title: name, facts, savedAt }) => (
          <li key={path}>
            <a href={path} className="flex items-start gap-4 p-4 hover:bg-sunken">
              <Icon className="mt-0.5 size-5 flex-none text-teal" />
              <span className="min-w-0 flex-1">
                <span className="block font-strong text-teal">{name}</span>
                <span className="num flex flex-wrap gap-x-4 text-sm">
                  {facts.map((fact) => (
                    <span key={fact}>{fact}</span>
                  ))}
                </span>
                <span className="block text-sm text-ink-2">
                  <SavedAt time={savedAt} isShort />
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a browser shows without a network in place of a page that is not saved: what can be read. */
export function OfflineList({
  trips,
  receipts,
}: {
  readonly trips: readonly OfflineEntry[];
  readonly receipts: readonly OfflineEntry[];
}) {
  const { t } = useTranslation('offline');
  const isEmpty = trips.length + receipts.length === 0;
  return (
    <>
      <div className="on-river relative overflow-hidden rounded-lg px-5 pt-28 pb-6 clip-yo sm:px-8 sm:pt-32 sm:pb-8">
        <FlightArc className="absolute -top-2 right-4 h-32 sm:right-10 sm:h-44" />
        <h1 className="relative text-3xl leading-tight font-strong">{t('title')}</h1>
        <p className="relative mt-2 max-w-[34em] text-on-night-2">
          {t(isEmpty ? 'nothing' : 'text')}
        </p>
      </div>
      <Entries id="trips" title={t('trips')} Icon={TicketsPlane} entries={trips} />
      <Entries id="receipts" title={t('receipts')} Icon={FileText} entries={receipts} />
    </>
  );
}
