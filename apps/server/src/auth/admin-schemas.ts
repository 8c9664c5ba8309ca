import { z } from 'zod';
import { authErrors } from './errors.ts';
import { object, text } from './schemas.ts';

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true);

const userFields = {
  email: text,
  phone: text,
  password: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: object,
  app_metadata: object,
  role: text,
  ban_duration: text,
};

export const newUserBody = z.object({ ...userFields, password_hash: text, id: text });
export const changedUserBody = z.object({ ...userFields, password_hash: text });
export const deletionBody = z.object({ should_soft_delete: flag });
export const inviteBody = z.object({ email: text, data: object });
export const generateLinkBody = z.object({
  type: text,
  email: text,
  password: text,
  new_email: text,
  data: object,
  redirect_to: text,
});

export type NewUserBody = z.output<typeof newUserBody>;
export type ChangedUserBody = z.output<typeof changedUserBody>;
export type GenerateLinkBody = z.output<typeof generateLinkBody>;

/** Both count from 1. */
export interface Page {
  readonly page: number;
  readonly perPage: number;
}

const maxPerPage = 1000;

function positive(given: string | undefined, otherwise: number): number {
  if (given === undefined || given === '') return otherwise;
  if (!/^\d{1,9}$/.test(given)) {
    const shown = JSON.stringify(given.slice(0, 50));
    throw authErrors.validationFailed(
      `Bad Pagination Parameters: strconv.ParseUint: parsing ${shown}: invalid syntax`,
    );
  }
  return Number(given) || otherwise;
}

/** @throws validation_failed */
export function readPage(page: string | undefined, perPage: string | undefined): Page {
  return { page: positive(page, 1), perPage: Math.min(positive(perPage, 50), maxPerPage) };
}
