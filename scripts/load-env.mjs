// Imported first by `npm start` and the operator's commands: settings from the file `.env` beside package.json. A variable
// that is set already wins. Tests and `npm run dev` do not read it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(file)) process.loadEnvFile(file);
