import type { TablePolicy } from './policy-table.ts';

/** The reference data of the feature `bookings`. */
export const airportPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_airports',
    key: 'code',
    rowsBy: 'nothing',
    newRow: {
      code: 'XXX',
      country: 'TH',
      city_en: 'Added',
      city_th: 'Added',
      name_en: 'Added',
      name_th: 'Added',
      time_zone: 'Asia/Bangkok',
    },
    change: { time_zone: 'Asia/Tokyo' },
    access: `
                       select   insert   update   delete
      anon             all      refused  refused  refused
      member           all      refused  refused  refused
      inactive member  all      refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   all      refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                              anon  authenticated  service_role
      code                    s--   s--            s--
      country                 s--   s--            s--
      city_en                 s--   s--            s--
      city_th                 s--   s--            s--
      name_en                 s--   s--            s--
      name_th                 s--   s--            s--
      time_zone               s--   s--            s--
      min_connection_minutes  s--   s--            s--
      other_names             s--   s--            s--
      search_text             s--   s--            s--
    `,
  },
  {
    name: 'bkk_airlines',
    key: 'code',
    rowsBy: 'nothing',
    newRow: { code: 'X1', name_en: 'Added', name_th: 'Added' },
    change: { name_en: 'Changed' },
    access: `
                       select   insert   update   delete
      anon             all      refused  refused  refused
      member           all      refused  refused  refused
      inactive member  all      refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   all      refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
               anon  authenticated  service_role
      code     s--   s--            s--
      name_en  s--   s--            s--
      name_th  s--   s--            s--
    `,
  },
];
