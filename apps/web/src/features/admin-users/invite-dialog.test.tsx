import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { mailTo } from '#testing/mailed-links.ts';
import { blockRequests } from '#testing/network.ts';
import { addUser, removeUsers } from '#testing/users.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();

const texts = {
  en: {
    invite: 'Invite User',
    email: 'Email',
    role: 'Role',
    roles: ['Member', 'Admin'],
    send: 'Send invite',
    error: 'Error',
    missing: 'Please enter an email.',
    sent: (email: string) => `Invite SentAn invitation is on its way to ${email}.`,
  },
  th: {
    invite: 'เชิญผู้ใช้',
    email: 'อีเมล',
    role: 'สิทธิ์',
    roles: ['สมาชิก', 'ผู้ดูแล'],
    send: 'ส่งคำเชิญ',
    error: 'เกิดข้อผิดพลาด',
    missing: 'กรุณากรอกอีเมล',
    sent: (email: string) => `ส่งคำเชิญแล้วคำเชิญกำลังส่งไปที่ ${email}`,
  },
};

const taken = 'A user with this email address has already been registered';

beforeEach(() => removeUsers(backend(), '%@invite.example'));

/** The role that counts now, and the one that counts once the invitation is accepted. */
const roleOf = async (email: string) =>
  (
    await backend().database.sql(
      `select member.role, invited.role as invited from public.bkk_user_roles as member
       left join public.bkk_invited_roles as invited using (user_id) where email = $1`,
      [email],
    )
  )[0];

const failureToast = () =>
  waitFor(() => {
    const said = document.querySelector('[data-toasts] [aria-live=assertive]')?.textContent;
    if (!said) throw new Error('nothing has failed');
    return said;
  });

describe.each(languagesInTest('th'))('the Invite User dialog in %s', (language) => {
  const text = texts[language];

  async function open() {
    const page = await renderApp({ path: '/admin/users', as: 'admin', language });
    await page.user.click(await screen.findByRole('button', { name: text.invite }));
    const dialog = within(await screen.findByRole('dialog', { name: text.invite }));
    return {
      ...page,
      email: dialog.getByRole<HTMLInputElement>('textbox', { name: text.email }),
      role: dialog.getByRole<HTMLSelectElement>('combobox', { name: text.role }),
      send: dialog.getByRole('button', { name: text.send }),
    };
  }

  const problemOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

  it('requires an email, with a toast and an error at the field', async () => {
    onlyInWholeSuite();
    const { user, email, send } = await open();
    await user.type(email, '   ');
    await user.click(send);
    expect(await failureToast()).toBe(text.error + text.missing);
    expect(problemOf(email)).toBe(text.missing);
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email);
  });

  it.each([0, 1])(
    'mails an invitation for role %i, says so, and shows who was invited',
    async (index) => {
      const address = `guest-${language}-${index}@invite.example`;
      const { user, email, role } = await open();
      expect([...role.options].map((option) => option.textContent)).toEqual(text.roles);
      expect(role.value).toBe('member');
      await user.selectOptions(role, text.roles[index] ?? '');
      await user.type(email, ` ${address} {Enter}`);
      expect(await toastText()).toBe(text.sent(address));
      expect((await mailTo(backend(), address)).text).toContain('type=invite');
      expect(await roleOf(address)).toEqual({
        role: 'member',
        invited: index === 1 ? 'admin' : 'member',
      });
      expect(await screen.findByText(address, { selector: 'td span' })).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
      const opener = screen.getByRole('button', { name: text.invite });
      await waitFor(() => expect(document.activeElement).toBe(opener));
      await user.click(opener);
      expect(
        (await screen.findByRole<HTMLInputElement>('textbox', { name: text.email })).value,
      ).toBe('');
    },
  );

  it('keeps the input when it is rejected, with the message of the server', async () => {
    onlyInWholeSuite();
    const address = 'known@invite.example';
    await addUser(backend(), { email: address });
    const { user, email, role, send } = await open();
    fireEvent.change(email, { target: { value: address } });
    fireEvent.change(role, { target: { value: 'admin' } });
    await user.click(send);
    expect(await failureToast()).toBe(text.error + taken);
    expect(problemOf(email)).toBe(taken);
    expect([email.value, role.value]).toEqual([address, 'admin']);
    expect(await roleOf(address)).toEqual({ role: 'member', invited: null });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: text.invite }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: text.email })).value).toBe(
      address,
    );
  });

  it('keeps the input without a connection, and sends one invitation by the next submit', async () => {
    const address = `retry-${language}@invite.example`;
    const { user, email, send } = await open();
    fireEvent.change(email, { target: { value: address } });
    const unblock = blockRequests('/functions/v1/');
    onTestFinished(unblock);
    await user.click(send);
    expect(await failureToast()).toMatch(new RegExp(`^${text.error}.`));
    expect(email.value).toBe(address);
    expect(document.activeElement).toBe(email);
    unblock();
    await user.click(send);
    expect(await toastText()).toBe(text.sent(address));
    await mailTo(backend(), address);
    const mails = (await backend().mails()).filter(({ to }) => to?.[0]?.address === address);
    expect(mails).toHaveLength(1);
  });
});
