import { useTranslation } from 'react-i18next';
import { requestNumber } from '@bkksiam/domain/request-number';
import type { NotificationRow } from '#entities/notification/notification-data.ts';
import { existsWith, pages, type Page } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';

/** The events that have a text of their own. */
const events = [
  'request.received',
  'request.offer_sent',
  'request.offer_reminder',
  'request.offer_expired',
  'request.cancelled',
  'booking.hold_placed',
  'booking.priced',
  'booking.hold_reminder',
  'booking.hold_extended',
  'booking.expired',
  'booking.confirmed',
  'booking.payment_received',
  'booking.payment_reversed',
  'booking.deposit_refused',
  'booking.slip_refused',
  'booking.review_ended',
  'booking.ticketed',
  'booking.flight_changed',
  'booking.times_changed',
  'booking.airline_cancelled',
  'booking.cancelled',
  'credit.topped_up',
  'credit.slip_refused',
  'booking.refund_opened',
  'booking.refund_decided',
  'booking.refund_paid',
  'order.placed',
  'order.paid',
  'order.part_paid',
  'order.slip_refused',
  'order.cancelled',
  'order.expired',
  'order.ready',
  'order.shipped',
  'order.delivered',
  'order.return_refused',
  'order.returned',
  'order.refund_decided',
  'order.refund_paid',
  'stock.back',
  'admin.request_received',
  'admin.offer_accepted',
  'admin.change_asked',
  'admin.offer_reminder',
  'admin.payment_needs_decision',
  'admin.review_ended',
  'admin.flight_changed',
  'admin.airline_cancelled',
  'admin.booking_cancelled',
  'admin.slip_attached',
  'admin.refund_account_given',
  'admin.approval_asked',
  'admin.approval_decided',
  'support.answered',
  'admin.support_received',
  'admin.order_paid',
  'admin.order_return_asked',
] as const;

/** What a notification is about: a question, a product, an order, a booking, a request, an amount that waits for a second admin, else the credit. */
function useReference() {
  const { t } = useTranslation('notifications');
  const baht = useBaht();
  const language = useLanguage();
  return ({ booking_id: booking, quote_id: request, ...values }: NotificationRow['values']) => {
    const { approval_id: approval, reference, title, amount_satang: amount = 0 } = values;
    if (title !== undefined) return language === 'th' ? (values.title_th ?? title) : title;
    if (values.thread_id !== undefined) {
      return t('reference.thread', { reference: reference ?? requestNumber(values.thread_id) });
    }
    if (values.order_id !== undefined && reference !== undefined) {
      return t('reference.order', { reference });
    }
    if (approval !== undefined) return t('reference.approval', { amount: baht(amount) });
    if (request !== undefined && booking === undefined) {
      return t('reference.request', { reference: reference ?? requestNumber(request) });
    }
    if (booking === undefined && reference === undefined) return t('reference.credit');
    return t('reference.booking', { reference: reference ?? '' });
  };
}

/** The texts of a notification; an event that came later has those of any. */
export function useNotificationText() {
  const { t } = useTranslation('notifications');
  const baht = useBaht();
  const referenceOf = useReference();
  return ({ event, values }: NotificationRow) => {
    const known = events.find((name) => name === event) ?? 'other';
    const { left_satang: left } = values;
    const leftText = (satang: number) =>
      satang === 0 ? t('nothingLeft') : t('left', { amount: baht(satang) });
    return {
      title: t(`event.${known}.title`),
      text: left === undefined ? t(`event.${known}.text`) : leftText(left),
      reference: referenceOf(values),
    };
  };
}

const ifExists = (page: Page, address: string): string =>
  existsWith(settings().features, page) ? address : pages.dashboard.href();

/** The page of an approval or a refund; undefined for another notification. */
function adminMoneyAddress(values: NotificationRow['values']): string | undefined {
  const { approval_id: approval, refund_id: refund } = values;
  if (approval !== undefined) {
    return ifExists(pages.adminApprovals, `${pages.adminApprovals.href()}?approval=${approval}`);
  }
  return refund === undefined
    ? undefined
    : ifExists(pages.adminRefunds, `${pages.adminRefunds.href()}?refund=${refund}`);
}

const threadAddress = (id: string, isForAdmins: boolean) =>
  isForAdmins
    ? ifExists(pages.adminSupport, `${pages.adminSupport.href()}?show=all&thread=${id}`)
    : ifExists(pages.myThread, pages.myThread.href(id));

const orderAddress = (
  { order_id: id = '', reference = '' }: NotificationRow['values'],
  isForAdmins: boolean,
) =>
  isForAdmins
    ? ifExists(pages.adminOrders, `${pages.adminOrders.href()}?order=${id}`)
    : ifExists(pages.order, pages.order.href(reference));

/** The page that a notification is about: for admins that of their work on it. */
export function notificationAddress({ event, values }: NotificationRow): string {
  const { booking_id: booking, quote_id: request, slip_id: slip, reference } = values;
  const isForAdmins = event.startsWith('admin.');
  if (values.thread_id !== undefined) return threadAddress(values.thread_id, isForAdmins);
  if (event === 'admin.slip_attached') {
    return ifExists(pages.adminSlips, `${pages.adminSlips.href()}?slip=${slip ?? ''}`);
  }
  if (values.product_id !== undefined) return pages.product.href(values.product_id);
  if (event === 'credit.topped_up') return pages.payments.href();
  if (event === 'credit.slip_refused') return ifExists(pages.topUp, pages.topUp.href());
  if (event === 'booking.slip_refused' && reference !== undefined) {
    return ifExists(pages.pay, pages.pay.href(reference));
  }
  const moneyAddress = isForAdmins ? adminMoneyAddress(values) : undefined;
  if (moneyAddress !== undefined) return moneyAddress;
  if (values.order_id !== undefined) return orderAddress(values, isForAdmins);
  if (booking !== undefined && isForAdmins) {
    return ifExists(pages.adminBookings, `${pages.adminBookings.href()}?booking=${booking}`);
  }
  if (reference !== undefined && booking !== undefined) {
    return ifExists(pages.memberBooking, pages.memberBooking.href(reference));
  }
  if (request === undefined) return pages.dashboard.href();
  return isForAdmins
    ? ifExists(pages.adminQueue, `${pages.adminQueue.href()}?request=${request}`)
    : ifExists(pages.request, pages.request.href(request));
}
