import { useTranslation } from 'react-i18next';
import type { PaidShare } from '@bkksiam/domain/booking-status';
import {
  statusOf,
  type StatusIcon,
  type StatusKind,
  type StatusTone,
} from '@bkksiam/domain/statuses';

/** What is shown of a status. */
export interface ShownStatus {
  readonly status: string;
  readonly tone: StatusTone;
  readonly icon: StatusIcon | undefined;
  /** In the language on screen. */
  readonly meaning: string | undefined;
}

/** Looks up look and meaning of a status; an unknown one has its raw text alone. */
export function useStatus(): (kind: StatusKind, status: string, paid?: PaidShare) => ShownStatus {
  const { t } = useTranslation();
  return (kind, status, paid) => {
    const known = statusOf(kind, status, paid);
    return {
      status,
      tone: known?.tone ?? 'plain',
      icon: known?.icon,
      meaning: known && t(`status.${known.meaning}`),
    };
  };
}
