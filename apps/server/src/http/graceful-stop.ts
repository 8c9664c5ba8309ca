import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The requests of an app, and whether it is stopping. */
export interface StopState {
  readonly isStopping: boolean;
  /** The responses to the requests that have arrived and are not answered. */
  readonly inFlight: ReadonlySet<ServerResponse>;
}

/**
 * Lets `app.close()` finish requests in flight and then end. The port stays open until the requests that began before
 * the stop are answered, so that a load balancer can see that this process is not ready any more. Node and Fastify leave
 * two kinds of connections open until they time out: those whose response ended after the stop began, and those a
 * browser opened in advance and never used.
 */
export function stopGracefully(app: FastifyInstance): StopState {
  const unused = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  const begunBeforeStop = new Set<ServerResponse>();
  let isStopping = false;
  let onDrained = (): void => undefined;
  const forget = (response: ServerResponse): void => {
    inFlight.delete(response);
    if (isStopping) app.server.closeIdleConnections();
    if (begunBeforeStop.delete(response) && begunBeforeStop.size === 0) onDrained();
  };
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => {
      unused.delete(socket);
      // Node emits `close` only on the first of several pipelined responses.
      for (const response of inFlight) if (response.req.socket === socket) forget(response);
    });
  });
  app.server.on('request', (request, response: ServerResponse) => {
    unused.delete(request.socket);
    inFlight.add(response);
    response.once('close', () => forget(response));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const response of inFlight) begunBeforeStop.add(response);
    if (inFlight.size > 0) await new Promise<void>((resolve) => (onDrained = resolve));
    for (const socket of unused) socket.destroy();
  });
  return {
    get isStopping() {
      return isStopping;
    },
    inFlight,
  };
}
