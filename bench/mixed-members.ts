import { callsOf, cycle, isDone, type Action, type Ask, type Site } from './mixed-actions.ts';
import { takeSession, tokenRequest, type SignedInUser } from './mixed-users.ts';

const columns = 'quote_id,origin,destination,pax_adt,pax_chd,pax_inf,status,updated_at,created_at';
const isAdminPath = '/rest/v1/rpc/bkk_is_admin';

/** Runs the work with a member who does nothing else of the kind; not at all where everyone is busy. */
function withFreeMember(members: readonly SignedInUser[]) {
  let last = 0;
  return async (work: (user: SignedInUser) => Promise<unknown>): Promise<void> => {
    const turn = [...members.slice(last + 1), ...members.slice(0, last + 1)];
    const user = turn.find(({ busy }) => !busy);
    if (user === undefined) return;
    last = members.indexOf(user);
    user.busy = true;
    try {
      await work(user);
    } finally {
      user.busy = false;
    }
  };
}

function readActions({ target, users }: Site) {
  const { get, post } = callsOf(target);
  const next = cycle(users.members);
  const dashboard = (ask: Ask, user: SignedInUser) => {
    const paths = [
      '/auth/v1/user',
      `/rest/v1/bkk_credit_accounts?select=balance&user_id=eq.${user.id}`,
      `/rest/v1/bkk_quote_requests?select=${columns}&user_id=eq.${user.id}&order=updated_at.desc&limit=5`,
    ];
    return Promise.all([
      ...paths.map((path) => ask('member reads', get(user, path))),
      ask('member reads', post(user, isAdminPath, {})),
    ]);
  };
  const actions: Action[] = [
    { weight: 40, requests: 4, run: (ask) => dashboard(ask, next()) },
    {
      weight: 15,
      requests: 1,
      run(ask) {
        const user = next();
        const path = `/rest/v1/bkk_quote_requests?select=*&user_id=eq.${user.id}&order=created_at.desc%2Cquote_id.desc&offset=0&limit=20`;
        return ask('member reads', get(user, path, 'count=exact'));
      },
    },
    {
      // What an open page asks every 30 s.
      weight: 25,
      requests: 2,
      run(ask) {
        const user = next();
        const calls = [get(user, '/auth/v1/user'), post(user, isAdminPath, {})];
        return Promise.all(calls.map((call) => ask('member reads', call)));
      },
    },
  ];
  return { dashboard, actions };
}

/** Dashboards, lists, sign-ins with what they record, refreshed sessions and profiles. */
export function memberActions(site: Site): Action[] {
  const { target, users, acknowledged } = site;
  const { post } = callsOf(target);
  const { dashboard, actions } = readActions(site);
  const alone = withFreeMember(users.members);

  async function refresh(ask: Ask, user: SignedInUser): Promise<void> {
    const body = { refresh_token: user.refreshToken };
    const call = tokenRequest(target, 'refresh_token', user.network, body);
    if (takeSession(user, await ask('refreshes', call))) acknowledged.refreshed(user);
  }

  async function signIn(ask: Ask, user: SignedInUser): Promise<void> {
    const call = tokenRequest(target, 'password', user.network, user.credentials);
    if (!takeSession(user, await ask('sign-ins', call))) return;
    acknowledged.signedIn(user);
    const who = { user_id: user.id, email: user.credentials.email };
    const write = (path: string, body: object, prefer?: string) =>
      ask('member writes', post(user, `/rest/v1/${path}`, body, prefer));
    const { accessToken } = user;
    const [logged] = await Promise.all([
      write('bkk_login_logs', { ...who, event: 'login', success: true }),
      write('bkk_user_profiles?on_conflict=user_id', who, 'resolution=merge-duplicates'),
      write('rpc/bkk_touch_last_login', {}),
      dashboard(ask, user),
    ]);
    if (isDone(logged)) acknowledged.logged(accessToken);
  }

  async function saveProfile(ask: Ask, user: SignedInUser): Promise<void> {
    user.changes += 1;
    const change = { full_name: `change ${String(user.changes)}` };
    const path = `/rest/v1/bkk_user_profiles?user_id=eq.${user.id}`;
    const call = post(user, path, change, 'count=exact');
    if (isDone(await ask('member writes', { ...call, method: 'PATCH' })))
      acknowledged.changed(user);
  }

  return [
    ...actions,
    { weight: 8, requests: 1, run: (ask) => alone((user) => refresh(ask, user)) },
    { weight: 5, requests: 8, run: (ask) => alone((user) => signIn(ask, user)) },
    { weight: 7, requests: 1, run: (ask) => alone((user) => saveProfile(ask, user)) },
  ];
}
