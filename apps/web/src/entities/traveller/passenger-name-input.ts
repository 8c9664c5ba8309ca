import { maxPassengerName } from '@bkksiam/domain/passenger-name';

/** What the field of a name as in the passport has; a longer text gets the message of its rule. */
export const passengerNameInput = {
  maxLength: maxPassengerName * 2,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  translate: 'no',
} as const;
