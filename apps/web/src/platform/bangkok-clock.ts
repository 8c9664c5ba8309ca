import { bangkokDay, bangkokLocal } from '@bkksiam/domain/bangkok';
import { serverNow } from './server-clock.ts';

/** The present minute in Bangkok by the server's clock, such as `2026-12-05T18:00`. */
export const bangkokNow = () => bangkokLocal(serverNow());

/** The present day in Bangkok by the server's clock. */
export const bangkokToday = () => bangkokDay(serverNow());
