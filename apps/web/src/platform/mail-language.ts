import i18next from 'i18next';
import { settings } from './env.ts';
import { currentLanguage } from './i18n.ts';
import { logRejection } from './log.ts';
import { memberOf, sessionStore } from './session.ts';
import type { Client } from './supabase.ts';

async function saveLanguage({ auth }: Client): Promise<void> {
  const member = memberOf(sessionStore.getState());
  const language = currentLanguage();
  if (member === null || member.user_metadata.language === language) return;
  const { error } = await auth.updateUser({ data: { language } });
  // The session has ended meanwhile.
  if (error !== null && error.name !== 'AuthSessionMissingError') throw error;
}

/** Keeps the language that a member last used in their account: that of the mails of bookings. */
export function followMailLanguage(client: Client, signal: AbortSignal): void {
  if (!settings().features.includes('bookings')) return;
  // Not in the listener of the store: the client waits for the listeners of its events.
  const save = () =>
    setTimeout(() => logRejection('the language could not be saved', saveLanguage(client)));
  // Not at every event: two tabs with different languages would answer each other.
  const unsubscribe = sessionStore.subscribe((now, before) => {
    if (memberOf(now)?.id !== memberOf(before)?.id) save();
  });
  i18next.on('languageChanged', save);
  save();
  signal.addEventListener('abort', () => {
    unsubscribe();
    i18next.off('languageChanged', save);
  });
}
