// `npm run reset-factor -- email`: removes the second factor of an account when no other admin can.
import type { ClientBase } from 'pg';
import { resetFactors } from './auth/factor-reset.ts';
import type { Row, Transaction } from './db/database.ts';
import { readAddress, runOwnerCommand } from './owner-command.ts';

function transactionOf(client: ClientBase): Transaction {
  return {
    async run({ text, values = [] }) {
      const { rows, rowCount } = await client.query<Row>(text, [...values]);
      return { rows, rowCount: rowCount ?? 0 };
    },
  };
}

await runOwnerCommand(
  { readArguments: readAddress('reset-factor'), hostedAdvice: 'reset the factor there' },
  async (client, email) => {
    const count = await resetFactors(transactionOf(client), email);
    if (count === null) throw new Error(`there is no account of ${email}`);
    return count === 0
      ? `${email} has no two-step verification. Nothing was changed.`
      : `Two-step verification of ${email} was reset and every session ended. The password alone signs in.`;
  },
);
