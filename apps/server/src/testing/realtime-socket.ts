import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';

type Frame = readonly [string | null, string | null, string, string, Record<string, unknown>];

/** The payload of a join. */
export const join = (config: object = {}, token?: string) => ({ config, access_token: token });
/** The payloads of replies. */
export const ok = (response: object = {}) => ({ status: 'ok', response });
export const refused = (reason: string) => ({ status: 'error', response: { reason } });

/**
 * Opens a socket of version 2 of the protocol, which collects the text frames that it receives.
 *
 * @param localAddress such as `127.0.0.2`, for another network
 */
export async function openRealtimeSocket(url: string, query: string, localAddress = '127.0.0.1') {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`;
  const socket = new WebSocket(address, { localAddress });
  socket.setMaxListeners(0);
  const frames: Frame[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) frames.push(JSON.parse(data.toString()) as Frame);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const upgraded = once(socket, 'upgrade') as Promise<[IncomingMessage]>;
  await once(socket, 'open');
  const [{ socket: connection }] = await upgraded;
  let lastRef = 0;
  const send = (
    topic: string,
    event: string,
    payload: unknown = {},
    joinRef: string | null = null,
  ) => {
    lastRef += 1;
    socket.send(JSON.stringify([joinRef, String(lastRef), topic, event, payload]));
    return String(lastRef);
  };
  /** Sends a message and resolves with the reply to it. */
  const ask = async (topic: string, event: string, payload: unknown = {}) => {
    const ref = send(topic, event, payload, String(lastRef + 1));
    const reply = () => frames.find(([, own, , name]) => own === ref && name === 'phx_reply')?.[4];
    while (reply() === undefined) await once(socket, 'message');
    return reply();
  };
  return { socket, connection, frames, closed, send, ask };
}
