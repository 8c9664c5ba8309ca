/** The classes of the tables of figures. */
export const figure = 'num px-2 py-2 text-right whitespace-nowrap';
export const figureHead = 'px-2 py-1.5 text-right font-mid text-ink-2';
export const rowHead = 'py-2 pr-2 text-left whitespace-nowrap';
export const textHead = 'py-1.5 pr-2 text-left font-mid text-ink-2';
