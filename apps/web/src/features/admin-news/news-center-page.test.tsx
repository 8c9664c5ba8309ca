import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { supabase } from '#platform/supabase.ts';
import { forgetUnsavedChanges } from '#platform/unsaved-changes.ts';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { blockRequests } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { tableRows } from '#testing/table-rows.ts';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();
const sql = (text: string) => backend().database.sql(text);
const path = '/admin/news';
const item = '00000000-0000-4000-8009-000000000001';

const texts = {
  en: {
    title: 'News Center',
    search: 'Search the news',
    columns: ['Title', 'Who can read it', 'Created', 'Actions'],
    everyone: 'Everyone',
    members: 'Members only',
    new: 'New item',
    edit: 'Edit item',
    text: 'Text',
    used: (used: number, max: number) => `${used} of ${max} characters`,
    save: 'Save',
    saved: 'News savedEveryone can read it now.',
    missing: 'Please write a title.',
    tooLong: 'Please use at most 200 characters.',
    visitor: 'Visitor',
    member: 'Member',
    hidden: 'Visitors do not see this item: it is for members only.',
    actions: 'Actions for',
    publish: 'Publish for everyone',
    unpublish: 'Unpublish, members only',
    delete: 'Delete',
    deleteText: (title: string) =>
      `This will permanently delete “${title}”. This action cannot be undone.`,
    cancel: 'Cancel',
    created: '1 Jan 2099, 01:30',
  },
  th: {
    title: 'ศูนย์ข่าว',
    search: 'ค้นหาข่าว',
    columns: ['หัวข้อ', 'ผู้ที่อ่านได้', 'สร้างเมื่อ', 'จัดการข่าว'],
    everyone: 'ทุกคน',
    members: 'เฉพาะสมาชิก',
    new: 'เพิ่มข่าว',
    edit: 'แก้ไขข่าว',
    text: 'เนื้อหา',
    used: (used: number, max: number) => `${used} จาก ${max} ตัวอักษร`,
    save: 'บันทึก',
    saved: 'บันทึกข่าวแล้วทุกคนอ่านข่าวนี้ได้แล้ว',
    missing: 'กรุณาเขียนหัวข้อ',
    tooLong: 'กรุณาใช้ไม่เกิน 200 ตัวอักษร',
    visitor: 'ผู้เยี่ยมชม',
    member: 'สมาชิก',
    hidden: 'ผู้เยี่ยมชมจะไม่เห็นข่าวนี้ เพราะเปิดให้เฉพาะสมาชิก',
    actions: 'จัดการ',
    publish: 'เผยแพร่ให้ทุกคน',
    unpublish: 'เลิกเผยแพร่ ให้เฉพาะสมาชิก',
    delete: 'ลบ',
    deleteText: (title: string) => `ระบบจะลบข่าว “${title}” อย่างถาวร และกู้คืนไม่ได้`,
    cancel: 'ยกเลิก',
    created: '1 ม.ค. 2642 01:30 น.',
  },
};

/** One item of the tests beside the ten of the demo, the newest of all and for members only. */
beforeEach(async () => {
  // The next test signs in as another user.
  forgetUnsavedChanges();
  await sql(`insert into public.bkk_airline_news (id, title, excerpt, is_public, created_at)
    values ('${item}', 'Gate change', 'It is gate 7.', false, '2098-12-31T18:30:00Z')`);
  onTestFinished(async () => {
    await sql(
      `delete from public.bkk_airline_news where id::text not like '00000000-0000-4000-8002-%'`,
    );
  });
});

async function stored(id = item) {
  const [row] = await sql(
    `select title, excerpt, is_public from public.bkk_airline_news where id = '${id}'`,
  );
  return row;
}

const elsewhere = (change: string) =>
  sql(`update public.bkk_airline_news set ${change} where id = '${item}'`);

const titles = async () => (await tableRows()).map((row) => row.querySelector('a')?.textContent);

type Language = keyof typeof texts;

