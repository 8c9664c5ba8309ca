import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from './callers.ts';
import { authErrors } from './errors.ts';
import { challengeFactor, checkFactorId, enrolFactor, removeFactor } from './factors.ts';
import { verifyFactor } from './factor-verification.ts';
import { clientOf, sendSession } from './requests.ts';
import { enrolmentBody, factorProofBody, readBody } from './schemas.ts';
import type { AuthParts } from './settings.ts';

const maxIssuerLength = 64;
const maxNameLength = 200;

function readFactorRequest(request: FastifyRequest) {
  const {
    factor_type: type,
    friendly_name: friendlyName,
    issuer,
  } = readBody(request, enrolmentBody);
  if (type === 'phone') throw authErrors.phoneFactorsOff();
  if (type === 'webauthn') throw authErrors.webauthnFactorsOff();
  if (type !== 'totp') {
    throw authErrors.validationFailed('factor_type needs to be totp, phone, or webauthn');
  }
  if (friendlyName.length > maxNameLength) {
    throw authErrors.validationFailed('The friendly name is too long');
  }
  // The QR code has to stay readable.
  if (issuer.length > maxIssuerLength) throw authErrors.validationFailed('The issuer is too long');
  return { friendlyName, issuer: Buffer.from(issuer.replaceAll(':', ' ')).toString() };
}

/** Second factors of the caller, in the scope of the member routes. */
export function factorRoutes(
  app: FastifyInstance,
  auth: AuthParts,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  const ownerOf = (request: FastifyRequest) => {
    const caller = callerOf(request);
    if (caller.user.is_anonymous) throw authErrors.notForAnonymous();
    return caller;
  };
  const factorId = (request: FastifyRequest) =>
    checkFactorId((request.params as { id: string }).id);

  app.post('/factors', async (request) => {
    const owner = ownerOf(request);
    const factor = readFactorRequest(request);
    const { id, totp } = await enrolFactor(auth, owner, factor, clientOf(request));
    return { id, type: 'totp', friendly_name: factor.friendlyName, totp };
  });
  app.post('/factors/:id/challenge', (request) =>
    challengeFactor(auth, ownerOf(request), factorId(request), clientOf(request)),
  );
  app.post('/factors/:id/verify', async (request, reply) => {
    const { challenge_id: challengeId, code } = readBody(request, factorProofBody);
    const owner = ownerOf(request);
    const proof = { factorId: factorId(request), challengeId, code };
    if (code === '') throw authErrors.validationFailed('Code needs to be non-empty');
    return sendSession(auth, reply, await verifyFactor(auth, owner, proof, clientOf(request)));
  });
  app.delete('/factors/:id', async (request) => {
    const id = factorId(request);
    await removeFactor(auth, ownerOf(request), id, clientOf(request));
    return { id };
  });
}
