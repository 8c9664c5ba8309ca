import { expect, it } from 'vitest';
import { readSettings } from './env.ts';

function page(block: string): Document {
  const document = new DOMParser().parseFromString('<p></p>', 'text/html');
  const script = document.createElement('script');
  script.id = 'settings';
  script.textContent = block;
  document.head.append(script);
  return document;
}

const given = {
  supabaseUrl: '',
  anonKey: 'key',
  storeUrl: '',
  storeId: 'demo',
};

it('takes the page for the server where no address is given', () => {
  expect(readSettings(page(JSON.stringify(given)), 'https://site.example')).toEqual({
    ...given,
    siteUrl: 'https://site.example',
    supabaseUrl: 'https://site.example',
    storeUrl: 'https://site.example',
    isOwnStore: true,
    features: [],
    styleNonce: '',
  });
});

it('takes the features that it knows', () => {
  const block = JSON.stringify({ ...given, features: ['bookings', 'teleport'] });
  expect(readSettings(page(block), 'https://site.example').features).toEqual(['bookings']);
});

it('talks to a hosted project where one is named', () => {
  const hosted = {
    ...given,
    siteUrl: 'https://public.example',
    supabaseUrl: 'https://project.example',
    styleNonce: 'abc',
  };
  expect(readSettings(page(JSON.stringify(hosted)), 'https://site.example')).toMatchObject({
    siteUrl: 'https://public.example',
    supabaseUrl: 'https://project.example',
    styleNonce: 'abc',
  });
});

it.each([
  ['{}', "the page's settings lack supabaseUrl, anonKey, storeUrl, storeId"],
  [JSON.stringify({ ...given, anonKey: 7 }), "the page's settings lack anonKey"],
  ['null', "the page's settings lack supabaseUrl"],
])('rejects %s', (block, message) => {
  expect(() => readSettings(page(block), 'https://site.example')).toThrow(message);
});
