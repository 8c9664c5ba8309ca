import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { FilterError, isPattern, parseFilters } from './change-filters.ts';
import { jsonBytes } from './frames.ts';
import { keptCosts } from './limits.ts';
import type { WantedChange } from './postgres-changes.ts';

const maxChanges = 100;
const maxReplayed = 25;

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const name = z.string().min(1).max(63);

const joinPayload = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      broadcast: z
        .object({
          ack: flag,
          self: flag,
          replay: z
            .object({
              since: z.number(),
              limit: z.number().int().min(1).max(maxReplayed).default(maxReplayed),
            })
            .nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().max(200).nullish(), enabled: flag }).nullish(),
      postgres_changes: z
        .array(
          z.looseObject({
            event: z.string().max(10).default('*'),
            schema: name.default('public'),
            table: name.default('*'),
            filter: z.string().nullish(),
            select: z.array(name).max(100).nullish(),
          }),
        )
        .max(maxChanges)
        .nullish(),
      private: flag,
    })
    .nullish(),
});

/** What a channel is joined with. */
export interface JoinConfig {
  readonly accessToken: string | undefined;
  readonly ack: boolean;
  readonly self: boolean;
  readonly replay: { readonly since: number; readonly limit: number } | undefined;
  readonly presenceKey: string;
  readonly hasPresence: boolean;
  readonly isPrivate: boolean;
  readonly changes: readonly WantedChange[];
  /** What is wrong with a filter; the channel works without changes. */
  readonly filterProblem: string | undefined;
}

/** A join: what is kept of it, and what its reply says. */
export interface Join {
  readonly config: JoinConfig;
  /** The entries as the client has sent them, each with its id: the client compares them. */
  readonly echoed: readonly object[];
}

let lastId = 0;

function readChanges(entries: readonly Entry[]) {
  const changes: WantedChange[] = [];
  let filterProblem: string | undefined;
  for (const { event, schema, table, filter, select, id } of entries) {
    try {
      const filters = parseFilters(filter ?? '');
      changes.push({
        id,
        event: event.toUpperCase(),
        schema,
        table,
        filters,
        ...(select && { select }),
      });
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      filterProblem ??= `Error parsing \`filter\` params: ${error.message}`;
    }
  }
  return { changes, filterProblem };
}

interface Entry {
  readonly id: number;
  readonly event: string;
  readonly schema: string;
  readonly table: string;
  readonly filter?: string | null | undefined;
  readonly select?: readonly string[] | null | undefined;
}

/** What the channel keeps of a join, in bytes. */
export function keptBytesOf({ changes, accessToken = '', presenceKey }: JoinConfig): number {
  const filters = changes.flatMap((change) => change.filters);
  const patterns = filters.filter(isPattern).length;
  return (
    keptCosts.channel +
    // The text of a filter is kept as a condition too.
    2 * jsonBytes([changes, accessToken, presenceKey]) +
    changes.length * keptCosts.subscription +
    (filters.length - patterns) * keptCosts.filter +
    patterns * keptCosts.pattern
  );
}

/** Reads the payload of a join; undefined for any other. */
export function readJoin(payload: unknown): Join | undefined {
  const read = joinPayload.safeParse(payload ?? {}).data;
  if (read === undefined) return undefined;
  const { broadcast, presence, postgres_changes: wanted } = read.config ?? {};
  const { key = '', enabled = false } = presence ?? {};
  // The entries as they were sent; parsing adds defaults.
  const sent = (payload as { config?: { postgres_changes?: object[] } } | null)?.config
    ?.postgres_changes;
  const entries = (wanted ?? []).map((entry) => {
    lastId = (lastId % 2_000_000_000) + 1;
    return { ...entry, id: lastId };
  });
  const config: JoinConfig = {
    accessToken: read.access_token ?? undefined,
    ack: broadcast?.ack ?? false,
    self: broadcast?.self ?? false,
    replay: broadcast?.replay ?? undefined,
    presenceKey: key === '' || key === null ? randomUUID() : key,
    hasPresence: enabled,
    isPrivate: read.config?.private ?? false,
    ...readChanges(entries),
  };
  return { config, echoed: entries.map(({ id }, index) => ({ ...sent?.[index], id })) };
}
