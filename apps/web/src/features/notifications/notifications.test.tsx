import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { provideSettings, settings } from '#platform/env.ts';
import { credentialsOf, withFeatures, type Viewer } from '#testing/backend.ts';
import { acceptedBooking, recordPayment } from '#testing/bookings.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { placeRequest, sendOffer } from '#testing/group-requests.ts';
import { blockRequests, divertCalls, holdAnswers, networkQuiet } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { toastText } from '#testing/toasts.ts';
import bookings from '../../../public/locales/en/bookings.json';
import english from '../../../public/locales/en/notifications.json';
import offers from '../../../public/locales/en/offers.json';
import thai from '../../../public/locales/th/notifications.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings', 'notifications']);
const texts = { en: english, th: thai };
const { en } = texts;
const common = textsOf('en');

const emailOf = (viewer: Exclude<Viewer, 'visitor'>) => credentialsOf(viewer).email;

/** Stores so many notifications for the member, the last one the newest. */
const tell = (event: string, count = 1) =>
  sql(
    `insert into public.bkk_notifications (user_id, kind, event, values, key, created_at)
     select id, 'bookings', $2, jsonb_build_object('booking_id', gen_random_uuid(), 'reference', 'BKK-AAAA' || 2221 + place),
       gen_random_uuid()::text, now() - make_interval(mins => $3::int - place)
     from auth.users, generate_series(1, $3::int) as place
     where email = $1`,
    [emailOf('member'), event, count],
  );

const unreadCount = async () => {
  const [row] = await sql(
    'select count(*)::int from public.bkk_notifications where read_at is null',
  );
  return row?.count;
};

beforeEach(async () => {
  await sql('delete from public.bkk_quote_requests');
  await sql('delete from public.bkk_notifications');
  await sql('delete from public.bkk_notification_settings');
  await sql('select bkk_internal.set_notification_channels(false, null)');
});

/** Resolves when the unread notifications are counted. */
async function render(path = '/dashboard', as: Viewer = 'member', language: 'en' | 'th' = 'en') {
  const app = await renderApp({ path, as, language, features });
  await networkQuiet();
  return app;
}

const bell = (count = 0, text: typeof english | typeof thai = en) =>
  screen.findByRole('button', {
    name: count === 0 ? text.title : text.bell_other.replace('{{count}}', String(count)),
  });

const openPanel = async (count = 0) => {
  const { user, router, unmount } = await render();
  await user.click(await bell(count));
  return { user, router, unmount, panel: within(await screen.findByRole('dialog')) };
};

describe('the bell', () => {
  it.each(languagesInTest('th'))(
    'tells a member of an offer without a reload, in %s, and opens it',
    async (language) => {
      const id = await placeRequest(backend(), 'member');
      const text = texts[language];
      await sql('update public.bkk_notifications set read_at = now()');
      const { user, router } = await render('/about', 'member', language);
      await bell(0, text);
      await sendOffer(backend(), id);
      await user.click(await bell(1, text));
      const { title } = text.event.request.offer_sent;
      const heard = [...document.querySelectorAll('[aria-live=polite]')];
      expect(heard.map(({ textContent }) => textContent).join()).toContain(title);
      const link = await screen.findByRole('link', {
        name: new RegExp(`^${text.unread}.*${title}`),
      });
      await user.click(link);
      await waitFor(() => expect(router.state.location.pathname).toBe(`/dashboard/requests/${id}`));
      expect(screen.queryByRole('dialog')).toBeNull();
      await waitFor(async () => expect(await unreadCount()).toBe(await agencyCount()));
      await bell(0, text);
    },
  );

  it('tells a member of a payment with what is left, which the open booking shows without a reload', async () => {
    onlyInWholeSuite();
    const booking = await acceptedBooking(backend());
    await sql('update public.bkk_notifications set read_at = now()');
    const { user } = await render(`/dashboard/bookings/${booking.reference}`);
    await screen.findByRole('region', { name: bookings.situation.deposit });
    await bell();
    await recordPayment(backend(), booking, 500_000);
    await user.click(await bell(1));
    const { title } = en.event.booking.payment_received;
    const left = en.left.replace('{{amount}}', 'THB 75,250');
    await screen.findByRole('link', { name: new RegExp(`${title}.*${left}`) });
    await user.keyboard('{Escape}');
    const due = await screen.findByRole('region', { name: bookings.situation.partial });
    expect(due.textContent).toContain('THB 15,000');
  });

  it('counts up to 99', async () => {
    onlyInWholeSuite();
    await tell('booking.priced', 120);
    await render();
    const button = await screen.findByRole('button', { name: en.bellMany });
    expect(button.textContent).toBe('99+');
  });

  it('asks again where the socket fails, at the latest when the page is visible again', async () => {
    const restore = blockRequests('/realtime/');
    await render();
    await bell();
    await tell('booking.priced');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await bell(1);
    restore();
  });

  it('is not there for visitors, nor while the feature is off', async () => {
    onlyInWholeSuite();
    const { unmount } = await render('/about', 'visitor');
    await screen.findByRole('link', { name: common('nav.signIn') });
    expect(screen.queryByRole('button', { name: en.title })).toBeNull();
    unmount();
    provideSettings({ ...settings(), features: ['requests', 'bookings'] });
    onTestFinished(() => provideSettings({ ...settings(), features }));
    await render('/about');
    await screen.findByRole('button', { name: common('nav.account') });
    expect(screen.queryByRole('button', { name: en.title })).toBeNull();
  });
});

type Panel = Awaited<ReturnType<typeof openPanel>>['panel'];

