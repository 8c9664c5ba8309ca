import { adminPolicies } from './admin.ts';
import { airportPolicies } from './airports.ts';
import { bookingPolicies } from './bookings.ts';
import { financePolicies } from './finance.ts';
import { flightPolicies } from './flights.ts';
import { ledgerPolicies } from './ledger.ts';
import { memberPolicies } from './members.ts';
import { notificationPolicies } from './notifications.ts';
import { paymentPolicies } from './payments.ts';
import type { TablePolicy } from './policy-table.ts';
import { orderPolicies } from './orders.ts';
import { productPolicies } from './products.ts';
import { receiptPolicies } from './receipts.ts';
import { recordPolicies } from './records.ts';
import { requestPolicies } from './requests.ts';
import { supportPolicies } from './support.ts';

/** The tables and views that belong to no feature. */
export const specifiedTables: readonly TablePolicy[] = [
  ...memberPolicies,
  ...adminPolicies,
  ...recordPolicies,
];

/** All tables and views; those of features have the permissions of a feature that is on. */
export const tablePolicies: readonly TablePolicy[] = [
  ...specifiedTables,
  ...airportPolicies,
  ...bookingPolicies,
  ...requestPolicies,
  ...flightPolicies,
  ...notificationPolicies,
  ...paymentPolicies,
  ...ledgerPolicies,
  ...receiptPolicies,
  ...financePolicies,
  ...productPolicies,
  ...orderPolicies,
  ...supportPolicies,
];
