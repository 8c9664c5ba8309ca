// `npm run grant-admin -- email`: makes a confirmed account an active admin when no other admin can.
import type { ClientBase } from 'pg';
import { accountNamed, promote, unban } from '../db/seed.ts';
import { ownerCommand, readAddress } from './owner-command.ts';

/** Returns whether anything was changed. */
async function grant(client: ClientBase, email: string): Promise<boolean> {
  const account = await accountNamed(client, email);
  if (account === undefined) throw new Error(`there is no account of ${email}`);
  if (!account.isConfirmed)
    throw new Error(`the account of ${email} is not confirmed: follow the link of its mail first`);
  if (!account.isActive) await unban(client, email);
  return (await promote(client, email)) || !account.isActive;
}

export const grantAdmin = ownerCommand(
  { readArguments: readAddress('grant-admin'), hostedAdvice: 'change the role there' },
  async (client, given) => {
    const email = given.trim().toLowerCase();
    return (await grant(client, email))
      ? `${email} is an active admin now. Password and two-step verification were not changed.`
      : `${email} is an active admin already. Nothing was changed.`;
  },
);
