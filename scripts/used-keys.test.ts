import { describe, expect, it } from 'vitest';
import { mentionsIn, missingKeys, unusedKeys } from './used-keys.ts';

const unused = (keys: string[], source: string) => unusedKeys(keys, mentionsIn([source]));
const missing = (keys: string[], source: string) => missingKeys(keys, mentionsIn([source]));

describe('unusedKeys', () => {
  it('counts a literal anywhere, but not in a comment', () => {
    const keys = ['a.call', 'a.object', 'a.attribute', 'a.type', 'a.comment', 'a.block'];
    expect(
      unused(
        keys,
        `t('a.call'); const toast = { title: 'a.object' };
         <Trans i18nKey="a.attribute" />; const key = name as 'a.type';
         // Once 'a.comment'.
         /* 'a.block' */`,
      ),
    ).toEqual(['a.comment', 'a.block']);
  });

  it('counts what a template can be, from the values that occur in the sources', () => {
    const keys = ['cabin.first', 'cabin.last', 'cabin.label', 'tile.newsText', 'tile.news'];
    expect(
      unused(
        keys,
        "const cabins = ['first', 'last', 'news']; t(`cabin.${cabin}`, `tile.${a}Text`)",
      ),
    ).toEqual(['cabin.label', 'tile.news']);
  });

  it('counts every error code, as they come from servers and rules', () => {
    expect(unused(['problem.area.reason', 'problem.other.text'], 't(`problem.${code}`)')).toEqual(
      [],
    );
  });

  it('counts a template that begins with a value for the groups that are named', () => {
    const keys = ['users.title', 'logs.title', 'users.text'];
    expect(unused(keys, "<List texts='users' />; t(`${texts}.title`)")).toEqual([
      'logs.title',
      'users.text',
    ]);
  });

  it('counts nothing for a template of values only', () => {
    expect(unused(['news.title'], "order('news'); t(`${column}.${title}`)")).toEqual([
      'news.title',
    ]);
  });
});

describe('missingKeys', () => {
  it('names what is passed to t, to Trans or as a TextKey and does not exist', () => {
    expect(
      missing(
        ['a.b', 'brand'],
        `t('brand'); t('a.b'); t('a.c', { count }); t(\n  'slogan',\n); t(open ? 'a.b' : 'a.d');
         <Trans i18nKey="a.e" />; show({ title: 'a.f', description: 'a.b' })`,
      ).sort(),
    ).toEqual(['a.c', 'a.d', 'a.e', 'a.f', 'slogan']);
  });

  it('takes a field of a form or a code for no key', () => {
    expect(
      missing(['a.b'], "field('contact.email'); fail({ code: 'search.missing_leg' })"),
    ).toEqual([]);
  });

  it('names a template that no key fits', () => {
    expect(missing(['a.x.title'], 't(`a.${code}.title`); t(`a.${code}.text`)')).toEqual([
      'a.${code}.text',
    ]);
  });
});
