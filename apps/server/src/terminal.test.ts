import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { exitMessage } from './terminal.ts';

it.each(['nowhere.invalid', '192.0.2.1'])('names the HOST %s that cannot be used', async (host) => {
  const server = createServer().listen(0, host);
  const [error] = (await once(server, 'error')) as unknown[];
  expect(exitMessage(error)).toBe(`bkksiam: HOST ${host} is not an address of this machine`);
});
