import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseBusy, DatabaseError, isUnavailable } from '../db/database.ts';
import { TokenError } from '../http/jwt.ts';
import { ServerBusy } from '../http/load-shedding.ts';
import { countRejection, RateLimitExceeded } from '../limits/rate-limits.ts';
import { StorageError, storageErrors } from './errors.ts';

/** The words of the library that the original verifies tokens with. */
const tokenMessages: Readonly<Record<TokenError['reason'], string>> = {
  malformed: 'Invalid Compact JWS',
  signature: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
  not_yet_valid: '"nbf" claim timestamp check failed',
};

export const tokenMessage = ({ reason }: TokenError): string => tokenMessages[reason];

function fromDatabase({ code, message }: DatabaseError): StorageError {
  if (code === '57014' || code === '55P03') return storageErrors.databaseTimeout();
  if (code === '42501')
    return message.includes('row-level security')
      ? storageErrors.policyViolation()
      : storageErrors.accessDenied('Access denied');
  if (code === '23503') return storageErrors.noRelated();
  if (code === '23505') return storageErrors.keyExists();
  // A value that cannot be stored, or what a trigger or a policy of the product raises.
  if (/^(?:22|23|54|P0)/.test(code)) return storageErrors.invalidRequest(message);
  return storageErrors.internal();
}

/** Maps any error to one of the protocol. */
function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenError) return storageErrors.accessDenied(tokenMessage(error));
  if (error instanceof RateLimitExceeded) return storageErrors.slowDown();
  if (isUnavailable(error) || error instanceof ServerBusy) return storageErrors.unavailable();
  if (error instanceof DatabaseError) return fromDatabase(error);
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode < 500
    ? storageErrors.invalidRequest((error as Error).message)
    : storageErrors.internal();
}

const isExpected = (error: unknown): boolean =>
  error instanceof ServerBusy || error instanceof DatabaseBusy;

/** What is discarded of a body that was rejected, so that the client reads the response. */
const maxDiscardedBytes = 64 * 1024 * 1024;

/** Discards the rest of a body, or closes the connection where it may be too long. */
function leaveBody({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  const chunked = headers['transfer-encoding'] !== undefined;
  if (!chunked && Number(headers['content-length'] ?? 0) <= maxDiscardedBytes) raw.resume();
  else reply.header('connection', 'close');
}

/** Logs a failure where it is one of the server, prepares the response and returns the error that it tells. */
function answerFailure(
  failure: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): StorageError {
  const error = toStorageError(failure);
  if (failure instanceof RateLimitExceeded) {
    countRejection(failure);
    reply.header('retry-after', String(failure.retryAfterSeconds));
  } else if (error.httpStatus === 503) reply.header('retry-after', '1');
  if (error.httpStatus >= 500 && !isExpected(failure))
    request.log.error({ err: failure }, 'a storage request failed');
  leaveBody(request, reply);
  reply.code(error.httpStatus).removeHeader('cache-control').header('cache-control', 'no-store');
  return error;
}

export function sendStorageError(
  failure: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode, error: word, code, message } = answerFailure(failure, request, reply);
  if (request.method === 'HEAD') return reply.send();
  return reply.send({ statusCode, error: word, code, message });
}

/** An error of resumable uploads: plain text, and the status that is meant. */
export function sendTusError(
  failure: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { httpStatus, statusCode, code, message } = answerFailure(failure, request, reply);
  reply.code(httpStatus === 400 ? Number(statusCode) : httpStatus);
  if (request.method === 'HEAD') return reply.send();
  const text = code === 'EntityTooLarge' ? 'Maximum size exceeded\n' : message;
  return reply.type('text/plain; charset=utf-8').send(text);
}
