import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { provideSettings, settings } from '#platform/env.ts';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';

const backend = withBackend();

const tokyo = {
  en: { price: 'THB 25,900', length: '5 days 4 nights' },
  th: { price: '฿25,900', length: '5 วัน 4 คืน' },
};

// Thai in both languages (spec §8).
const loadFailed = 'ไม่สามารถโหลดข่าวได้ในขณะนี้';
const noNews = 'ยังไม่มีข่าวในขณะนี้';

async function sql(text: string): Promise<void> {
  await backend().database.sql(text);
}

/** Changes the database for one test. */
async function during(change: string, undo: string): Promise<void> {
  onTestFinished(() => sql(undo));
  await sql(change);
}

async function newsSection(title: string) {
  return within(await screen.findByRole('region', { name: title }));
}

const newsLock = `from pg_locks where relation = 'public.bkk_airline_news'::regclass
  and mode = 'AccessExclusiveLock' and granted`;

/** Holds the news table, as a slow database would, until it is let go. */
async function holdNews(): Promise<() => Promise<void>> {
  const held = sql('begin; lock table public.bkk_airline_news; select pg_sleep(60)').catch(
    () => undefined,
  );
  await waitFor(async () => {
    expect(await backend().database.sql(`select ${newsLock}`)).toHaveLength(1);
  });
  return async () => {
    await sql(`select pg_cancel_backend(pid) ${newsLock}`);
    await held;
  };
}

describe.each(languagesInTest('en'))('the home page in %s', (language) => {
  const t = textsOf(language);

  it('shows a visitor the public news, newest first, with both clocks', async () => {
    await during(
      `insert into public.bkk_airline_news (title, excerpt, created_at, is_public) values
         ('For everyone', 'and their bags', '2099-03-05T18:30:00Z', true),
         ('For members', '', '2099-03-06T00:00:00Z', false)`,
      `delete from public.bkk_airline_news where created_at > '2099-01-01'`,
    );
    await renderApp({ path: '/', language });
    const news = await newsSection(t('news.title'));
    const [first, ...others] = await news.findAllByRole('article');
    if (first === undefined) throw new Error('no news');
    expect(within(first).getByRole('heading', { level: 3, name: 'For everyone' })).toBeTruthy();
    const time = first.querySelector('time');
    expect(time?.textContent).toBe('05 Mar 2099 18:30 GMT / 01:30 เวลาไทย');
    expect(time?.dateTime).toMatch(/^2099-03-05T18:30:00/);
    expect(others).toHaveLength(5);
    expect(news.queryByText('For members')).toBeNull();
    expect(news.queryByText(t('news.audience.members'))).toBeNull();
  });

  it('shows a member the items for members, with their label', async () => {
    await during(
      `insert into public.bkk_airline_news (title, created_at) values ('For members', '2099-03-06')`,
      `delete from public.bkk_airline_news where created_at > '2099-01-01'`,
    );
    await renderApp({ path: '/', as: 'member', language });
    const news = await newsSection(t('news.title'));
    const item = await news.findByRole('article', { name: 'For members' });
    expect(within(item).getByText(t('news.audience.members'))).toBeTruthy();
  });

  it('shows six skeletons while the news load', async () => {
    onlyInWholeSuite();
    const letGo = await holdNews();
    // A statement of a visitor ends after a second.
    await renderApp({ path: '/', as: 'member', language });
    const news = await newsSection(t('news.title'));
    expect(await news.findByText(t('news.loading'))).toBeTruthy();
    expect(news.getAllByTestId('news-skeleton')).toHaveLength(6);
    expect(news.queryByRole('article')).toBeNull();
    await letGo();
    expect(await news.findAllByRole('article')).toHaveLength(6);
    expect(news.queryAllByTestId('news-skeleton')).toHaveLength(0);
  });

  it('shows in Thai that the news cannot be loaded, and retries', async () => {
    await during(
      'revoke select on public.bkk_airline_news from anon',
      'grant select on public.bkk_airline_news to anon',
    );
    const { user } = await renderApp({ path: '/', language });
    const news = await newsSection(t('news.title'));
    expect((await news.findByRole('alert')).textContent).toContain(loadFailed);
    await expectConsoleError('query ["news","public","latest"] failed');
    await sql('grant select on public.bkk_airline_news to anon');
    await user.click(news.getByRole('button', { name: t('action.tryAgain') }));
    expect(await news.findAllByRole('article')).toHaveLength(6);
    expect(news.queryByRole('alert')).toBeNull();
  });

  it('shows in Thai that there is no news yet', async () => {
    await during(
      'create table public.kept as table public.bkk_airline_news; delete from public.bkk_airline_news',
      'insert into public.bkk_airline_news table public.kept; drop table public.kept',
    );
    await renderApp({ path: '/', language });
    const news = await newsSection(t('news.title'));
    expect(await news.findByText(noNews)).toBeTruthy();
  });

  it('offers three packages at their price, and a toast that a card cannot be opened yet', async () => {
    const { user } = await renderApp({ path: '/', language });
    const card = (
      await screen.findByRole('button', { name: t('home.packages.tokyo.name') })
    ).closest('li');
    expect(card?.textContent).toContain(tokyo[language].price);
    expect(card?.textContent).toContain(tokyo[language].length);
    expect(card?.textContent).toContain('4.8');
    for (const name of [t('home.highlight.insurance.title'), t('home.packages.tokyo.name')]) {
      await user.click(screen.getByRole('button', { name }));
      const toasts = within(screen.getByRole('region', { name: t('toast.region') }));
      expect(await toasts.findByText(t('toast.notImplemented'))).toBeTruthy();
      await user.click(toasts.getByRole('button'));
    }
  });

  it('has the search form, and calls into the page of the search', async () => {
    await renderApp({ path: '/', language });
    const main = within(await screen.findByRole('main'));
    const plan = within(await main.findByRole('region', { name: t('search.plan') }));
    expect(await plan.findByRole('button', { name: t('nav.searchFlights') })).toHaveProperty(
      'type',
      'submit',
    );
    const link = main.getByRole('link', { name: t('nav.searchFlights') });
    expect(link.getAttribute('href')).toBe('/search');
    expect(main.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });
});

it('invites to airports all over the world once flights are found there', async () => {
  provideSettings({ ...settings(), features: ['flights'] });
  onTestFinished(() => provideSettings({ ...settings(), features: [] }));
  await renderApp({ path: '/' });
  expect(await screen.findByText(textsOf('en')('home.cta.textOfAll'))).toBeTruthy();
});
