import { finished, Transform, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress, networkOf } from '../http/network.ts';
import { NetworkBudget, type Allowance } from './network-budget.ts';

/**
 * Passes a body on and counts it as it arrives. After an error the rest is discarded and the connection stays open, so that the
 * client reads the response.
 */
function countedBody(source: Readable, count: (bytes: number) => void): Readable {
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        count(chunk.length);
        done(null, chunk);
      } catch (error) {
        source.unpipe(body);
        source.resume();
        done(error as Error);
      }
    },
  });
  finished(source, { writable: false }, (error) => {
    if (error) body.destroy(error);
  });
  return source.pipe(body);
}

/**
 * Counts requests by network before their bodies are read, and the bytes of the bodies: as they are announced, or as they
 * arrive without an announced length. Register it before the routes.
 *
 * @param allowance undefined for no limit
 */
export function limitBodies(
  app: FastifyInstance,
  allowance: Allowance | undefined,
  isCounted: (request: FastifyRequest) => boolean | Promise<boolean>,
): void {
  if (allowance === undefined) return;
  const budget = new NetworkBudget(allowance);
  const networks = new WeakMap<FastifyRequest, string>();
  app.addHook('onRequest', async (request) => {
    if (!(await isCounted(request))) return;
    const network = networkOf(clientAddress(request.ip));
    networks.set(request, network);
    budget.countRequest(network);
    budget.countBytes(network, Number(request.headers['content-length'] ?? 0));
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const network = networks.get(request);
    const isAnnounced = request.headers['content-length'] !== undefined;
    done(
      null,
      network === undefined || isAnnounced
        ? payload
        : countedBody(payload as Readable, (bytes) => budget.countBytes(network, bytes)),
    );
  });
}
