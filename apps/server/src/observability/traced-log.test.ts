import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/run-jobs.ts';
import {
  asJson,
  newParent,
  startTracedBackend,
  treeOf,
  trees,
  type LogLine,
  type TracedBackend,
} from '../testing/traced-backend.ts';

const errorCode = 2;

let one: TracedBackend;

beforeAll(async () => {
  one = await startTracedBackend();
});
afterAll(() => one.close());

describe('the log', () => {
  it('has trace and span on every line of a request, once each', async () => {
    const { traceId, rootSpan } = await one.traced('/rest/v1/bkk_airline_news', trees.read);
    const ofTrace = one.log.filter((line) => line.includes(traceId));
    expect(ofTrace.map((line) => (JSON.parse(line) as LogLine).msg)).toEqual(['request completed']);
    for (const line of ofTrace) {
      expect(line.match(/"trace_id"/g)).toHaveLength(1);
      expect(JSON.parse(line)).toMatchObject({ trace_id: traceId, span_id: rootSpan?.spanId });
    }
    expect(one.lines().filter(({ reqId, trace_id: id }) => reqId !== undefined && !id)).toEqual([]);
  });

  it('has it on lines that the app writes during a request', async () => {
    await one.backend.database.sql('alter table public.bkk_airline_news rename to moved_away');
    try {
      const { traceId, spanId } = newParent();
      const headers = { traceparent: `00-${traceId}-${spanId}-01` };
      await fetch(`${one.backend.url}/news`, { headers });
      const warning = one.lines().find(({ msg }) => msg === 'pages are rendered without its data');
      expect(warning?.trace_id).toBe(traceId);
    } finally {
      await one.backend.database.sql('alter table public.moved_away rename to bkk_airline_news');
    }
  });

  it('has it on the lines of a mail, whose delivery is a trace of its own', async () => {
    const account = { email: 'traveller@example.com', password: 'first-password-river' };
    await one.traced('/auth/v1/signup', trees.signUp, asJson(account));
    await one.backend.mails();
    await expect.poll(() => one.lines().filter(({ msg }) => msg === 'mail sent')).not.toEqual([]);
    const sent = one.lines().find(({ msg }) => msg === 'mail sent');
    const ofMail = () => one.spansOf(sent?.trace_id);
    await expect
      .poll(() => treeOf(ofMail()))
      .toEqual(['DELETE auth < deliver mail', 'deliver mail < caller']);
    expect(ofMail().find(({ spanId }) => spanId === sent?.span_id)?.attributes).toEqual({
      'bkksiam.mail.type': 'signup',
      'bkksiam.mail.attempts': 1,
    });
  });

  it('has it on the lines of a job that has done something or failed', async () => {
    await one.backend.database.sql(`
      create function bkk_internal.do_nothing(p_now timestamptz) returns bigint language sql as 'select 0::bigint';
      create function bkk_internal.do_three(p_now timestamptz) returns bigint language sql as 'select 3::bigint';
      create function bkk_internal.fail(p_now timestamptz) returns bigint language sql as 'select 1 / 0';
      insert into bkk_jobs (name, every, batch_size) values
        ('do_nothing', '0', 10), ('do_three', '1 hour', 10), ('fail', '1 hour', 1)`);
    const ofJobs: LogLine[] = [];
    const stream = { write: (line: string) => void ofJobs.push(JSON.parse(line) as LogLine) };
    const app = fastify({ logger: { stream, ...one.tracing.logOptions } });
    runJobs(app, one.backend.database.database, { dueMs: 20, inTrace: one.tracing.inTrace });
    await app.ready();
    const jobSpans = () => one.collector.spans().filter(({ name }) => name.startsWith('job '));
    await expect
      .poll(() =>
        jobSpans()
          .map(({ name }) => name)
          .sort(),
      )
      .toEqual(['job do_three', 'job fail']);
    await app.close();
    for (const { name, traceId, spanId, attributes, status } of jobSpans()) {
      const line = [...ofJobs, ...one.lines()].find(({ job }) => name === `job ${String(job)}`);
      expect(line).toMatchObject({ trace_id: traceId, span_id: spanId });
      if (name === 'job fail') expect(status.code).toBe(errorCode);
      else expect(attributes).toEqual({ 'bkksiam.job.rows': 3 });
    }
  });
});
