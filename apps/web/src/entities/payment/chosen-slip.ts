import { useLocation } from 'react-router';
import type { AppError } from '#platform/app-error.ts';

/** Why a slip was not sent; an error itself cannot be stored in a navigation's state. */
export type SlipFailure = Pick<AppError, 'code' | 'reason' | 'message'>;

/** The slip of a hold's form that the screen of the payment opens with. */
export interface ChosenSlip {
  readonly file: File;
  /** Sending it again under this key gives the same slip if only the answer was lost. */
  readonly requestKey: string;
  /** Null for a slip that was not sent yet: what it pays is not known. */
  readonly failure: SlipFailure | null;
}

/** The state of the navigation to the payment. */
interface PaymentState {
  readonly slip: ChosenSlip;
}

/** The slip that was chosen in the form of the hold, which leads to the payment; null without one. */
export function useChosenSlip(): ChosenSlip | null {
  const state: unknown = useLocation().state;
  const { slip } = (state ?? {}) as Partial<PaymentState>;
  return slip?.file instanceof File ? slip : null;
}
