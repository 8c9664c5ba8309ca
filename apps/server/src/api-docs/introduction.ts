import type { DatabaseCatalog } from './database-catalog.ts';
import { markdownTable } from './open-api.ts';

/** The text before the operations, as Markdown. */
export function introduction(catalog: DatabaseCatalog, mailedEvents: readonly string[]): string {
  const code = (name: string) => `\`${name}\``;
  const timeLines = catalog.tables.filter(({ name }) => name.endsWith('_events'));
  const published = catalog.tables.filter(({ isPublished }) => isPublished);
  const transitions = catalog.transitions.map(({ kind, from, action, actor, to }) => [
    ...[kind, from ?? '(new)', action, actor, to ?? ''],
  ]);
  return `The services of this server speak the protocols of Supabase: [supabase-js](https://supabase.com/docs/reference/javascript)
is their client. What is listed here is what this database has at present.

## Keys and roles

Each request has the header \`apikey\` with the public key of \`/config.json\`, and \`Authorization: Bearer\` with that key (a visitor, role
\`anon\`) or with the access token of a session (role \`authenticated\`, from \`auth.signInWithPassword\`). The service key passes the row
policies and stays on servers. Row policies and functions in the database decide what a caller reads and writes.

## Errors

Tables and functions of the database answer \`{ code, message, details, hint }\`. What a function raises on purpose has the code \`PT\` with
the HTTP status, and a \`hint\` that programs recognize it by; the message is for people. Other codes are SQLSTATEs: \`23505\` a key exists
(409), \`23503\` a row is in use (409), \`23514\` and \`22P02\` a value is not valid (400), \`42501\` not allowed (403, or 401 for a
visitor). With \`429\` a limit is reached, with \`503\` the server is busy: the header \`Retry-After\` says when to try again. Edge functions
answer \`{ code, message }\`, the store \`{ message }\`, the storage \`{ statusCode, error, message }\`.

## Realtime

\`/realtime/v1/websocket\` sends the changes of these tables that the caller may read, and broadcasts and presence of channels:

${published.map(({ name }) => `- ${code(name)}`).join('\n')}

## Events

What happened to a request, booking, order, refund or thread is a row of ${timeLines.map(({ name }) => code(name)).join(', ')}: with its
actor, its event (such as \`hold_placed\`) and details. These events are mailed, and with the feature \`notifications\` shown, sent to LINE
and pushed: ${[...mailedEvents].sort().map(code).join(', ')}.

## Statuses

${markdownTable(['of', 'status', 'action', 'by', 'next status'], transitions)}
`;
}
