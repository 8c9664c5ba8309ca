import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { networkQuiet } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';

const backend = withBackend();

// Thai in both languages (spec §8).
const loadFailed = 'ไม่สามารถโหลดข่าวได้ในขณะนี้';
const noNews = 'ยังไม่มีข่าวในขณะนี้';

const sql = (text: string) => backend().database.sql(text);

/** Changes the database for one test. */
async function during(change: string, undo: string): Promise<void> {
  onTestFinished(async () => {
    await sql(undo);
  });
  await sql(change);
}

async function feed(title: string) {
  const main = await screen.findByRole('main');
  await within(main).findByRole('heading', { level: 1, name: title });
  return within(main);
}

async function stored(condition: string): Promise<number> {
  const [row] = await sql(`select count(*)::int as n from public.bkk_airline_news ${condition}`);
  return Number((row as { n: number } | undefined)?.n);
}

describe.each(languagesInTest('en'))('the news page in %s', (language) => {
  const t = textsOf(language);

  it('shows a visitor every public item, newest first', async () => {
    await during(
      `insert into public.bkk_airline_news (title, excerpt, created_at, is_public)
       select 'Item ' || n, 'about it', timestamptz '2098-12-31T18:30:00Z' + n * interval '1 day', n <> 9
       from generate_series(1, 9) n`,
      `delete from public.bkk_airline_news where created_at > '2098-01-01'`,
    );
    await renderApp({ path: '/news', language });
    const page = await feed(t('pages.news.title'));
    const items = await page.findAllByRole('article');
    expect(items).toHaveLength(await stored('where is_public'));
    expect(items.length).toBeGreaterThan(6);
    const titles = page.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles.slice(0, 3)).toEqual(['Item 8', 'Item 7', 'Item 6']);
    expect(titles).not.toContain('Item 9');
    const time = items[0]?.querySelector('time');
    expect(time?.textContent).toBe('08 Jan 2099 18:30 GMT / 01:30 เวลาไทย');
    expect(time?.dateTime).toMatch(/^2099-01-08T18:30:00/);
  });

  it('shows a member all of it, and what only members see', async () => {
    await during(
      `insert into public.bkk_airline_news (title, created_at) values ('For members', '2099-03-06')`,
      `delete from public.bkk_airline_news where created_at > '2099-01-01'`,
    );
    await renderApp({ path: '/news', as: 'member', language });
    const page = await feed(t('pages.news.title'));
    const item = await page.findByRole('article', { name: 'For members' });
    expect(within(item).getByText(t('news.audience.members'))).toBeTruthy();
    expect(page.getAllByRole('article')).toHaveLength(await stored(''));
  });

  it('shows every item on one of its pages, with links between them', async () => {
    onlyInWholeSuite();
    await during(
      `insert into public.bkk_airline_news (title, created_at, is_public)
       select 'Item ' || n, timestamptz '2098-01-01' - n * interval '1 hour', n % 2 = 0
       from generate_series(1, 2100) n`,
      `delete from public.bkk_airline_news where title like 'Item %'`,
    );
    const total = await stored('where is_public');
    const { user, router } = await renderApp({ path: '/news', language });
    const page = await feed(t('pages.news.title'));
    expect(await page.findAllByRole('article')).toHaveLength(24);
    expect(page.getByText(t('pagination.position', { from: 1, to: 24, total }))).toBeTruthy();
    const next = page.getByRole('link', { name: t('pagination.next') });
    expect(next.getAttribute('href')).toBe('/news?page=2');
    await user.click(next);
    const item = await page.findByRole('article', { name: 'Item 50' });
    expect(page.getAllByRole('article')[0]).toBe(item);
    expect(page.getByText(t('pagination.position', { from: 25, to: 48, total }))).toBeTruthy();
    expect(document.activeElement).toBe(page.getByRole('heading', { level: 1 }));
    await user.click(page.getByRole('link', { name: t('pagination.last') }));
    const pages = Math.ceil(total / 24);
    expect(
      await page.findByText(
        t('pagination.position', { from: (pages - 1) * 24 + 1, to: total, total }),
      ),
    ).toBeTruthy();
    expect(router.state.location.search).toBe(`?page=${String(pages)}`);
    expect(page.queryByRole('link', { name: t('pagination.next') })).toBeNull();
  });

  it('shows the last page where the address names one beyond it', async () => {
    await renderApp({ path: '/news?page=900', language });
    const page = await feed(t('pages.news.title'));
    expect(await page.findAllByRole('article')).toHaveLength(await stored('where is_public'));
    expect(page.queryByRole('navigation')).toBeNull();
  });

  it('marks the language an item is written in, whatever that of the page', async () => {
    await during(
      `insert into public.bkk_airline_news (title, excerpt, created_at, is_public) values
         ('New gate', 'ประตูใหม่', '2099-03-05', true), ('ประตูใหม่', 'New gate', '2099-03-06', true)`,
      `delete from public.bkk_airline_news where created_at > '2099-01-01'`,
    );
    await renderApp({ path: '/news', language });
    const page = await feed(t('pages.news.title'));
    const item = await page.findByRole('article', { name: 'New gate' });
    expect(within(item).getByRole('heading').lang).toBe('en');
    const excerpt = within(item).getByText('ประตูใหม่');
    expect(excerpt.closest<HTMLElement>('[lang]')?.lang).toBe('th');
  });

  it('shows six skeletons until the session is known', async () => {
    const { releaseSession } = await renderApp({ path: '/news', language, holdsSession: true });
    const page = await feed(t('pages.news.title'));
    expect(page.getByText(t('news.loading'))).toBeTruthy();
    expect(page.getAllByTestId('news-skeleton')).toHaveLength(6);
    releaseSession();
    await page.findAllByRole('article');
    expect(page.queryAllByTestId('news-skeleton')).toHaveLength(0);
  });

  it('shows in Thai that the news cannot be loaded, and retries', async () => {
    await during(
      'revoke select on public.bkk_airline_news from anon',
      'grant select on public.bkk_airline_news to anon',
    );
    const { user } = await renderApp({ path: '/news', language });
    const page = await feed(t('pages.news.title'));
    const alert = await page.findByRole('alert');
    expect(within(alert).getByText(loadFailed).lang).toBe('th');
    await expectConsoleError('query ["news","public","page",1] failed');
    await sql('grant select on public.bkk_airline_news to anon');
    await user.click(within(alert).getByRole('button', { name: t('action.tryAgain') }));
    await page.findAllByRole('article');
    expect(page.queryByRole('alert')).toBeNull();
  });

  it('keeps the news on screen when they cannot be fetched again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await renderApp({ path: '/news', language });
    const page = await feed(t('pages.news.title'));
    const items = await page.findAllByRole('article');
    await networkQuiet();
    await during(
      'revoke select on public.bkk_airline_news from anon',
      'grant select on public.bkk_airline_news to anon',
    );
    const fetched = vi.spyOn(globalThis, 'fetch');
    vi.setSystemTime(Date.now() + 31_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    await act(networkQuiet);
    await expectConsoleError('permission denied');
    expect(page.getAllByRole('article')).toEqual(items);
  });

  it('shows in Thai that there is no news yet', async () => {
    await during(
      'create table public.kept as table public.bkk_airline_news; delete from public.bkk_airline_news',
      'insert into public.bkk_airline_news table public.kept; drop table public.kept',
    );
    await renderApp({ path: '/news', language });
    const page = await feed(t('pages.news.title'));
    expect((await page.findByText(noNews)).lang).toBe('th');
    expect(page.queryByRole('article')).toBeNull();
  });
});
