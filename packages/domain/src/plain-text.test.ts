import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it.each([
  ['One.\n\nTwo,\nstill two.', ['One.', 'Two, still two.']],
  ['<p>One</p><p class="x">Two<br/>Three</p>', ['One', 'Two', 'Three']],
  ['<ul><li>A</li><li><b>B</b></li></ul>', ['A', 'B']],
  ['<script>alert(1)</script >Safe<style>p{}</style><!-- <p>no</p> -->', ['Safe']],
  [
    'Tom &amp; Jerry&nbsp;&lt;b&gt; &#3585; &#x0E02; &#x110000; &unknown;',
    ['Tom & Jerry <b> ก ข &#x110000; &unknown;'],
  ],
  ['3 < 4 and 5 > 4 & more', ['3 < 4 and 5 > 4 & more']],
  ['', []],
])('%s is the paragraphs %j', (source, paragraphs) => {
  expect(plainText(source)).toEqual(paragraphs);
});
