import { queryOptions } from '@tanstack/react-query';
import { searched, type ListDefinition } from '#list/list-query.ts';
import { existsWith, pages, type Page } from '#pages.ts';
import { callData } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import { bookingList, type AdminBooking } from '#features/admin-bookings/bookings-data.ts';
import { flightList, type AdminFlight } from '#features/admin-flights/flights-data.ts';
import {
  groupRequestList,
  type GroupRequest,
} from '#features/admin-requests/group-requests-data.ts';
import { orderList, type AdminOrder } from '#features/admin-orders/orders-data.ts';
import { productList, type AdminProduct } from '#features/admin-products/products-data.ts';
import { requestList, type AdminRequest } from '#features/admin-requests/requests-data.ts';
import { threadList, type AdminThread } from '#features/admin-support/support-data.ts';
import { userList, type AdminUser } from '#features/admin-users/users-data.ts';

const found = 5;
const minLength = 2;
// Shorter texts cannot use the indexes of the requests, bookings, orders and threads, which are more than the users.
const minIndexedLength = 3;

export interface Found {
  readonly users: readonly AdminUser[];
  readonly requests: readonly (AdminRequest | GroupRequest)[];
  readonly bookings: readonly AdminBooking[];
  readonly orders: readonly AdminOrder[];
  readonly threads: readonly AdminThread[];
  readonly flights: readonly AdminFlight[];
  readonly products: readonly AdminProduct[];
}

const isOn = (page: Page) => existsWith(settings().features, page);

/** The first rows of a list that match a text. */
async function firstRows<Row, Filter extends string>(
  list: ListDefinition<Row, Filter>,
  search: string,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const rows = await callData((client) =>
    searched(list, list.select(client, {}, undefined), search)
      .range(0, found - 1)
      .abortSignal(signal),
  );
  // Columns of a view are nullable in the generated types, so the definitions name the types.
  return rows as readonly Row[];
}

/**
 * A few users whose name or address, requests, bookings and orders whose number or member, support threads whose number,
 * customer or subject, flights whose number or route, and products whose name or article number contain a text.
 */
export function commandQuery(text: string) {
  const search = text.trim();
  const isIndexed = search.length >= minIndexedLength;
  return queryOptions({
    queryKey: ['admin', 'find', search],
    queryFn: async ({ signal }): Promise<Found> => {
      const findRequests = () =>
        isOn(pages.adminQueue)
          ? firstRows(groupRequestList, search, signal)
          : firstRows(requestList, search, signal);
      const [users, requests, bookings, orders, threads, flights, products] = await Promise.all([
        firstRows(userList(), search, signal),
        isIndexed ? findRequests() : [],
        isIndexed && isOn(pages.adminBookings) ? firstRows(bookingList, search, signal) : [],
        isIndexed && isOn(pages.adminOrders) ? firstRows(orderList, search, signal) : [],
        isIndexed && isOn(pages.adminSupport) ? firstRows(threadList, search, signal) : [],
        isOn(pages.adminFlights)
          ? firstRows(flightList({ route: '', airline: '' }), search, signal)
          : [],
        isOn(pages.adminProducts) ? firstRows(productList, search, signal) : [],
      ]);
      return { users, requests, bookings, orders, threads, flights, products };
    },
    enabled: search.length >= minLength,
    placeholderData: (previous) => (search.length >= minLength ? previous : undefined),
  });
}
