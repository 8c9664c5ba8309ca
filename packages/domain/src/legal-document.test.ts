import { expect, it } from 'vitest';
import { readLegalDocument } from './legal-document.ts';

const complete = {
  title: 'Terms',
  version: '1.0',
  lastUpdated: '2026-12-05',
  tocTitle: 'Contents',
  summaryBox: { title: 'In short', content: 'All of it.' },
  sections: [{ id: 'first', title: 'First', content: 'Some *text*.' }],
};

it('reads a complete document', () => {
  expect(readLegalDocument(JSON.parse(JSON.stringify(complete)))).toEqual(complete);
});

it.each([
  undefined,
  null,
  'terms',
  {},
  { ...complete, version: 1 },
  { ...complete, lastUpdated: undefined },
  { ...complete, summaryBox: { title: 'In short' } },
  { ...complete, summaryBox: null },
  { ...complete, sections: {} },
  { ...complete, sections: [...complete.sections, { id: 'second', title: 'Second' }] },
])('refuses %j', (stored) => {
  expect(readLegalDocument(stored)).toBeUndefined();
});
