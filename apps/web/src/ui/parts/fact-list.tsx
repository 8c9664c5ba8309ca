import type { ReactNode } from 'react';

const layouts = {
  /** Name and value in two columns with lines between the facts, in a drawer. */
  columns: {
    list: 'border-b border-line',
    fact: 'grid gap-0.5 border-t border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-baseline sm:gap-4',
    name: 'text-sm text-ink-2',
    value: 'num min-w-0 wrap-anywhere',
  },
  /** Name and value at the two ends of a line, in a pane. */
  ends: {
    list: undefined,
    fact: 'flex justify-between gap-4 py-0.5',
    name: 'text-ink-2',
    value: 'num min-w-0 text-right font-mid wrap-anywhere whitespace-pre-line',
  },
};

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

interface FactListProps {
  readonly layout: keyof typeof layouts;
  /** A fact without a value is left out. */
  readonly facts: readonly Fact[];
}

/** What is known of something, by name. */
export function FactList({ layout, facts }: FactListProps) {
  const { list, fact, name: nameClass, value: valueClass } = layouts[layout];
  return (
    <dl className={list}>
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ name, value }) => (
          <div key={name} className={fact}>
            <dt className={nameClass}>{name}</dt>
            <dd className={valueClass}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
