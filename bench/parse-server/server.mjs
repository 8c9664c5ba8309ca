// parse-server on a separate PostgreSQL database: `node server.mjs LOGIN`, with the login as JSON of host, port, user,
// password and database. It sends its port when it listens, and exits with its parent.
import express from 'express';
import { ParseServer } from 'parse-server';

const databaseOptions = JSON.parse(process.argv[2] ?? '');
const app = express();
const listener = app.listen(0, '127.0.0.1', () => void start());

async function start() {
  const { port } = listener.address();
  const api = new ParseServer({
    // The URI selects only the database adapter; the options have the connection.
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
