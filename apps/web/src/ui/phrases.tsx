import { Fragment } from 'react';

const thaiLetter = /[\u0e00-\u0e7f]/;
// A blank does not end a phrase around the repetition mark, nor between a number and its unit.
const phrases = /(?: ?ๆ ?|\d (?=[ก-๙])|[^ ])+/g;
// Browsers break within these: their dictionary, also that of `Intl.Segmenter`, has them as two words.
const words = /(เดินทาง|ตะวันออก|เทศกาล|ยี่เป็ง|ริมแม่น้ำ|ที่นั่ง|รายชื่อ|ข้อเสนอ|เพื่อนร่วมงาน|ดังกล่าว|ทีละตัว)/;
// A longer phrase on a line of its own would leave the line before it nearly empty.
const longest = 40;

/** A text without line breaks inside the words, which are the one group of the expression. */
export function withWholeWords(text: string, wholeWords = words) {
  return text.split(wholeWords).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

/**
 * A text that breaks between its phrases. Thai sets a blank only between phrases, so what stands between two blanks
 * stays on one line while it fits, but for a long one; other scripts break as they always do.
 */
export function Phrases({ text }: { readonly text: string }) {
  if (!thaiLetter.test(text)) return text;
  return text.match(phrases)?.map((phrase, index) => (
    <Fragment key={`${String(index)} ${phrase}`}>
      {index > 0 && ' '}
      {phrase.length > longest ? (
        withWholeWords(phrase)
      ) : (
        <span className="inline-block">{withWholeWords(phrase)}</span>
      )}
    </Fragment>
  ));
}
