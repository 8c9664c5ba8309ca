import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { startAuthService } from '../testing/auth-service.ts';

const file = new URL('./platform/0013_sign_up_passwords.sql', import.meta.url);

it('the upgrade still answers the newest sign-up of an address that it is not confirmed', async () => {
  const service = await startAuthService();
  try {
    const email = 'new@example.com';
    for (const password of ['typed-first', 'typed-last']) {
      expect((await service.client().auth.signUp({ email, password })).error).toBeNull();
    }
    await service.client().auth.signInWithOtp({ email: 'linked@example.com' });
    await service.test.sql('drop table bkksiam_private.sign_up_passwords');
    await service.test.sql(await readFile(file, 'utf8'));
    for (const [password, code] of [
      ['typed-first', 'invalid_credentials'],
      ['typed-last', 'email_not_confirmed'],
    ] as const) {
      const { error } = await service.client().auth.signInWithPassword({ email, password });
      expect(error?.code).toBe(code);
    }
    expect(await service.test.sql('select email from bkksiam_private.sign_up_passwords')).toEqual([
      { email },
    ]);
  } finally {
    await service.close();
  }
});
