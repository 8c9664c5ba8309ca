import { Fragment } from 'react';

const thaiLetter = /[\u0e00-\u0e7f]/;
// The repetition mark has spaces around it but does not end a phrase.
const phrases = /(?: ?ๆ ?|[^ ])+/g;

/**
 * A heading that breaks between its phrases. Thai sets a blank only between phrases, so what stands between two
 * blanks stays on one line while it fits; other scripts break as they always do.
 */
export function Phrases({ text }: { readonly text: string }) {
  if (!thaiLetter.test(text)) return text;
  return text.match(phrases)?.map((phrase, index) => (
    <Fragment key={`${String(index)} ${phrase}`}>
      {index > 0 && ' '}
      <span className="inline-block">{phrase}</span>
    </Fragment>
  ));
}
