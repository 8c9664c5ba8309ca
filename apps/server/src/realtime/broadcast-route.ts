import type { Identity } from '@bkksiam/domain/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bearerToken } from '../http/identity.ts';
import { clientAddress, networkOf } from '../http/network.ts';
import type { NetworkBudget } from '../limits/network-budget.ts';
import { RateLimitExceeded } from '../limits/rate-limits.ts';
import { accessOf, AccessDenied } from './access-token.ts';
import { fitsFrame, jsonBytes, type Broadcast } from './frames.ts';
import { topicKey } from './hub.ts';
import { broadcastAllowance } from './limits.ts';
import type { RealtimeService } from './service.ts';

const maxMessages = 100;
const topic = z.string().min(1).max(255);
const event = z.string().min(1).max(100);
const isPrivate = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

const messagesBody = z.object({
  messages: z
    .array(
      z.object({
        topic,
        event,
        payload: z.record(z.string(), z.unknown()),
        private: isPrivate,
      }),
    )
    .max(maxMessages),
});
const pathParts = z.object({ topic, event });

/** The message and status of a refused request. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What is wrong, by field. */
function problemsOf(error: z.ZodError): Readonly<Record<string, readonly string[]>> {
  const problems: Record<string, string[]> = {};
  for (const { path, message } of error.issues)
    (problems[path.join('.') || 'body'] ??= []).push(message);
  return problems;
}

/** Who sends: by the bearer token, else by the key. @throws {Refused} */
async function senderOf({ headers }: FastifyRequest, service: RealtimeService): Promise<Identity> {
  const key = typeof headers.apikey === 'string' ? headers.apikey : '';
  try {
    const token = bearerToken(headers.authorization) ?? key;
    return (await accessOf(service.tokens, token)).identity;
  } catch (error) {
    if (error instanceof AccessDenied) throw new Refused(401, 'Unauthorized');
    throw error;
  }
}

function mayWrite(service: RealtimeService, network: string, sender: Identity) {
  const known = new Map<string, Promise<boolean>>();
  return (of: string): Promise<boolean> => {
    const asked =
      known.get(of) ??
      service
        .ask(network, () => service.sql.permissions(of, sender))
        .then(({ broadcast }) => broadcast.writes);
    known.set(of, asked);
    return asked;
  };
}

/** A broadcast and the bytes of its payload. */
interface Sized {
  readonly broadcast: Broadcast;
  readonly size: number;
}

/** The broadcast of a body of bytes or JSON. */
function readBroadcast(body: unknown, event: string): Sized {
  const bytes = Buffer.isBuffer(body) ? body : undefined;
  const size = bytes?.length ?? jsonBytes(body);
  const broadcast: Broadcast = {
    type: 'broadcast',
    event,
    payload: bytes === undefined ? (body ?? {}) : undefined,
    ...(bytes && { bytes }),
  };
  return { broadcast, size };
}

/** Broadcasts by HTTP: several messages, or one to a topic and event of the path. */
export function serveBroadcasts(
  app: FastifyInstance,
  service: RealtimeService,
  budget: NetworkBudget | undefined,
): void {
  const { payloadBytes } = service.limits;
  const options = { bodyLimit: 4 * payloadBytes };
  /** Counts a request. @throws {RateLimitExceeded} */
  const count = (request: FastifyRequest): string => {
    const network = networkOf(clientAddress(request.ip));
    budget?.countRequest(network);
    budget?.countBytes(network, Number(request.headers['content-length'] ?? 0));
    return network;
  };
  /** Sends, and charges the sender's network. @throws {RateLimitExceeded} while it is in debt */
  const send = (network: string, { role }: Identity, key: string, sent: Sized): void => {
    const isCharged = role !== 'service_role';
    const debtMs = isCharged ? service.traffic.debtMsOf(network) : 0;
    if (debtMs > 0) throw new RateLimitExceeded(broadcastAllowance.name, Math.ceil(debtMs / 1000));
    const cost = service.broadcast(key, sent.broadcast, sent.size);
    if (isCharged) service.traffic.charge(network, role, cost);
  };

  app.post('/api/broadcast', options, async (request, reply) => {
    const network = count(request);
    const sender = await senderOf(request, service);
    const body = messagesBody.safeParse(request.body);
    if (!body.success) return reply.code(422).send({ errors: problemsOf(body.error) });
    const isPermitted = mayWrite(service, network, sender);
    for (const message of body.data.messages) {
      const { payload } = message;
      const size = jsonBytes(payload);
      if (size > payloadBytes) throw new Refused(422, 'Payload size exceeds the limit');
      if (message.private && !(await isPermitted(message.topic))) continue;
      const key = topicKey(message.topic, message.private);
      const broadcast = { type: 'broadcast', event: message.event, payload };
      send(network, sender, key, { broadcast, size });
    }
    return reply.code(202).send();
  });

  app.post<{ Params: { topic: string; event: string } }>(
    '/api/broadcast/:topic/events/:event',
    options,
    async (request, reply: FastifyReply) => {
      const network = count(request);
      const sender = await senderOf(request, service);
      const parts = pathParts.safeParse(request.params);
      if (!parts.success) return reply.code(422).send({ errors: problemsOf(parts.error) });
      const isInPrivate = new URL(request.url, 'http://x').searchParams.get('private') === 'true';
      const { broadcast, size } = readBroadcast(request.body, parts.data.event);
      if (size > payloadBytes) throw new Refused(422, 'Payload size exceeds the limit');
      if (!fitsFrame(`realtime:${parts.data.topic}`, broadcast))
        throw new Refused(422, 'The topic is too long');
      if (isInPrivate && !(await mayWrite(service, network, sender)(parts.data.topic)))
        throw new Refused(403, 'Unauthorized');
      const key = topicKey(parts.data.topic, isInPrivate);
      send(network, sender, key, { broadcast, size });
      return reply.code(202).send();
    },
  );
}

/** The status and message of a request that was refused; undefined for another error. */
export function refusalOf(error: unknown): { status: number; message: string } | undefined {
  return error instanceof Refused ? { status: error.status, message: error.message } : undefined;
}
