#!/usr/bin/env node
// Starts the product from a release: `node server.mjs`, or one of the operator's commands, such as
// `node server.mjs backup /var/backups/bkksiam`. Settings are environment variables or the file `.env` of the current folder,
// where `./data` is created too.
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { checkNode, fail } from './check-node.mjs';

checkNode(new URL('package.json', import.meta.url));

const programs = new URL('apps/server/dist/', import.meta.url);
const [, , first] = process.argv;
const command = first === undefined || first.startsWith('-') ? undefined : first;
if (command !== undefined) {
  const commands = readdirSync(programs)
    .filter((name) => name.endsWith('.js') && name !== 'main.js' && !name.endsWith('-worker.js'))
    .map((name) => basename(name, '.js'));
  if (!commands.includes(command))
    fail(`there is no command ${command}: ${commands.join(', ')}; without one the server starts`);
  process.argv.splice(2, 1);
}

if (existsSync('.env')) process.loadEnvFile('.env');
await import(new URL(`${command ?? 'main'}.js`, programs).href);
