import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { readItem } from '#list/list-query.ts';
import { toAppError, type AppError } from '#platform/app-error.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { useReasonText } from '#platform/failure-text.ts';
import { logRejection } from '#platform/log.ts';
import { adminOrderKey, orderList, type AdminOrder } from './orders-data.ts';

export type OrderAction =
  | 'pack'
  | 'ship'
  | 'hand_over'
  | 'deliver'
  | 'take_back'
  | 'refuse_return'
  | 'cancel';

type ActionDetails = Readonly<Record<string, string | boolean>>;

const reasons = [
  'order_changed',
  'order_unknown',
  'order_method',
  'return_not_asked',
  'tracking_url',
] as const;

/** Why an action failed: that another admin was faster, or the server's message. */
export function useOrderFailure(): (error: AppError) => string {
  const { t } = useTranslation('adminOrders');
  const reasonText = useReasonText(reasons, (reason) => t(`failure.${reason}`));
  // An order in another status has no reason of its own.
  return (error) =>
    error.code === 'conflict' && error.reason === ''
      ? t('failure.order_changed')
      : reasonText(error);
}

/** Moves an order in the version that the admin saw. The orders are read again also after a failure. */
export function useOrderAction({ order_id: p_order_id, version: p_version }: AdminOrder) {
  const queries = useQueryClient();
  return async (action: OrderAction, details: ActionDetails = {}): Promise<void> => {
    try {
      await callData((client) =>
        client.rpc('bkk_admin_move_order', {
          p_order_id,
          p_version,
          p_action: action,
          p_details: details,
        }),
      );
    } finally {
      const reload = queries.invalidateQueries({ queryKey: adminOrderKey });
      logRejection('the orders could not be loaded again', reload);
    }
  };
}

const outcomes = z.array(
  z.object({
    order_id: z.string(),
    error: z.optional(
      z.object({ code: z.string(), message: z.string(), hint: z.nullable(z.string()) }),
    ),
  }),
);

/** An order that stays as it was, and why. */
export interface FailedOrder {
  readonly order: AdminOrder;
  readonly error: AppError;
}

// The database takes no more in one call.
const movedAtOnce = 100;

interface MovedOrder {
  readonly order: AdminOrder;
  readonly details?: ActionDetails;
}

async function moveSome(
  moved: readonly MovedOrder[],
  action: OrderAction,
  details: ActionDetails,
): Promise<readonly FailedOrder[]> {
  try {
    const found = await callJson(outcomes, (client) =>
      client.rpc('bkk_admin_move_orders', {
        p_orders: moved.map(({ order, details: own = {} }) => ({
          order_id: order.order_id,
          version: order.version,
          details: own,
        })),
        p_action: action,
        p_details: details,
      }),
    );
    return found.flatMap(({ order_id: id, error }) => {
      const order = moved.find(({ order: { order_id: known } }) => known === id)?.order;
      if (error === undefined || order === undefined) return [];
      return [{ order, error: toAppError(error) }];
    });
  } catch (error) {
    return moved.map(({ order }) => ({ order, error: toAppError(error) }));
  }
}

/** Moves several orders, each for itself, and gives those that stay as they were. */
export function useOrdersAction() {
  const queries = useQueryClient();
  return async (
    moved: readonly MovedOrder[],
    action: OrderAction,
    details: ActionDetails = {},
  ): Promise<readonly FailedOrder[]> => {
    const failed: FailedOrder[] = [];
    for (let at = 0; at < moved.length; at += movedAtOnce)
      failed.push(...(await moveSome(moved.slice(at, at + movedAtOnce), action, details)));
    await queries.invalidateQueries({ queryKey: adminOrderKey });
    // As they are now, so that the next attempt is about what the admin sees.
    return Promise.all(
      failed.map(async ({ order, error }) => ({
        order: (await readItem(orderList, order.order_id).catch(() => null)) ?? order,
        error,
      })),
    );
  };
}