/** The notifications of admins, which members' actions leave unread. */
async function agencyCount() {
  const [row] = await sql(
    `select count(*)::int from public.bkk_notifications where read_at is null and kind = 'agency'`,
  );
  return row?.count;
}

describe('the list', () => {
  it('says what will be there while it is empty', async () => {
    onlyInWholeSuite();
    const { panel } = await openPanel();
    await panel.findByText(en.empty.title);
    expect(panel.queryByRole('button', { name: en.readAll })).toBeNull();
  });

  it('shows pages, newest first, and marks all as read', async () => {
    onlyInWholeSuite();
    await tell('booking.priced', 45);
    const { user, panel } = await openPanel(45);
    // By selector: computing the roles of a long list takes long.
    const links = () => [...document.querySelectorAll('[role=dialog] a[href]')];
    await panel.findByText(en.reference.booking.replace('{{reference}}', 'BKK-AAAA2266'));
    expect(links()[0]?.textContent).toContain('BKK-AAAA2266');
    expect(links()).toHaveLength(20);
    await user.click(panel.getByRole('button', { name: en.more }));
    await waitFor(() => expect(links()).toHaveLength(40));
    // The first of the new ones.
    await waitFor(() => expect(document.activeElement).toBe(links()[20]));
    await user.click(panel.getByRole('button', { name: en.more }));
    await waitFor(() => expect(links()).toHaveLength(45));
    panel.getByText(en.end);
    await user.click(panel.getByRole('button', { name: en.readAll }));
    expect(await toastText()).toContain(en.allRead);
    await waitFor(async () => expect(await unreadCount()).toBe(0));
    expect(panel.queryByText(new RegExp(en.unread))).toBeNull();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(await bell());
  });

  it('waits with a skeleton, and offers to try again after a failure', async () => {
    onlyInWholeSuite();
    const restore = divertCalls('/rest/v1/bkk_notifications', '/rest/v1/none');
    const { user, panel } = await openPanel();
    expect((await panel.findByRole('alert')).textContent).toContain(en.failed);
    restore();
    const release = holdAnswers();
    await user.click(panel.getByRole('button', { name: common('action.tryAgain') }));
    release();
    await panel.findByText(en.empty.title);
    await expectConsoleError('"list"');
  });
});

describe('the settings', () => {
  const openSettings = async () => {
    const { user, panel } = await openPanel();
    await user.click(panel.getByRole('button', { name: en.settings.title }));
    await panel.findByRole('group', { name: en.settings.kind.bookings });
    return { user, panel };
  };
  const box = (panel: Panel, kind: string, channel: string) =>
    within(panel.getByRole('group', { name: kind })).getByRole<HTMLInputElement>('checkbox', {
      name: channel,
    });

  it('save the channels of each kind, and have those of admins for admins alone', async () => {
    const { user, panel } = await openSettings();
    const { kind, channel } = en.settings;
    expect(panel.queryByRole('group', { name: kind.agency })).toBeNull();
    expect(panel.queryByRole('checkbox', { name: channel.line })).toBeNull();
    await user.click(box(panel, kind.requests, channel.mail));
    await waitFor(async () =>
      expect(
        await sql('select kind, mail, line, push from public.bkk_notification_settings'),
      ).toEqual([{ kind: 'requests', mail: false, line: true, push: true }]),
    );
    expect(box(panel, kind.requests, channel.mail).checked).toBe(false);
    expect(box(panel, kind.bookings, channel.mail).checked).toBe(true);
    await user.click(panel.getByRole('button', { name: en.settings.back }));
    await panel.findByText(en.empty.title);
  });

  it('link LINE by a code, notice that it was sent, and unlink it', async () => {
    await sql('select bkk_internal.set_notification_channels(true, null)');
    const { user, panel } = await openSettings();
    const { kind, channel } = en.settings;
    expect(box(panel, kind.bookings, channel.line).disabled).toBe(true);
    await user.click(panel.getByRole('button', { name: en.line.link }));
    const code = await panel.findByText(/^BKK-\w{4}-\w{4}$/);
    await sql('select public.bkk_link_line($1, $2)', [code.textContent, `U${'0'.repeat(32)}`]);
    const unlink = await panel.findByRole('button', { name: en.line.unlink });
    expect(await toastText()).toContain(en.line.linked);
    expect(box(panel, kind.bookings, channel.line).checked).toBe(true);
    await user.click(unlink);
    await panel.findByRole('button', { name: en.line.link });
    expect(box(panel, kind.bookings, channel.line).disabled).toBe(true);
  });

  it('say why a browser shows no notifications', async () => {
    await sql('select bkk_internal.set_notification_channels(false, $1)', ['A'.repeat(87)]);
    const { panel } = await openSettings();
    await panel.findByText(en.push.unsupported);
    expect(panel.queryByRole('button', { name: en.push.turnOn })).toBeNull();
  });
});

describe("the admin's queue", () => {
  it('has a new request without a reload, and keeps what is open and typed', async () => {
    const first = await placeRequest(backend(), 'member');
    const { user } = await render(`/admin/requests?request=${first}`, 'admin');
    const drawer = within(await screen.findByRole('dialog'));
    await user.click(await drawer.findByRole('button', { name: offers.write }));
    const notes = await drawer.findByLabelText(offers.words.internal);
    await user.click(notes);
    await user.paste('Call first');
    const second = await placeRequest(backend(), 'newMember');
    await waitFor(() => expect(document.getElementById(`row-${second}`)).not.toBeNull());
    expect(notes).toHaveProperty('value', 'Call first');
    expect(document.activeElement).toBe(notes);
  });
});
