import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets `app.close()` finish requests in flight and then end. Node and Fastify leave two kinds of connections open until
 * they time out: those whose response ended after the stop began, and those a browser opened in advance and never used.
 */
export function stopGracefully(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let stopping = false;
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request, response) => {
    unused.delete(request.socket);
    response.once('close', () => {
      if (stopping) app.server.closeIdleConnections();
    });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', (done) => {
    stopping = true;
    for (const socket of unused) socket.destroy();
    done();
  });
}
