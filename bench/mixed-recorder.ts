import type { HttpResponse } from './http-client.ts';
import { kinds, type Kind } from './mixed-actions.ts';

/** A part of the load with a constant rate. */
export interface Phase {
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
}

/** The requests planned for one second of a load. Times are in milliseconds. */
export interface Second {
  /** From 0. */
  readonly second: number;
  readonly sent: number;
  readonly succeeded: number;
  /** Responses with status 503. */
  readonly rejected: number;
  /** Other error responses and missing responses. */
  readonly failed: number;
  /** Response time of successful requests. */
  readonly p99: number;
  /** Writes acknowledged since the start of the load. */
  readonly acknowledged: number;
}

/** Times are in milliseconds. */
interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface KindResult {
  readonly perSecond: number;
  readonly succeeded: Times;
  /** Responses with status 503. */
  readonly rejected: Times;
  /** Counts by error status, 503 included, and by code of a failed connection. */
  readonly errors: Readonly<Record<string, number>>;
}

export interface PhaseResult extends Phase {
  readonly all: KindResult;
  readonly kinds: Readonly<Partial<Record<Kind, KindResult>>>;
}

interface Sample {
  readonly kind: Kind;
  /** Milliseconds from the start of the load. */
  readonly at: number;
  readonly took: number;
  /** Undefined for a success. */
  readonly error: string | undefined;
}

function timesOf(samples: readonly Sample[]): Times {
  const sorted = Float64Array.from(samples, ({ took }) => took).sort();
  const at = (share: number) =>
    Number(
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1),
    );
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

function resultOf(samples: readonly Sample[], seconds: number): KindResult {
  const errors: Record<string, number> = {};
  for (const { error } of samples) {
    if (error !== undefined) errors[error] = (errors[error] ?? 0) + 1;
  }
  return {
    perSecond: Number((samples.length / seconds).toFixed(1)),
    succeeded: timesOf(samples.filter(({ error }) => error === undefined)),
    rejected: timesOf(samples.filter(({ error }) => error === '503')),
    errors,
  };
}

/** Collects the responses of a load. */
export class Recorder {
  readonly #phases: readonly Phase[];
  readonly #acknowledged: () => number;
  readonly #samples: Sample[] = [];
  readonly #sent: number[] = [];
  readonly #bySecond: Sample[][] = [];
  readonly #acknowledgedAt: number[] = [];
  readonly #startMs: number;

  constructor(phases: readonly Phase[], startMs: number, acknowledged: () => number) {
    this.#phases = phases;
    this.#startMs = startMs;
    this.#acknowledged = acknowledged;
  }

  sent(plannedMs: number): void {
    const second = this.#secondAt(plannedMs);
    this.#sent[second] = (this.#sent[second] ?? 0) + 1;
  }

  received(kind: Kind, plannedMs: number, { status, failure }: HttpResponse): void {
    const error = failure ?? (status < 400 ? undefined : String(status));
    const sample = {
      kind,
      at: plannedMs - this.#startMs,
      took: performance.now() - plannedMs,
      error,
    };
    this.#samples.push(sample);
    (this.#bySecond[this.#secondAt(plannedMs)] ??= []).push(sample);
  }

  /** The second before the last one. */
  secondBefore(nowMs: number): Second | undefined {
    const second = this.#secondAt(nowMs);
    this.#acknowledgedAt[second] = this.#acknowledged();
    return second < 2 ? undefined : this.#second(second - 2);
  }

  seconds(): Second[] {
    return Array.from({ length: this.#sent.length }, (_, second) => this.#second(second));
  }

  results(): PhaseResult[] {
    let end = 0;
    return this.#phases.map(({ rate, seconds }) => {
      const start = end;
      end += seconds * 1000;
      const samples = this.#samples.filter(({ at }) => at >= start && at < end);
      const byKind = kinds.map((kind) => {
        const own = samples.filter((sample) => sample.kind === kind);
        return [kind, resultOf(own, seconds)] as const;
      });
      return { rate, seconds, all: resultOf(samples, seconds), kinds: Object.fromEntries(byKind) };
    });
  }

  #second(second: number): Second {
    const samples = this.#bySecond[second] ?? [];
    const succeeded = samples.filter(({ error }) => error === undefined);
    const rejected = samples.filter(({ error }) => error === '503').length;
    return {
      second,
      sent: this.#sent[second] ?? 0,
      succeeded: succeeded.length,
      rejected,
      failed: samples.length - succeeded.length - rejected,
      p99: timesOf(succeeded).p99,
      acknowledged: this.#acknowledgedAt[second] ?? this.#acknowledged(),
    };
  }

  #secondAt(ms: number): number {
    return Math.max(0, Math.floor((ms - this.#startMs) / 1000));
  }
}
