import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { pathOf } from './request-path.ts';
import { routeLabel } from './route-label.ts';

/** The length of the body where it is known before it is sent. */
function bytesOf(reply: FastifyReply): number | undefined {
  const length = Number(reply.getHeader('content-length'));
  return Number.isNaN(length) ? undefined : length;
}

function fieldsOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    path: pathOf(request.url),
    route: routeLabel(request, reply),
    status: reply.statusCode,
    bytes: bytesOf(reply),
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
  };
}

/** Logs one line for a request, once it is over. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // The line of its end says it all.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const fields = fieldsOf(request, reply);
    if (error) reply.log.error({ ...fields, err: error }, 'request errored');
    else reply.log.info(fields, 'request completed');
  }
}
