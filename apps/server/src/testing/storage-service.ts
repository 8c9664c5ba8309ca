import { randomUUID } from 'node:crypto';
import { createTokens, serviceKey } from '../http/jwt.ts';
import { startTestBackend, type TestBackend, type TestBackendOptions } from './test-backend.ts';
import { clientWithKey, clientWithToken } from './test-client.ts';

export type StorageClient = ReturnType<typeof clientWithKey>['storage'];

export interface StorageService {
  readonly backend: TestBackend;
  /** Base URL of the storage service. */
  readonly url: string;
  readonly serviceKey: string;
  /** The unmodified client with the service key. */
  readonly service: StorageClient;
  readonly visitor: StorageClient;
  /** A member with this subject. */
  member(id: string): Promise<StorageClient>;
  /** An access token with these claims. */
  token(claims: Record<string, unknown>): Promise<string>;
  /** Makes a bucket of a new name with the service key. */
  bucket(options?: {
    readonly public?: boolean;
    readonly fileSizeLimit?: string | number;
    readonly allowedMimeTypes?: string[];
  }): Promise<string>;
  close(): Promise<void>;
}

/** Starts the real app with its storage service, and unmodified clients of it. */
export async function startStorage(options: TestBackendOptions = {}): Promise<StorageService> {
  const backend = await startTestBackend(options);
  const tokens = createTokens({ secret: backend.config.jwtSecret });
  const key = await serviceKey(tokens);
  const service = clientWithKey(backend.url, key).storage;
  const token = (claims: Record<string, unknown>) => tokens.sign(claims, 3600);
  return {
    backend,
    url: `${backend.url}/storage/v1`,
    serviceKey: key,
    service,
    visitor: clientWithKey(backend.url, backend.anonKey).storage,
    member: async (id) =>
      clientWithToken(backend.url, backend.anonKey, await token({ sub: id, role: 'authenticated' }))
        .storage,
    token,
    async bucket({ public: isPublic = false, ...limits } = {}) {
      const name = `bucket-${randomUUID()}`;
      const { error } = await service.createBucket(name, { public: isPublic, ...limits });
      if (error !== null) throw error;
      return name;
    },
    close: () => backend.close(),
  };
}
