import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  agencyDetails,
  agencyInput,
  changedAgencyFields,
  checkAgency,
  type AgencyInput,
} from '@bkksiam/domain/agency';
import { showAgency } from '#entities/agency/agency-profile.ts';
import type { AppError } from '#platform/app-error.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { agencyQuery, saveAgency, type StoredAgency } from './agency-data.ts';

/** The texts, and what was stored when they were seen: a draft is of that version, too. */
interface FormInput extends AgencyInput {
  readonly base: StoredAgency;
}

const schema = z.custom<FormInput>().check(domainCheck<FormInput>(checkAgency, 'adminAgency'));

/** Whether another admin has saved first. */
export const isChangedMeanwhile = (error: AppError | null): boolean =>
  error?.reason === 'agency_changed';

/** The form of the details, and what another admin has changed since it was filled. */
export function useAgencyForm(current: StoredAgency) {
  const queries = useQueryClient();
  const app = useAppForm({
    schema,
    defaultValues: { ...agencyInput(current), base: current } satisfies FormInput,
    draftKey: 'agency',
    notStored: ['bank_account_number', 'promptpay', 'tax_id'],
    mutationKey: ['agency', 'save'],
    send: ({ base, ...input }: FormInput) => saveAgency(agencyDetails(input), base.version),
    onSuccess: (saved) => {
      queries.setQueryData(agencyQuery.queryKey, saved);
      app.form.reset({ ...agencyInput(saved), base: saved });
      showToast({ title: 'adminAgency:saved' });
      logRejection('the saved agency could not be shown', showAgency(saved));
    },
    onError: (error) => {
      if (isChangedMeanwhile(error))
        logRejection(
          'the agency could not be read again',
          queries.invalidateQueries({ queryKey: agencyQuery.queryKey }),
        );
    },
  });
  const { base: seen, ...values } = app.form.watch();
  // While it is saved, its own new version may come first.
  const isStale = !app.busy && current.version !== seen.version;
  return {
    ...app,
    values,
    /** Undefined for nothing. */
    changedMeanwhile: isStale ? changedAgencyFields(seen, current) : undefined,
    keepMine: () => {
      app.form.setValue('base', current);
      app.clearResult();
    },
    takeTheirs: () => {
      app.form.reset({ ...agencyInput(current), base: current });
      app.clearResult();
    },
  };
}

export type AgencyForm = ReturnType<typeof useAgencyForm>;
