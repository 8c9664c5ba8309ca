import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { checkRates, type RateInput } from '@bkksiam/domain/delivery';
import type { Problem } from '@bkksiam/domain/problem';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import {
  deliverySettingsQuery,
  saveDeliverySettings,
  type DeliverySettings,
} from './delivery-data.ts';

/** The fields, and the version that was stored when they were seen: a draft is of that version, too. */
interface DeliveryInput {
  readonly rates: RateInput[];
  readonly pickup: 'on' | 'off';
  readonly version: number;
}

const inputOf = ({ rates, offersPickup, version }: DeliverySettings): DeliveryInput => ({
  rates: rates.map((rate) => ({
    method: rate.method,
    zone: rate.zone,
    grams: rate.up_to_grams,
    satang: rate.price_satang,
    daysFrom: rate.days_from,
    daysTo: rate.days_to,
  })),
  pickup: offersPickup ? 'on' : 'off',
  version,
});

const settingsOf = ({ rates, pickup, version }: DeliveryInput): DeliverySettings => ({
  version,
  offersPickup: pickup === 'on',
  rates: rates.map(({ method, zone, grams, satang, daysFrom, daysTo }) => ({
    method,
    zone,
    up_to_grams: grams ?? 0,
    price_satang: satang ?? 0,
    days_from: daysFrom ?? 0,
    days_to: daysTo ?? 0,
  })),
});

function problemsOf({ rates }: DeliveryInput): Readonly<Record<string, Problem>> {
  return Object.fromEntries(
    checkRates(rates).flatMap((problems, index) =>
      Object.entries(problems).map(([field, problem]) => [
        `rates.${String(index)}.${field}`,
        problem,
      ]),
    ),
  );
}

const schema = z
  .custom<DeliveryInput>()
  .check(domainCheck<DeliveryInput>(problemsOf, 'adminOrders'));

/** The form of the rates, and whether another admin has changed them since it was filled. */
export function useDeliveryForm(current: DeliverySettings) {
  const queries = useQueryClient();
  const app = useAppForm({
    schema,
    defaultValues: inputOf(current),
    draftKey: 'delivery rates',
    mutationKey: ['delivery-rates', 'save'],
    send: (input: DeliveryInput) => saveDeliverySettings(settingsOf(input)),
    onSuccess: (stored) => {
      queries.setQueryData(deliverySettingsQuery.queryKey, stored);
      app.form.reset(inputOf(stored));
      showToast({ title: 'adminOrders:rates.saved' });
    },
    onError: ({ reason }) => {
      if (reason !== 'delivery_rates_changed') return;
      const reload = queries.invalidateQueries({ queryKey: deliverySettingsQuery.queryKey });
      logRejection('the rates could not be read again', reload);
    },
  });
  return {
    ...app,
    /** While they are saved, their own new version may come first. */
    isChangedMeanwhile: !app.busy && app.form.watch('version') !== current.version,
    keepMine: () => {
      app.form.setValue('version', current.version);
      app.clearResult();
    },
    takeTheirs: () => {
      app.form.reset(inputOf(current));
      app.clearResult();
    },
  };
}

export type DeliveryForm = ReturnType<typeof useDeliveryForm>;
