/** The parts of the system whose health admins see. */
export const systemParts = ['database', 'mail', 'store'] as const;

export type SystemPart = (typeof systemParts)[number];

/** The result of a health check. */
export interface SystemStatus {
  /** ISO time of the check. */
  readonly checkedAt: string;
  /** Whether each part works. */
  readonly working: Readonly<Record<SystemPart, boolean>>;
  /** Number of queued mails; null when the queue could not be read. */
  readonly mailsWaiting: number | null;
}

/** The function that returns a {@link SystemStatus}; hosted projects do not have it. */
export const systemStatusFunction = 'admin-system-status';

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Type guard for a {@link SystemStatus}. */
export function isSystemStatus(value: unknown): value is SystemStatus {
  if (!isRecord(value) || !isRecord(value.working)) return false;
  const { working, checkedAt, mailsWaiting } = value;
  return (
    typeof checkedAt === 'string' &&
    (mailsWaiting === null || typeof mailsWaiting === 'number') &&
    systemParts.every((part) => typeof working[part] === 'boolean')
  );
}