async function fields(language: Language) {
  const text = texts[language];
  const title = await screen.findByRole<HTMLInputElement>('textbox', {
    name: text.columns[0] ?? '',
  });
  const body = screen.getByRole<HTMLTextAreaElement>('textbox', { name: text.text });
  return { title, body };
}

function write(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

const button = (name: string) => screen.getByRole('button', { name });
const radio = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) });

describe.each(languagesInTest('th'))('the News Center in %s', (language) => {
  const text = texts[language];

  it('lists all news with who can read them, the newest first', async () => {
    await renderApp({ path, as: 'admin', language });
    expect(await screen.findByRole('heading', { level: 1, name: text.title })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${text.title} | BKK Siam`));
    const found = await tableRows();
    expect(found).toHaveLength(11);
    expect(within(screen.getByRole('table')).getAllByRole('row').slice(1)).toEqual(found);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(text.columns);
    for (const part of ['Gate change', text.members, text.created]) {
      expect(found[0]?.textContent).toContain(part);
    }
    expect(found[1]?.textContent).toContain(text.everyone);
  });

  it('creates an item, which visitors read once it is public', async () => {
    const { user, router } = await renderApp({ path, as: 'admin', language });
    await tableRows();
    await user.click(screen.getByRole('link', { name: text.new }));
    const heading = await screen.findByRole('heading', { level: 1, name: text.new });
    expect(document.activeElement).toBe(heading);
    const { title, body } = await fields(language);
    write(title, '  สนามบินใหม่  ');
    write(body, 'Opens in May');
    await user.click(radio(text.everyone));
    expect(screen.getByText(text.used(11, 200))).toBeTruthy();
    await user.click(button(text.save));
    expect(await toastText()).toContain(text.saved);
    await waitFor(async () => expect(await titles()).toContain('สนามบินใหม่'));
    expect(router.state.location.search).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    const [row] = await sql(
      `select excerpt, is_public from public.bkk_airline_news where title = 'สนามบินใหม่'`,
    );
    expect(row).toEqual({ excerpt: 'Opens in May', is_public: true });
  });

  it('requires a title and limits the length, with errors at the fields', async () => {
    onlyInWholeSuite();
    const { user } = await renderApp({ path: `${path}?item=new`, as: 'admin', language });
    const { title, body } = await fields(language);
    await user.click(button(text.save));
    expect(await screen.findByText(text.missing)).toBeTruthy();
    expect(document.activeElement).toBe(title);
    expect(title.getAttribute('aria-invalid')).toBe('true');
    write(title, 'ก'.repeat(201));
    expect(await screen.findByText(text.tooLong)).toBeTruthy();
    write(title, 'ก'.repeat(200));
    write(body, 'a'.repeat(2001));
    await user.click(button(text.save));
    await waitFor(() => expect(document.activeElement).toBe(body));
    expect(screen.getByText(text.used(2001, 2000))).toBeTruthy();
    write(body, '');
    write(title, '');
  });

  it('previews the item as a visitor and as a member', async () => {
    onlyInWholeSuite();
    const { user } = await renderApp({ path: `${path}?item=${item}`, as: 'admin', language });
    const { title } = await fields(language);
    // As the readers that the author has chosen.
    expect(button(text.member).getAttribute('aria-pressed')).toBe('true');
    const card = screen.getByRole('article', { name: 'Gate change' });
    expect(card.textContent).toContain('31 Dec 2098 18:30 GMT / 01:30 เวลาไทย');
    expect(within(card).getByText(text.members)).toBeTruthy();
    await user.click(radio(text.everyone));
    expect(button(text.visitor).getAttribute('aria-pressed')).toBe('true');
    await user.click(radio(text.members));
    await user.click(button(text.visitor));
    expect(screen.getByText(text.hidden)).toBeTruthy();
    await user.click(radio(text.everyone));
    write(title, '<b>Gate</b> 8');
    const seen = screen.getByRole('article', { name: '<b>Gate</b> 8' });
    expect(within(seen).queryByText(text.members)).toBeNull();
    expect(seen.querySelector('b')).toBeNull();
  });

  it('publishes, unpublishes and, after confirmation, deletes from the list', async () => {
    const { user } = await renderApp({ path, as: 'admin', language });
    await tableRows();
    const open = async () => {
      await user.click(button(`${text.actions} Gate change`));
    };
    await open();
    await user.click(await screen.findByRole('menuitem', { name: text.publish }));
    await waitFor(async () => expect((await tableRows())[0]?.textContent).toContain(text.everyone));
    expect(await stored()).toMatchObject({ is_public: true });
    await open();
    await user.click(await screen.findByRole('menuitem', { name: text.unpublish }));
    await waitFor(async () => expect((await tableRows())[0]?.textContent).toContain(text.members));
    expect(await stored()).toMatchObject({ is_public: false });
    await open();
    await user.click(await screen.findByRole('menuitem', { name: text.delete }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(text.deleteText('Gate change'))).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(question.getByRole('button', { name: text.cancel })),
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button(`${text.actions} Gate change`)));
    expect(await stored()).toBeDefined();
    await open();
    await user.click(await screen.findByRole('menuitem', { name: text.delete }));
    const again = within(await screen.findByRole('alertdialog'));
    await user.click(again.getByRole('button', { name: text.delete }));
    await waitFor(async () => expect(await titles()).not.toContain('Gate change'));
    expect(await stored()).toBeUndefined();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
    );
  });
});

const en = texts.en;

describe('the list of news', () => {
  it('is searched, filtered and sorted by the URL', async () => {
    onlyInWholeSuite();
    const { user, router } = await renderApp({ path, as: 'admin' });
    await tableRows();
    await user.click(button(en.members));
    await waitFor(async () => expect(await tableRows()).toHaveLength(4));
    expect(router.state.location.search).toBe('?show=members');
    const search = screen.getByRole('searchbox', { name: en.search });
    await user.click(search);
    await user.paste('GATE 7');
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await titles()).toEqual(['Gate change']));
    await user.clear(search);
    await user.click(button(en.everyone));
    await waitFor(async () => expect(await tableRows()).toHaveLength(7));
    await user.click(button('Title'));
    await waitFor(() => expect(router.state.location.search).toBe('?show=public&sort=title.asc'));
    await waitFor(async () => expect((await titles())[0]).toMatch(/^Ko Samui/));
  });
});

describe('an item being edited', () => {
  const address = `${path}?item=${item}`;

  it('that cannot be saved keeps the input; the next submit saves it once', async () => {
    const { user } = await renderApp({ path: address, as: 'admin' });
    const { title, body } = await fields('en');
    write(title, 'Gate 9');
    write(body, 'It is gate 9.');
    const unblock = blockRequests('/bkk_airline_news');
    onTestFinished(unblock);
    await user.click(button(en.save));
    const alert = await screen.findByText(/^It was not saved\. What you typed is still here/);
    expect(alert.closest('[role=alert]')?.textContent).toContain('fetch failed');
    expect([title.value, body.value]).toEqual(['Gate 9', 'It is gate 9.']);
    await expectConsoleError('mutation ["news","admin","save"] failed');
    unblock();
    await user.click(button(en.save));
    await waitFor(async () => expect(await titles()).toContain('Gate 9'));
    const [changes] = await sql(
      `select count(*)::int as n from public.bkk_change_log
       where row_id = '${item}' and operation = 'UPDATE' and after ->> 'title' = 'Gate 9'`,
    );
    expect(changes).toEqual({ n: 1 });
  });

  it('that is new is inserted once although a response was lost', async () => {
    const { user } = await renderApp({ path: `${path}?item=new`, as: 'admin' });
    const { title } = await fields('en');
    write(title, 'Once');
    const client = await supabase();
    const loseAnswers = globalThis.fetch;
    onTestFinished(() => {
      globalThis.fetch = loseAnswers;
    });
    globalThis.fetch = async (input, init) => {
      await loseAnswers(input, init);
      throw new TypeError('fetch failed');
    };
    await user.click(button(en.save));
    await screen.findByText(/^It was not saved/);
    await expectConsoleError('mutation ["news","admin","save"] failed');
    globalThis.fetch = loseAnswers;
    await user.click(button(en.save));
    await waitFor(async () => expect(await titles()).toContain('Once'));
    const { data } = await client.from('bkk_airline_news').select('id').eq('title', 'Once');
    expect(data).toHaveLength(1);
  });

  it('and changed by another admin is overwritten only on request, and no input is lost', async () => {
    const { user } = await renderApp({ path: address, as: 'admin' });
    const { title, body } = await fields('en');
    write(title, 'Mine');
    await elsewhere(`title = 'Theirs', excerpt = 'by another admin'`);
    await user.click(button(en.save));
    const alert = await screen.findByText(
      'The system has changed this item while you were editing it.',
    );
    expect(alert.closest('[role=alert]')?.textContent).toContain('Theirs');
    expect([title.value, body.value]).toEqual(['Mine', 'It is gate 7.']);
    expect(await stored()).toMatchObject({ title: 'Theirs' });
    await user.click(button('Save mine instead'));
    await waitFor(async () => expect(await titles()).toContain('Mine'));
    expect(await stored()).toMatchObject({ title: 'Mine', excerpt: 'It is gate 7.' });
  });

  it('names the other admin, whose version can be taken', async () => {
    onlyInWholeSuite();
    const { user } = await renderApp({ path: address, as: 'admin' });
    const { title } = await fields('en');
    write(title, 'Mine');
    const client = await supabase();
    await client.from('bkk_airline_news').update({ title: 'Theirs' }).eq('id', item);
    await user.click(button(en.save));
    await screen.findByText(
      'somchai@bkksiam.example has changed this item while you were editing it.',
    );
    await user.click(button('Take this one'));
    expect(title.value).toBe('Theirs');
    write(title, 'Both');
    await user.click(button(en.save));
    await waitFor(async () => expect(await titles()).toContain('Both'));
  });

  it('and deleted by another admin can be saved as a new one', async () => {
    onlyInWholeSuite();
    const { user } = await renderApp({ path: address, as: 'admin' });
    const { title } = await fields('en');
    write(title, 'Still wanted');
    await sql(`delete from public.bkk_airline_news where id = '${item}'`);
    await user.click(button(en.save));
    await screen.findByText('Somebody else has deleted this item.');
    expect(title.value).toBe('Still wanted');
    await user.click(button('Save as a new item'));
    await waitFor(async () => expect(await titles()).toContain('Still wanted'));
  });

  it('by a demoted admin is rejected, and stays on the screen', async () => {
    const { user } = await renderApp({ path: address, as: 'admin' });
    const { title } = await fields('en');
    const role = (name: string) =>
      sql(`begin; set local session_replication_role = replica; update public.bkk_user_roles set role = '${name}'
        where email = 'somchai@bkksiam.example'; commit`);
    onTestFinished(async () => {
      await role('admin');
    });
    await role('member');
    write(title, 'Not mine');
    await user.click(button(en.save));
    expect(await screen.findByText('You are not allowed to change this any more.')).toBeTruthy();
    expect(title.value).toBe('Not mine');
    expect(await stored()).toMatchObject({ title: 'Gate change' });
    write(title, 'Gate change');
  });

  it('is left after a confirmation if it has unsaved input, and at once otherwise', async () => {
    onlyInWholeSuite();
    const { user, router } = await renderApp({ path, as: 'admin' });
    await tableRows();
    await user.click(screen.getByRole('link', { name: 'Gate change' }));
    const { title } = await fields('en');
    await router.navigate(-1);
    await tableRows();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Gate change' }));
    const again = await fields('en');
    expect(again.title).not.toBe(title);
    write(again.title, 'Typed');
    await user.click(screen.getByRole('link', { name: en.cancel }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(again.title.value).toBe('Typed');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('link', { name: en.cancel })),
    );
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    await user.click(screen.getByRole('link', { name: en.cancel }));
    const last = within(await screen.findByRole('alertdialog'));
    await user.click(last.getByRole('button', { name: 'Leave' }));
    expect(await titles()).toContain('Gate change');
    expect(await stored()).toMatchObject({ title: 'Gate change' });
  });

  it('is not lost by Log out, which asks for confirmation', async () => {
    onlyInWholeSuite();
    const { user, router } = await renderApp({ path: address, as: 'admin' });
    const { title } = await fields('en');
    write(title, 'Typed');
    await user.click(button('Log out'));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe(path);
    expect(title.value).toBe('Typed');
    await user.click(button('Log out'));
    const again = within(await screen.findByRole('alertdialog'));
    await user.click(again.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await toastText()).toContain('Signed Out');
  });

  it('is restored after the session has ended and a new sign-in', async () => {
    const { router } = await renderApp({ path: address, as: 'admin' });
    write((await fields('en')).title, 'Typed before the end');
    const client = await supabase();
    await client.auth.signOut({ scope: 'local' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await elsewhere(`excerpt = 'Changed elsewhere'`);
    await client.auth.signInWithPassword(credentialsOf('admin'));
    await router.navigate(address);
    const { title } = await fields('en');
    expect(title.value).toBe('Typed before the end');
    fireEvent.click(button(en.save));
    expect(await screen.findByText(/has changed this item while you were editing it/)).toBeTruthy();
    expect(await stored()).toMatchObject({ excerpt: 'Changed elsewhere' });
  });

  it('is fetched alone, and an unknown one shows an empty state', async () => {
    await renderApp({ path: `${path}?item=nonsense`, as: 'admin' });
    expect(await screen.findByText('There is no such item')).toBeTruthy();
  });

  it('that cannot be read can be fetched again', async () => {
    onlyInWholeSuite();
    const unblock = blockRequests('/bkk_airline_news');
    onTestFinished(unblock);
    const { user } = await renderApp({ path: address, as: 'admin' });
    const again = await screen.findByRole('button', { name: 'Try again' });
    await expectConsoleError('query ["news","admin","one"');
    unblock();
    await user.click(again);
    expect((await fields('en')).title.value).toBe('Gate change');
  });
});

describe('an action of the list', () => {
  it('after another admin`s change writes nothing and shows the change', async () => {
    const { user } = await renderApp({ path, as: 'admin' });
    await tableRows();
    await elsewhere(`title = 'Gate changed again'`);
    await user.click(button(`${en.actions} Gate change`));
    await user.click(await screen.findByRole('menuitem', { name: en.publish }));
    await screen.findByText('Somebody else has just changed this item. Please look at it again.');
    await waitFor(async () => expect(await titles()).toContain('Gate changed again'));
    expect(await stored()).toMatchObject({ is_public: false });
  });

  it('that fails shows its error', async () => {
    const { user } = await renderApp({ path, as: 'admin' });
    await tableRows();
    const unblock = blockRequests('/bkk_airline_news');
    onTestFinished(unblock);
    await user.click(button(`${en.actions} Gate change`));
    await user.click(await screen.findByRole('menuitem', { name: en.publish }));
    await screen.findByText('That did not work. Please try again.');
    await expectConsoleError('mutation ["news","admin","act"] failed');
    unblock();
    await user.click(button(`${en.actions} Gate change`));
    await user.click(await screen.findByRole('menuitem', { name: en.publish }));
    await waitFor(async () => expect(await stored()).toMatchObject({ is_public: true }));
  });
});

it('a member who calls the API directly writes nothing', async () => {
  await renderApp({ path: '/dashboard', as: 'member' });
  const client = await supabase();
  const made = await client.from('bkk_airline_news').insert({ title: 'Mine' });
  expect(made.error?.code).toBe('42501');
  for (const write of [
    client.from('bkk_airline_news').update({ title: 'Mine' }).eq('id', item).select(),
    client.from('bkk_airline_news').delete().eq('id', item).select(),
  ]) {
    expect((await write).data).toEqual([]);
  }
  expect(await stored()).toMatchObject({ title: 'Gate change' });
});
