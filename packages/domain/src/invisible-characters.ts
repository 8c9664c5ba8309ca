// Format characters such as direction marks and joiners, variation selectors and fillers, and controls but line breaks and tabs.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?![\t-\r\u0085])\p{Cc}/gu;

/**
 * Removes the characters that nobody sees, which copied texts and keyboards put in. `bkk_remove_invisible` in SQL does the same;
 * `supabase/tests/fold-text.test.ts` compares them.
 */
export function removeInvisible(text: string): string {
  return text.replaceAll(invisible, '');
}
