import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { AgencyDetails } from '@bkksiam/domain/agency';
import { agencyProfile } from '#entities/agency/agency-profile.ts';
import { callJson } from '#platform/call-json.ts';

const text = z.nullable(z.string());

const stored = z.extend(agencyProfile, {
  version: z.number(),
  branch: z.string(),
  bank_code: text,
  bank_account_name: text,
  bank_account_number: text,
  promptpay_kind: z.nullable(z.enum(['phone', 'tax_id', 'ewallet'])),
  promptpay_id: text,
  vat_from: text,
});

/** The details with their version, which counts the changes. */
export type StoredAgency = z.output<typeof stored>;

const columns = Object.keys(stored.shape).join();

export const agencyQuery = queryOptions({
  queryKey: ['agency', 'admin'],
  queryFn: ({ signal }) =>
    callJson(stored, (client) =>
      client.from('bkk_agency').select(columns).abortSignal(signal).single(),
    ),
});

/** Saves the details unless another version is stored. Those that are not among them, such as the rates of VAT, stay. */
export const saveAgency = (details: AgencyDetails, version: number): Promise<StoredAgency> =>
  callJson(stored, (client) =>
    client.rpc('bkk_admin_save_agency', {
      p_version: version,
      p_details: { ...details, languages: [...details.languages] },
    }),
  );
