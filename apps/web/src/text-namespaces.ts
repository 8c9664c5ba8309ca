import type { DefaultNamespace, Namespace, ParseKeys, TOptions } from 'i18next';
import type adminAgency from '../public/locales/en/adminAgency.json';
import type adminApprovals from '../public/locales/en/adminApprovals.json';
import type adminBookings from '../public/locales/en/adminBookings.json';
import type adminCredit from '../public/locales/en/adminCredit.json';
import type adminFinance from '../public/locales/en/adminFinance.json';
import type adminFlights from '../public/locales/en/adminFlights.json';
import type adminList from '../public/locales/en/adminList.json';
import type adminOrders from '../public/locales/en/adminOrders.json';
import type adminProducts from '../public/locales/en/adminProducts.json';
import type adminReceipts from '../public/locales/en/adminReceipts.json';
import type adminRefunds from '../public/locales/en/adminRefunds.json';
import type adminSetup from '../public/locales/en/adminSetup.json';
import type adminSlips from '../public/locales/en/adminSlips.json';
import type adminSupport from '../public/locales/en/adminSupport.json';
import type assignments from '../public/locales/en/assignments.json';
import type bookings from '../public/locales/en/bookings.json';
import type checkout from '../public/locales/en/checkout.json';
import type common from '../public/locales/en/common.json';
import type flights from '../public/locales/en/flights.json';
import type hold from '../public/locales/en/hold.json';
import type messages from '../public/locales/en/messages.json';
import type notifications from '../public/locales/en/notifications.json';
import type offers from '../public/locales/en/offers.json';
import type offline from '../public/locales/en/offline.json';
import type orders from '../public/locales/en/orders.json';
import type payments from '../public/locales/en/payments.json';
import type privacy from '../public/locales/en/privacy.json';
import type receipts from '../public/locales/en/receipts.json';
import type refunds from '../public/locales/en/refunds.json';
import type requests from '../public/locales/en/requests.json';
import type stockAlert from '../public/locales/en/stockAlert.json';
import type support from '../public/locales/en/support.json';
import type tableImport from '../public/locales/en/tableImport.json';
import type terms from '../public/locales/en/terms.json';
import type travellers from '../public/locales/en/travellers.json';

// The keys of texts are typed from the English files. A feature adds its namespace.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      adminAgency: typeof adminAgency;
      adminApprovals: typeof adminApprovals;
      adminBookings: typeof adminBookings;
      adminCredit: typeof adminCredit;
      adminFinance: typeof adminFinance;
      adminFlights: typeof adminFlights;
      adminList: typeof adminList;
      adminOrders: typeof adminOrders;
      adminProducts: typeof adminProducts;
      adminReceipts: typeof adminReceipts;
      adminRefunds: typeof adminRefunds;
      adminSetup: typeof adminSetup;
      adminSlips: typeof adminSlips;
      adminSupport: typeof adminSupport;
      assignments: typeof assignments;
      bookings: typeof bookings;
      checkout: typeof checkout;
      common: typeof common;
      flights: typeof flights;
      hold: typeof hold;
      messages: typeof messages;
      notifications: typeof notifications;
      offers: typeof offers;
      offline: typeof offline;
      orders: typeof orders;
      payments: typeof payments;
      receipts: typeof receipts;
      refunds: typeof refunds;
      requests: typeof requests;
      stockAlert: typeof stockAlert;
      support: typeof support;
      tableImport: typeof tableImport;
      terms: typeof terms;
      privacy: typeof privacy;
      travellers: typeof travellers;
    };
  }

  // Stands before i18next's own signature, which computes the keys anew for each call: half of the time that types took.
  interface TFunction<Ns extends Namespace = DefaultNamespace, KPrefix = undefined> {
    // oxlint-disable-next-line typescript/prefer-function-type -- an interface alone adds to that of i18next
    (key: ParseKeys<Ns, TOptions, KPrefix>, values?: Readonly<Record<string, unknown>>): string;
  }
}
