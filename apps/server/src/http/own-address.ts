import type { Server } from 'node:net';

/** Where this process reaches its own listening server, past any proxy; every interface is also the loopback one. */
export function ownAddress(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen');
  const { address, family, port } = bound;
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
