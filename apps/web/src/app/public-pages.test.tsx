import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';
import { paths, type Page } from '#paths.ts';

withBackend();

const listedPaths = Object.values<Page>(paths)
  .filter(({ description, pattern }) => description !== undefined && !pattern.includes(':'))
  .map(({ pattern }) => pattern);

const headTag = (selector: string) => {
  const element = document.head.querySelector(selector);
  return element?.getAttribute('content') ?? element?.getAttribute('href');
};

describe.each(listedPaths)('%s', (path) => {
  it('has one heading, a title and a description of its own in both languages', async () => {
    const { user } = await renderApp({ path });
    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1 });
    expect(main.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    await waitFor(() => expect(headTag('link[rel=canonical]')).toBe(location.origin + path));
    const english = headTag('meta[name=description]');
    expect(english).toMatch(/^[ -~’]{60,170}$/);
    expect(document.title).toMatch(/^[A-Z][\w ]+ \| BKK Siam$/);
    expect(headTag('meta[property="og:title"]')).toBe(document.title);
    await user.click(screen.getByRole('button', { name: 'ไทย' }));
    await waitFor(() => expect(document.title).toMatch(/^[ก-๙ ]+ \| BKK Siam$/));
    await waitFor(() => expect(headTag('meta[name=description]')).toMatch(/[ก-๙]{5}/));
    expect(headTag('meta[property="og:locale"]')).toBe('th_TH');
    expect(document.head.querySelectorAll('meta[name=description]')).toHaveLength(1);
    expect(document.head.querySelectorAll('link[rel=canonical]')).toHaveLength(1);
  });
});

it('is noindex where it is for one member only, and drops the tags of the previous page', async () => {
  const { user } = await renderApp({ path: '/about' });
  await waitFor(() => expect(headTag('link[rel=canonical]')).toMatch(/\/about$/));
  await user.click(await screen.findByRole('link', { name: 'Sign In' }));
  await waitFor(() => expect(headTag('meta[name=robots]')).toBe('noindex'));
  expect(headTag('link[rel=canonical]')).toBeUndefined();
  expect(headTag('meta[name=description]')).toBeUndefined();
});

describe.each([
  ['en', 'Coming Soon!', ['Tokyo', 'Seoul', 'Singapore'], 'THB 18,900', 'This feature is not'],
  ['th', 'เร็ว ๆ นี้!', ['โตเกียว', 'โซล', 'สิงคโปร์'], '฿18,900', 'ฟีเจอร์นี้ยังไม่เปิดให้ใช้งาน'],
] as const)('the packages page in %s', (language, soon, names, price, notYet) => {
  it('announces packages with three samples and a link to the contact page', async () => {
    const { user } = await renderApp({ path: '/packages', language });
    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1, name: soon });
    const cards = main.getAllByRole('button');
    expect(cards.map((card) => card.textContent)).toEqual(names);
    expect(main.getByText(price)).toBeTruthy();
    await user.click(cards[2] ?? document.body);
    expect(await toastText()).toContain(notYet);
    expect(main.getByRole('link').getAttribute('href')).toBe('/contact');
  });
});

describe.each([
  ['en', ['Our mission', 'Our vision', 'Our team'], 'Flight desk'],
  ['th', ['พันธกิจ', 'วิสัยทัศน์', 'ทีมงาน'], 'ทีมเที่ยวบิน'],
] as const)('the about page in %s', (language, sections, teamName) => {
  it('shows mission, vision and team', async () => {
    await renderApp({ path: '/about', language });
    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1 });
    for (const name of sections) expect(main.getByRole('region', { name })).toBeTruthy();
    const team = within(main.getByRole('region', { name: sections[2] }));
    expect(team.getAllByRole('heading', { level: 3 })).toHaveLength(4);
    expect(team.getByRole('heading', { name: teamName })).toBeTruthy();
    expect(main.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '10',
      '48',
      '2',
    ]);
  });
});
