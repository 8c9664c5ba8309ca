import { createClient } from '@supabase/supabase-js';
import {
  AUTO_REFRESH_TICK_DURATION_MS,
  AUTO_REFRESH_TICK_THRESHOLD,
  EXPIRY_MARGIN_MS,
} from '@supabase/auth-js/dist/main/lib/constants.js';
import { generatePKCEVerifier } from '@supabase/auth-js/dist/main/lib/helpers.js';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTranslations } from './i18n.ts';

// The specification names numbers that live inside the libraries (spec §9): a new version that moves one shows here.

describe('the Supabase client', () => {
  const asked: { url: string; body: string }[] = [];
  const { auth } = createClient('http://hosted.example', 'key', {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input, init) => {
        const { url } = new Request(input);
        asked.push({ url, body: typeof init?.body === 'string' ? init.body : '' });
        return Promise.resolve(Response.json({}));
      },
    },
  });

  it('looks at its token every 30 s and refreshes with three looks left', () => {
    expect(AUTO_REFRESH_TICK_DURATION_MS).toBe(30_000);
    expect(AUTO_REFRESH_TICK_THRESHOLD).toBe(3);
    // 10 s when the specification was written; the maintained library wins.
    expect(EXPIRY_MARGIN_MS).toBe(90_000);
  });

  it('makes verifiers of 56 random values, two digits each', () => {
    expect(generatePKCEVerifier()).toHaveLength(2 * 56);
  });

  it('signs in by the implicit flow, by text message on a phone, and out everywhere', async () => {
    await auth.signInWithOtp({ email: 'someone@mail.example' });
    await auth.signInWithOtp({ phone: '+6620000000' });
    await auth.admin.signOut('token');
    const [mail, phone, out] = asked;
    expect(JSON.parse(mail?.body ?? '')).toMatchObject({ code_challenge: null });
    expect(JSON.parse(phone?.body ?? '')).toMatchObject({ channel: 'sms' });
    expect(out?.url).toContain('scope=global');
  });
});

describe('the translations', () => {
  beforeAll(() => startTranslations());

  it('read at most ten files at once and try again five times, 350 ms later and then twice that', () => {
    expect(i18next.services).toMatchObject({
      backendConnector: { maxParallelReads: 10, maxRetries: 5, retryTimeout: 350 },
    });
  });

  it('fall back to English, and leave interpolated values as they are', () => {
    expect(i18next.options).toMatchObject({
      fallbackLng: ['en'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
    });
  });
});
