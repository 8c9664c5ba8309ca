// `npm run at -- 2028-02-29T23:50+07:00 npm test`: runs a command at another time. Every process below it has the same
// shifted clock, PostgreSQL and Chromium too. Linux as root, with Debian's package `faketime`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { libfaketime } from './libfaketime.ts';

// The files are in a mount namespace of the command alone. Servers start programs with an environment of their own, which
// would lose LD_PRELOAD.
const inNamespace = `set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work
mount -t overlay overlay -o lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work /etc
echo ${libfaketime} > /etc/ld.so.preload
echo "$1" > /etc/faketimerc
shift
exec "$@"`;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const [time = '', ...command] = process.argv.slice(2);
const seconds = Math.round((Date.parse(time) - Date.now()) / 1000);
if (Number.isNaN(seconds) || command.length === 0) {
  fail('usage: npm run at -- <time with zone, such as 2028-02-29T23:50+07:00> <command>');
}
if (process.getuid?.() !== 0 || !existsSync(libfaketime)) {
  fail(`a shifted clock needs Linux, root and ${libfaketime} (Debian: apt-get install faketime)`);
}
const offset = `${seconds < 0 ? '' : '+'}${String(seconds)}s`;
const { status } = spawnSync(
  'unshare',
  ['--mount', 'sh', '-c', inNamespace, 'sh', offset, ...command],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
