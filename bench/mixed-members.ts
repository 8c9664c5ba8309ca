import {
  requestBuilders,
  roundRobin,
  isDone,
  type Action,
  type Send,
  type Site,
} from './mixed-actions.ts';
import { saveSession, tokenRequest, type SignedInUser } from './mixed-users.ts';

const columns = 'quote_id,origin,destination,pax_adt,pax_chd,pax_inf,status,updated_at,created_at';
const isAdminPath = '/rest/v1/rpc/bkk_is_admin';

/** Runs the work with the next member who is not busy; skips it when all are. */
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
  const { get, post } = requestBuilders(target);
  const next = roundRobin(users.members);
  const dashboard = (send: Send, user: SignedInUser) => {
    const paths = [
      '/auth/v1/user',
      `/rest/v1/bkk_credit_accounts?select=balance&user_id=eq.${user.id}`,
      `/rest/v1/bkk_quote_requests?select=${columns}&user_id=eq.${user.id}&order=updated_at.desc&limit=5`,
    ];
    return Promise.all([
      ...paths.map((path) => send('member reads', get(user, path))),
      send('member reads', post(user, isAdminPath, {})),
    ]);
  };
  const actions: Action[] = [
    { weight: 40, requests: 4, run: (send) => dashboard(send, next()) },
    {
      weight: 15,
      requests: 1,
      run(send) {
        const user = next();
        const path = `/rest/v1/bkk_quote_requests?select=*&user_id=eq.${user.id}&order=created_at.desc%2Cquote_id.desc&offset=0&limit=20`;
        return send('member reads', get(user, path, 'count=exact'));
      },
    },
    {
      // Polled by an open page every 30 s.
      weight: 25,
      requests: 2,
      run(send) {
        const user = next();
        const calls = [get(user, '/auth/v1/user'), post(user, isAdminPath, {})];
        return Promise.all(calls.map((call) => send('member reads', call)));
      },
    },
  ];
  return { dashboard, actions };
}

/** Dashboards, lists, sign-ins with their log entries, refreshed sessions and profiles. */
export function memberActions(site: Site): Action[] {
  const { target, users, acknowledged } = site;
  const { post } = requestBuilders(target);
  const { dashboard, actions } = readActions(site);
  const asFreeMember = withFreeMember(users.members);

  async function refresh(send: Send, user: SignedInUser): Promise<void> {
    const body = { refresh_token: user.refreshToken };
    const call = tokenRequest(target, 'refresh_token', user.network, body);
    if (saveSession(user, await send('refreshes', call))) acknowledged.refreshed(user);
  }

  async function signIn(send: Send, user: SignedInUser): Promise<void> {
    const call = tokenRequest(target, 'password', user.network, user.credentials);
    if (!saveSession(user, await send('sign-ins', call))) return;
    acknowledged.signedIn(user);
    const userColumns = { user_id: user.id, email: user.credentials.email };
    const write = (path: string, body: object, prefer?: string) =>
      send('member writes', post(user, `/rest/v1/${path}`, body, prefer));
    const { accessToken } = user;
    const [logged] = await Promise.all([
      write('bkk_login_logs', { ...userColumns, event: 'login', success: true }),
      write('bkk_user_profiles?on_conflict=user_id', userColumns, 'resolution=merge-duplicates'),
      write('rpc/bkk_touch_last_login', {}),
      dashboard(send, user),
    ]);
    if (isDone(logged)) acknowledged.logged(accessToken);
  }

  async function saveProfile(send: Send, user: SignedInUser): Promise<void> {
    user.changes += 1;
    const change = { full_name: `change ${String(user.changes)}` };
    const path = `/rest/v1/bkk_user_profiles?user_id=eq.${user.id}`;
    const call = post(user, path, change, 'count=exact');
    if (isDone(await send('member writes', { ...call, method: 'PATCH' })))
      acknowledged.changed(user);
  }

  return [
    ...actions,
    { weight: 8, requests: 1, run: (send) => asFreeMember((user) => refresh(send, user)) },
    { weight: 5, requests: 8, run: (send) => asFreeMember((user) => signIn(send, user)) },
    { weight: 7, requests: 1, run: (send) => asFreeMember((user) => saveProfile(send, user)) },
  ];
}
