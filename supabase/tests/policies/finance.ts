import type { TablePolicy } from './policy-table.ts';

/** The books of the feature `payments`: functions alone read and write them. */
const access = `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           refused  refused  refused  refused
      inactive member  refused  refused  refused  refused
      admin            refused  refused  refused  refused
      inactive admin   refused  refused  refused  refused
      service_role     all      refused  refused  refused
    `;

export const financePolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_finance_days',
    key: 'count',
    rowsBy: 'nothing',
    newRow: { what: 'receipts', day: '2030-01-01', satang: 1, count: 1 },
    change: { count: 2 },
    access,
    columns: `
              anon  authenticated  service_role
      count   ---   ---            s--
      day     ---   ---            s--
      holder  ---   ---            s--
      satang  ---   ---            s--
      what    ---   ---            s--
    `,
  },
  {
    name: 'bkk_bank_statements',
    key: 'statement_id',
    rowsBy: 'nothing',
    newRow: { account: '1', file_name: 'a.csv' },
    change: { account: '2' },
    access,
    columns: `
                        anon  authenticated  service_role
      account           ---   ---            s--
      file_name         ---   ---            s--
      first_day         ---   ---            s--
      imported_at       ---   ---            s--
      imported_by       ---   ---            s--
      imported_by_name  ---   ---            s--
      last_at           ---   ---            s--
      last_day          ---   ---            s--
      lines             ---   ---            s--
      new_lines         ---   ---            s--
      statement_id      ---   ---            s--
    `,
  },
  {
    name: 'bkk_bank_lines',
    key: 'line_id',
    rowsBy: 'nothing',
    newRow: { account: '1', amount_satang: 1 },
    change: { state: 'IGNORED' },
    access,
    columns: `
                       anon  authenticated  service_role
      account          ---   ---            s--
      amount_satang    ---   ---            s--
      at               ---   ---            s--
      balance_satang   ---   ---            s--
      decided_at       ---   ---            s--
      decided_by       ---   ---            s--
      decided_by_name  ---   ---            s--
      description      ---   ---            s--
      fingerprint      ---   ---            s--
      has_time         ---   ---            s--
      line_id          ---   ---            s--
      note             ---   ---            s--
      posting_id       ---   ---            s--
      reference        ---   ---            s--
      state            ---   ---            s--
      statement_id     ---   ---            s--
    `,
  },
];
