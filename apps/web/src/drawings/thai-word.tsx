import drawing from './thai-word.svg?no-inline';

/**
 * The word ไทย in the letters of the site (Anuphan, weight 500), as high as a line of them. Drawn, because as text it
 * would have every English page fetch the Thai letters for this one word.
 */
export function ThaiWord() {
  return (
    <svg viewBox="0 0 1549 1300" className="h-[1.3em] fill-current" aria-hidden>
      <use href={`${drawing}#word`} />
    </svg>
  );
}
