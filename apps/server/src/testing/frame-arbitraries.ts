import fc from 'fast-check';

const topics = fc.constantFrom('realtime:a', 'realtime:b', 'realtime:', 'phoenix', 'other');
const events = fc.constantFrom(
  'phx_join',
  'phx_leave',
  'heartbeat',
  'broadcast',
  'presence',
  'access_token',
  '__proto__',
);
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, '', '\0', '__proto__'),
);
const filters = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('id=eq.1', 'id=in.(1,2', 'body=match.(a+)+$', "id=eq.1' or true--", 'body=is.x'),
);
const config = fc.record(
  {
    broadcast: fc.oneof(odd, fc.record({ ack: fc.boolean(), self: fc.boolean(), replay: odd })),
    presence: fc.oneof(odd, fc.record({ enabled: fc.boolean(), key: fc.string() })),
    postgres_changes: fc.oneof(
      odd,
      fc.array(
        fc.record({
          event: fc.constantFrom('*', 'INSERT', 'x'),
          schema: fc.constantFrom('public', '*', 'pg_catalog', '"'),
          table: fc.constantFrom('notes', '*', '; drop table notes', ''),
          filter: filters,
        }),
        { maxLength: 4 },
      ),
    ),
    private: fc.oneof(fc.boolean(), odd),
  },
  { requiredKeys: [] },
);
const payload = fc.oneof(
  odd,
  fc.record({ config }),
  fc.record({ event: fc.constantFrom('track', 'untrack', 'x'), payload: odd, type: odd }),
  fc.record({ access_token: fc.oneof(odd, fc.constantFrom('a.b.c', 'sb_x')) }),
);
const reference = fc.oneof(fc.constantFrom('1', '2', null), odd);
/** Frames of a client of Realtime: some as the protocol has them, the others wrong in any way. */
export const fuzzedFrames = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(reference, reference, topics, events, payload)
      .map((parts) => JSON.stringify(parts)),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from([3, ...bytes])),
  },
);
