// parse-server on a PostgreSQL database of its own: `node server.mjs LOGIN`, the login as JSON of host, port, user,
// password and database. Sends its port when it serves, and leaves with its parent.
import express from 'express';
import { ParseServer } from 'parse-server';

const databaseOptions = JSON.parse(process.argv[2] ?? '');
const app = express();
const listener = app.listen(0, '127.0.0.1', () => void start());

async function start() {
  const { port } = listener.address();
  const api = new ParseServer({
    // The address names the kind of database only; the options say where it is.
    databaseURI: 'postgres://localhost/parse',
    databaseOptions,
    appId: 'bench',
    masterKey: 'bench-master',
    masterKeyIps: ['127.0.0.1', '::1'],
    serverURL: `http://127.0.0.1:${port}/parse`,
    silent: true,
    logLevel: 'error',
  });
  await api.start();
  app.use('/parse', api.app);
  process.send?.(port);
}

process.once('disconnect', () => process.exit(0));
