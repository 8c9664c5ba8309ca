import { authErrors } from './errors.ts';

const millisecondsOf: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** The longest duration of Go: about 292 years. */
const maxMs = 2 ** 63 / 1e6;
const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;
const whole = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;

/**
 * Parses a duration as Go writes it (`24h`, `1h30m`, `100ms`) into seconds; null for `none`.
 *
 * @throws validation_failed
 */
export function readBanDuration(text: string): number | null {
  if (text === 'none') return null;
  if (/^[+-]?0$/.test(text)) return 0;
  const sum = [...text.slice(0, 200).matchAll(part)].reduce(
    (total, [, amount, unit]) => total + Number(amount) * (millisecondsOf[unit ?? ''] ?? 0),
    0,
  );
  if (text.length > 200 || !whole.test(text) || sum > maxMs) {
    const shown = JSON.stringify(text.slice(0, 50));
    throw authErrors.validationFailed(
      `invalid format for ban duration: time: invalid duration ${shown}`,
    );
  }
  return (text.startsWith('-') ? -sum : sum) / 1000;
}
