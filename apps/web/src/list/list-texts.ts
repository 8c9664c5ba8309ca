import { useTranslation } from 'react-i18next';
import type { NamespacedKey, TextKey } from '#platform/i18n.ts';

/** The groups of texts that have one of this name: `admin.logs.` has `admin.logs.loadFailed`. */
type GroupsWith<Name extends string> = NamespacedKey extends infer Key
  ? Key extends `${infer Group}${Name}`
    ? Group
    : never
  : never;

/** The group of a list's texts, such as `admin.logs.`, or `messages:` for a namespace. */
export type ListTexts = GroupsWith<'title'> & GroupsWith<'search'> & GroupsWith<'loadFailed'>;

/** The group of the texts about a list's selected item. */
export type ItemTexts = GroupsWith<'oneFailed'> & GroupsWith<'unknownText'> & GroupsWith<'next'>;

/** Gives the text of a key that is put together from a group and a name. */
export function useGroupedText(): (key: string) => string {
  const { t } = useTranslation();
  return (key) => t(key as TextKey);
}
