import type { DestinationStream } from 'pino';

/** A line of the log as pino writes it. */
interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly reqId?: string;
  readonly req?: { readonly method: string; readonly path: string };
  readonly err?: string | { readonly message: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

const shownElsewhere = ['level', 'time', 'pid', 'hostname', 'msg', 'req', 'res', 'err', 'reqId'];
const levelNames: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' };
const warning = 40;

/** Not shown at a terminal: each request, and the address, which the greeting has. */
const skipped = /^(request completed|stream closed prematurely|Server listening)/;
const migrated = 'migration applied';

function clock(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

function fieldsOf(line: LogLine): string {
  const fields = Object.entries(line).filter(([name]) => !shownElsewhere.includes(name));
  const texts = fields.map(([name, value]) =>
    typeof value === 'string' ? `${name} ${value}` : `${name} ${JSON.stringify(value)}`,
  );
  if (line.req !== undefined) texts.unshift(`${line.req.method} ${line.req.path}`);
  if (line.reqId !== undefined) texts.push(`request ${line.reqId}`);
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

function textOf(line: LogLine): string {
  const { level, time, msg = '', err } = line;
  const name = levelNames[level];
  const thrown = typeof err === 'object' ? (err.stack ?? err.message) : err;
  const error = thrown === undefined ? '' : `\n${thrown}`.replaceAll('\n', '\n    ');
  return `${clock(time)} ${name === undefined ? '' : `${name}: `}${msg}${fieldsOf(line)}${error}\n`;
}

/** Writes readable lines for a terminal: requests are left out unless one fails, and migrations are one line. */
export function textLog(write: (text: string) => void): DestinationStream {
  let isMigrating = false;
  return {
    write(text) {
      const line = JSON.parse(text) as LogLine;
      const { level, time, msg = '' } = line;
      if (level < warning && skipped.test(msg)) return;
      if (msg.endsWith(migrated)) {
        if (!isMigrating) write(`${clock(time)} Migrating the database ...\n`);
        isMigrating = true;
        return;
      }
      if (msg === 'database cluster') write(`${clock(time)} ${String(line.line)}\n`);
      else write(textOf(line));
    },
  };
}
