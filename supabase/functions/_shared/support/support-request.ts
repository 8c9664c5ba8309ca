import { callerClient, serviceClient, type DatabaseClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { bearerToken } from '../http/function-request.ts';
import { callOrRespond } from '../http/raised-response.ts';

/** A request of anybody, while the feature is on. */
export interface SupportRequest {
  readonly token: string;
  readonly asCaller: DatabaseClient;
  readonly asService: DatabaseClient;
}

/** Asks for the feature before the body is read. @throws {RequestError} */
export async function requireSupport(
  request: Request,
  environment: FunctionEnvironment,
): Promise<SupportRequest> {
  const token = bearerToken(request);
  const asCaller: DatabaseClient = callerClient(request, environment, token);
  await callOrRespond(asCaller, 'bkk_require_feature', { p_name: 'support' });
  return { token, asCaller, asService: serviceClient(request, environment) };
}
