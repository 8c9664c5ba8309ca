import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { DeliveryRate } from '@bkksiam/domain/delivery';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';

/** What parcels cost, and whether orders are picked up. The version counts the changes. */
export interface DeliverySettings {
  readonly version: number;
  readonly offersPickup: boolean;
  readonly rates: readonly DeliveryRate[];
}

export const deliverySettingsQuery = queryOptions({
  queryKey: ['delivery-rates', 'admin'],
  staleTime: 0,
  queryFn: async ({ signal }): Promise<DeliverySettings> => {
    const [settings, rates] = await Promise.all([
      callData((client) =>
        client
          .from('bkk_delivery_settings')
          .select('version, offers_pickup')
          .abortSignal(signal)
          .single(),
      ),
      callData((client) =>
        client
          .from('bkk_delivery_rates')
          .select('*')
          .order('zone')
          .order('method')
          .order('up_to_grams')
          .abortSignal(signal),
      ),
    ]);
    return {
      version: settings.version,
      offersPickup: settings.offers_pickup,
      // A check of the database knows methods and zones.
      rates: rates as readonly DeliveryRate[],
    };
  },
});

const saved = z.object({ version: z.number() });

/** Saves the rates unless another version is stored; gives what is stored then. */
export async function saveDeliverySettings(settings: DeliverySettings): Promise<DeliverySettings> {
  const { version, rates, offersPickup } = settings;
  const answer = await callJson(saved, (client) =>
    client.rpc('bkk_admin_save_delivery_rates', {
      p_version: version,
      p_rates: rates.map((rate) => ({ ...rate })),
      p_offers_pickup: offersPickup,
    }),
  );
  return { ...settings, version: answer.version };
}
