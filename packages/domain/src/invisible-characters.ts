// Format characters such as direction marks and joiners, variation selectors and fillers, and controls but line breaks and tabs.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?![\t-\r\u0085])\p{Cc}/gu;

/**
 * Removes the characters that nobody sees, which copied texts and keyboards put in. SQL has the same list
 * (`bkk_internal.fold_name`).
 */
export function removeInvisible(text: string): string {
  return text.replaceAll(invisible, '');
}
