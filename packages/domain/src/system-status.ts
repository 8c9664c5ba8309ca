/** The parts of the system an admin is told about. */
export const systemParts = ['database', 'mail', 'store'] as const;

export type SystemPart = (typeof systemParts)[number];

/** How the server found its parts when it looked. */
export interface SystemStatus {
  /** ISO time of the look. */
  readonly checkedAt: string;
  /** Whether each part did what it is there for. */
  readonly working: Readonly<Record<SystemPart, boolean>>;
  /** Mails that have not left yet; null when the queue could not be read. */
  readonly mailsWaiting: number | null;
}

/** The name under which the server answers with a {@link SystemStatus}; hosted projects have no such function. */
export const systemStatusFunction = 'admin-system-status';

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Tells a status from anything else that was answered. */
export function isSystemStatus(value: unknown): value is SystemStatus {
  if (!isRecord(value) || !isRecord(value.working)) return false;
  const { working, checkedAt, mailsWaiting } = value;
  return (
    typeof checkedAt === 'string' &&
    (mailsWaiting === null || typeof mailsWaiting === 'number') &&
    systemParts.every((part) => typeof working[part] === 'boolean')
  );
}
