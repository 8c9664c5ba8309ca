import { callsOf, cycle, isDone, type Action, type Ask, type Site } from './mixed-actions.ts';
import { takeSession, tokenRequest, type Person } from './mixed-people.ts';

const columns = 'quote_id,origin,destination,pax_adt,pax_chd,pax_inf,status,updated_at,created_at';
const isAdminPath = '/rest/v1/rpc/bkk_is_admin';

/** Runs the work with a member who does nothing else of the kind; not at all where everyone is busy. */
function withFreeMember(members: readonly Person[]) {
  let last = 0;
  return async (work: (person: Person) => Promise<unknown>): Promise<void> => {
    const turn = [...members.slice(last + 1), ...members.slice(0, last + 1)];
    const person = turn.find(({ busy }) => !busy);
    if (person === undefined) return;
    last = members.indexOf(person);
    person.busy = true;
    try {
      await work(person);
    } finally {
      person.busy = false;
    }
  };
}

function readActions({ target, people }: Site) {
  const { get, post } = callsOf(target);
  const next = cycle(people.members);
  const dashboard = (ask: Ask, person: Person) => {
    const paths = [
      '/auth/v1/user',
      `/rest/v1/bkk_credit_accounts?select=balance&user_id=eq.${person.id}`,
      `/rest/v1/bkk_quote_requests?select=${columns}&user_id=eq.${person.id}&order=updated_at.desc&limit=5`,
    ];
    return Promise.all([
      ...paths.map((path) => ask('member reads', get(person, path))),
      ask('member reads', post(person, isAdminPath, {})),
    ]);
  };
  const actions: Action[] = [
    { weight: 40, requests: 4, run: (ask) => dashboard(ask, next()) },
    {
      weight: 15,
      requests: 1,
      run(ask) {
        const person = next();
        const path = `/rest/v1/bkk_quote_requests?select=*&user_id=eq.${person.id}&order=created_at.desc%2Cquote_id.desc&offset=0&limit=20`;
        return ask('member reads', get(person, path, 'count=exact'));
      },
    },
    {
      // What an open page asks every 30 s.
      weight: 25,
      requests: 2,
      run(ask) {
        const person = next();
        const calls = [get(person, '/auth/v1/user'), post(person, isAdminPath, {})];
        return Promise.all(calls.map((call) => ask('member reads', call)));
      },
    },
  ];
  return { dashboard, actions };
}

/** Dashboards, lists, sign-ins with what they record, refreshed sessions and profiles. */
export function memberActions(site: Site): Action[] {
  const { target, people, acknowledged } = site;
  const { post } = callsOf(target);
  const { dashboard, actions } = readActions(site);
  const alone = withFreeMember(people.members);

  async function refresh(ask: Ask, person: Person): Promise<void> {
    const body = { refresh_token: person.refreshToken };
    const call = tokenRequest(target, 'refresh_token', person.network, body);
    if (takeSession(person, await ask('refreshes', call))) acknowledged.refreshed(person);
  }

  async function signIn(ask: Ask, person: Person): Promise<void> {
    const call = tokenRequest(target, 'password', person.network, person.credentials);
    if (!takeSession(person, await ask('sign-ins', call))) return;
    acknowledged.signedIn(person);
    const who = { user_id: person.id, email: person.credentials.email };
    const write = (path: string, body: object, prefer?: string) =>
      ask('member writes', post(person, `/rest/v1/${path}`, body, prefer));
    const { accessToken } = person;
    const [logged] = await Promise.all([
      write('bkk_login_logs', { ...who, event: 'login', success: true }),
      write('bkk_user_profiles?on_conflict=user_id', who, 'resolution=merge-duplicates'),
      write('rpc/bkk_touch_last_login', {}),
      dashboard(ask, person),
    ]);
    if (isDone(logged)) acknowledged.logged(accessToken);
  }

  async function saveProfile(ask: Ask, person: Person): Promise<void> {
    person.changes += 1;
    const change = { full_name: `change ${String(person.changes)}` };
    const path = `/rest/v1/bkk_user_profiles?user_id=eq.${person.id}`;
    const call = post(person, path, change, 'count=exact');
    if (isDone(await ask('member writes', { ...call, method: 'PATCH' })))
      acknowledged.changed(person);
  }

  return [
    ...actions,
    { weight: 8, requests: 1, run: (ask) => alone((person) => refresh(ask, person)) },
    { weight: 5, requests: 8, run: (ask) => alone((person) => signIn(ask, person)) },
    { weight: 7, requests: 1, run: (ask) => alone((person) => saveProfile(ask, person)) },
  ];
}
