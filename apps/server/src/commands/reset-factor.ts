// `npm run reset-factor -- email`: removes the second factor of an account when no other admin can.
import { resetFactors } from '../auth/factors.ts';
import { ownerCommand, readAddress, transactionOf } from './owner-command.ts';

export const resetFactor = ownerCommand(
  { readArguments: readAddress('reset-factor'), hostedAdvice: 'reset the factor there' },
  async (client, email) => {
    const count = await resetFactors(transactionOf(client), email);
    if (count === null) throw new Error(`there is no account of ${email}`);
    return count === 0
      ? `${email} has no two-step verification. Nothing was changed.`
      : `Two-step verification of ${email} was reset and every session ended. The password alone signs in.`;
  },
);
