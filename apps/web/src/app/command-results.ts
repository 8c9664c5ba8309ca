import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '@bkksiam/domain/fold-text';
import type { Language } from '@bkksiam/domain/languages';
import { requestNumber } from '@bkksiam/domain/request-number';
import { useRouteText } from '#entities/request/request-parts.tsx';
import { existsWith, pages, shownLinks } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { hasFailed } from '#platform/query-fallback.tsx';
import { commandQuery, type Found } from './command-data.ts';
import type { AdminOrder } from '#features/admin-orders/orders-data.ts';
import { numberText } from '#features/admin-flights/flights-data.ts';
import { userLabel } from '#features/admin-users/users-data.ts';

export interface Command {
  /** Unique; part of an element's id. */
  readonly key: string;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly to: string;
}

export interface CommandGroup {
  readonly name: 'pages' | keyof Found;
  readonly commands: readonly Command[];
}

const pauseMs = 150;
const none: Found = {
  users: [],
  requests: [],
  bookings: [],
  orders: [],
  threads: [],
  flights: [],
  products: [],
};

function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function usePages(): readonly Command[] {
  const { t } = useTranslation();
  const { admin, adminUsers, adminRequests, adminNews, adminLogs } = pages;
  const requests = t('admin.requests.title');
  const links = [
    { key: 'admin', text: t('title.admin'), page: admin },
    { key: 'users', text: t('users.title'), page: adminUsers },
    { key: 'requests', text: requests, page: adminRequests },
    ...(existsWith(settings().features, pages.adminQueue)
      ? []
      : [
          {
            key: 'pending',
            text: `${requests}: PENDING`,
            page: adminRequests,
            search: '?show=PENDING',
          },
        ]),
    { key: 'bookings', text: t('sidebar.bookings'), page: pages.adminBookings },
    { key: 'news', text: t('admin.news.title'), page: adminNews },
    { key: 'new-news', text: t('admin.news.new'), page: adminNews, search: '?item=new' },
    { key: 'logs', text: t('admin.logs.title'), page: adminLogs },
    { key: 'flights', text: t('sidebar.flights'), page: pages.adminFlights },
    { key: 'products', text: t('sidebar.products'), page: pages.adminProducts },
    { key: 'messages', text: t('sidebar.messages'), page: pages.adminMessages },
    { key: 'orders', text: t('sidebar.shopOrders'), page: pages.adminOrders },
    { key: 'delivery', text: t('sidebar.delivery'), page: pages.adminDelivery },
    { key: 'support', text: t('sidebar.questions'), page: pages.adminSupport },
    { key: 'slips', text: t('sidebar.slips'), page: pages.adminSlips },
    { key: 'refunds', text: t('sidebar.refunds'), page: pages.adminRefunds },
    { key: 'approvals', text: t('sidebar.approvals'), page: pages.adminApprovals },
    { key: 'receipts', text: t('sidebar.receipts'), page: pages.adminReceipts },
    { key: 'finance', text: t('sidebar.finance'), page: pages.adminFinance },
    { key: 'agency', text: t('sidebar.agency'), page: pages.adminAgency },
    { key: 'dashboard', text: t('nav.dashboard'), page: pages.dashboard },
    { key: 'profile', text: t('nav.profile'), page: pages.memberProfile },
  ];
  return shownLinks(links).map(({ key, text, to, search = '' }) => ({
    key,
    text,
    to: to + search,
  }));
}

const orderCommand = ({ order_id: id, number, name, email, status }: AdminOrder): Command => ({
  key: id,
  text: number,
  detail: [name ?? email, status].filter(Boolean).join(' · '),
  to: `${pages.adminOrders.href()}?show=all&order=${id}`,
});

const threadCommand = (thread: Found['threads'][number]): Command => ({
  key: thread.thread_id,
  text: thread.subject,
  detail: [thread.full_name ?? thread.email, thread.status].filter(Boolean).join(' · '),
  to: `${pages.adminSupport.href()}?show=all&thread=${thread.thread_id}`,
});

const productCommand = (
  { id, title, title_th: thai }: Found['products'][number],
  language: Language,
): Command => ({
  key: `product-${id}`,
  text: language === 'th' ? (thai ?? title) : title,
  detail: id,
  to: `${pages.adminProducts.href()}?product=${id}`,
});

/** The pages, users, requests, bookings, orders, threads, flights and products that match a text; all pages for none. */
export function useCommands(text: string) {
  const routeText = useRouteText();
  const language = useLanguage();
  const search = foldText(text);
  const settled = useAfterPause(text);
  const query = useQuery(commandQuery(settled));
  const shownPages = usePages().filter((page) => foldText(page.text).includes(search));
  const { users, requests, bookings, orders, threads, flights, products } =
    search === '' ? none : (query.data ?? none);
  const groups: readonly CommandGroup[] = [
    { name: 'pages', commands: shownPages },
    {
      name: 'users',
      commands: users.map((user) => ({
        key: user.user_id,
        text: user.full_name ?? userLabel(user),
        detail: user.full_name === null ? undefined : userLabel(user),
        to: `${pages.adminUsers.href()}?q=${encodeURIComponent(userLabel(user))}`,
      })),
    },
    {
      name: 'requests',
      commands: requests.map((request) => ({
        key: request.quote_id,
        text: `${requestNumber(request.quote_id)}  ${routeText(request)}`,
        detail: [request.full_name ?? request.email, request.status].filter(Boolean).join(' · '),
        to: `${pages.adminRequests.href()}?request=${request.quote_id}`,
      })),
    },
    {
      name: 'bookings',
      commands: bookings.map((booking) => ({
        key: booking.booking_id,
        text: booking.reference,
        detail: [booking.full_name ?? booking.email, booking.status].filter(Boolean).join(' · '),
        to: `${pages.adminBookings.href()}?booking=${booking.booking_id}`,
      })),
    },
    { name: 'orders', commands: orders.map(orderCommand) },
    { name: 'threads', commands: threads.map(threadCommand) },
    {
      name: 'flights',
      commands: flights.map((flight) => ({
        key: `flight-${String(flight.flight_id)}`,
        text: `${numberText(flight)}  ${routeText(flight)}`,
        detail: `${flight.departs_at.slice(0, 5)}–${flight.arrives_at.slice(0, 5)}`,
        to: `${pages.adminFlights.href()}?flight=${String(flight.flight_id)}`,
      })),
    },
    { name: 'products', commands: products.map((product) => productCommand(product, language)) },
  ];
  return {
    groups: groups.filter(({ commands }) => commands.length > 0),
    failed: hasFailed(query),
    /** Whether the results are those of an earlier text. */
    isStale: settled !== text || query.isFetching,
  };
}
