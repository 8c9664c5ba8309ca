import { randomUUID } from 'node:crypto';
import { systemStatusFunction } from '@bkksiam/domain/system-status';
import { requestBuilders, isDone, type Action, type Send, type Site } from './mixed-actions.ts';

const statuses = ['PENDING', 'QUOTED', 'CONFIRMED', 'TICKETED'] as const;
const counted = [
  'bkk_users_admin_view?select=*',
  'bkk_quote_requests?select=*&status=eq.PENDING',
  'bkk_airline_news?select=*',
  'bkk_login_logs?select=*',
];
const latest = ['bkk_quote_requests_admin_view', 'bkk_login_logs_admin_view'];
const search = encodeURIComponent('(email.ilike."%load-%",full_name.ilike."%load-%")');
const lists = [
  'bkk_users_admin_view?select=*&order=created_at.desc%2Cuser_id.desc',
  `bkk_users_admin_view?select=*&or=${search}&order=created_at.desc%2Cuser_id.desc`,
  'bkk_quote_requests_admin_view?select=*&order=created_at.desc%2Cquote_id.desc',
  'bkk_login_logs_admin_view?select=*&order=created_at.desc%2Cid.desc',
];
const history =
  'bkk_change_log?select=id%2Cchanged_at%2Cactor_email%2Coperation%2Cbefore%2Cafter&table_name=eq.bkk_quote_requests&order=id.desc&limit=100';

/** The overview, lists with counts and search, status changes of requests, and news. */
export function adminActions({ target, users, acknowledged }: Site): Action[] {
  const { get, post } = requestBuilders(target);
  const { admin } = users;
  const moves = users.quotes.map((id) => ({ id, at: 0 }));
  const read = (send: Send, path: string) => send('admin reads', get(admin, `/rest/v1/${path}`));

  function overview(send: Send) {
    return Promise.all([
      ...counted.map((path) => {
        const call = get(admin, `/rest/v1/${path}`, 'count=exact');
        return send('admin reads', { ...call, method: 'HEAD' });
      }),
      ...latest.map((view) =>
        read(send, `${view}?select=*&order=created_at.desc&offset=0&limit=5`),
      ),
      send('admin reads', post(admin, `/functions/v1/${systemStatusFunction}`, {})),
    ]);
  }

  async function moveRequest(send: Send): Promise<void> {
    const move = moves.shift();
    const from = statuses[move?.at ?? 0];
    const to = statuses[(move?.at ?? 0) + 1];
    if (move === undefined || from === undefined || to === undefined) return;
    const { id, at } = move;
    await Promise.all([
      read(send, `bkk_quote_requests_admin_view?select=*&quote_id=eq.${id}`),
      read(send, `${history}&row_id=eq.${id}`),
    ]);
    const body = { p_quote_id: id, p_from: from, p_to: to };
    const call = post(admin, '/rest/v1/rpc/bkk_admin_set_quote_status', body);
    // After an error the stored status is unknown, so the request is not moved again.
    if (!isDone(await send('admin writes', call))) return;
    acknowledged.moved(id, to);
    moves.push({ id, at: at + 1 });
  }

  async function publish(send: Send): Promise<void> {
    const id = randomUUID();
    const item = { id, title: `Load ${id}`, excerpt: 'An item of the load', is_public: false };
    const path = '/rest/v1/bkk_airline_news?select=*';
    const response = await send('admin writes', post(admin, path, item, 'return=representation'));
    if (isDone(response)) acknowledged.published(id);
  }

  return [
    { weight: 20, requests: 7, run: overview },
    ...lists.map((path): Action => ({
      weight: 15,
      requests: 1,
      run: (send) =>
        send('admin reads', get(admin, `/rest/v1/${path}&offset=0&limit=20`, 'count=exact')),
    })),
    { weight: 15, requests: 3, run: moveRequest },
    { weight: 5, requests: 1, run: publish },
  ];
}
