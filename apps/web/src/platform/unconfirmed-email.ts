import { tabValue } from './local-store.ts';

interface UnconfirmedEmail {
  readonly email: string;
  /** When the last mail was sent, in milliseconds. */
  readonly sentAt: number;
  /** Whether its panel is folded up. */
  readonly isFolded: boolean;
}

function parse(stored: unknown): UnconfirmedEmail | undefined {
  const { email, sentAt, isFolded } = Object(stored) as Record<string, unknown>;
  if (typeof email !== 'string' || typeof sentAt !== 'number') return undefined;
  return { email, sentAt, isFolded: isFolded === true };
}

/** The address of a sign-up in this tab that waits for its code. */
export const unconfirmedEmail = tabValue('unconfirmed-email', parse);
