import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ServerAddress } from '../db/server-address.ts';

type Address = Pick<ServerAddress, 'host' | 'port'>;

/** A proxy in front of PostgreSQL that can drop every byte without closing a connection, as a failed network does. */
export interface SilentProxy {
  readonly address: Address;
  /** Drops the bytes of both directions, or only those of the server's answers. */
  silence(dropped?: 'everything' | 'answers'): void;
  /** Forwards again. A connection that has lost bytes stays silent. */
  forward(): void;
  /** The number of connections that have lost bytes. */
  silent(): number;
  stop(): Promise<void>;
}

/** Starts the proxy; the host of `server` may be the folder of a unix socket. */
export async function startSilentProxy({ host, port }: Address): Promise<SilentProxy> {
  let dropped: 'nothing' | 'everything' | 'answers' = 'nothing';
  let silent = 0;
  const sockets = new Set<Socket>();
  /** Sockets whose peer does not know yet that the other end is closed. */
  const orphans = new Set<Socket>();
  const connect = (): Socket =>
    host.startsWith('/')
      ? createConnection(join(host, `.s.PGSQL.${String(port)}`))
      : createConnection(port, host);
  const proxy = createServer((client) => {
    const server = connect();
    let hasLostBytes = false;
    const pass = (from: Socket, to: Socket, isDropped: () => boolean): void => {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!hasLostBytes && isDropped()) {
          hasLostBytes = true;
          silent += 1;
        }
        if (!hasLostBytes) to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (dropped === 'everything') orphans.add(to);
        else to.destroy();
      });
    };
    pass(client, server, () => dropped === 'everything');
    pass(server, client, () => dropped !== 'nothing');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    address: { host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    silence(what = 'everything') {
      dropped = what;
    },
    forward() {
      dropped = 'nothing';
      for (const socket of orphans) socket.destroy();
      orphans.clear();
    },
    silent: () => silent,
    async stop() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
