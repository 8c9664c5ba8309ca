// A member's and the admins' support threads over HTTP, with 100,000 threads of two messages against 100. The measured member has
// as many in both.
import {
  compareSizes,
  fillMembers,
  idAt,
  owner,
  sqlIdAt,
  userAt,
  type Request,
} from './size-comparison.ts';

const sizes = [100, 100_000] as const;

/** Bypasses the triggers to run in seconds. One thread of ten is a visitor's. */
const fill = (threads: number): string => `
  begin;
  set local session_replication_role = replica;
  ${fillMembers};
  insert into public.bkk_support_threads (
      thread_id, user_id, request_key, member_email, member_name, language, subject, status, answer_due_at, created_at, changed_at,
      solved_at, assigned_to)
    select ${sqlIdAt(9300, 'n')}, case when n < 12 or n % 10 <> 0 then ${sqlIdAt(9000, owner)} end, ${sqlIdAt(9300, 'n')},
      'traveller' || (${owner}) || '@bench.example', 'Traveller ' || (${owner}), case when n >= 12 and n % 10 = 0 then 'en' end,
      (array['Baggage', 'ใบกำกับภาษี', 'A letter in my name', 'เลื่อนวันบิน'])[1 + n % 4] || ' ' || n, status,
      case when status = 'open' then now() + (n % 1440) * interval '1 minute' end,
      now() - n * interval '1 minute', now() - n * interval '1 minute', case when status = 'solved' then now() end,
      case when n % 2 = 0 and n < 100 then '${userAt(0)}'::uuid end
    from generate_series(0, ${String(threads - 1)}) as n
      cross join lateral (select (array['open', 'waiting', 'solved', 'solved'])[1 + n % 4]) as given (status);
  insert into public.bkk_support_messages (message_id, thread_id, author, author_name, text, created_at)
    select gen_random_uuid(), thread_id, author, member_name, 'How many bags?', created_at
    from public.bkk_support_threads, unnest(array['customer', 'agency']) as author;
  commit`;

const own = `user_id=eq.${userAt(1)}`;
const columns =
  'thread_id,booking_id,quote_id,reference,subject,status,answer_due_at,changed_at,customer_read_at,agency_read_at';
const messagesOf = (number: number) =>
  `bkk_support_messages?select=message_id,number,created_at,author,event,text&thread_id=eq.${idAt(9300, number)}&order=number.desc&limit=200`;

const memberRequests: readonly Request[] = [
  ['my threads', `bkk_support_threads?select=${columns}&${own}&order=changed_at.desc&limit=100`],
  ['a thread', `bkk_support_threads?select=${columns}&${own}&thread_id=eq.${idAt(9300, 1)}`],
  ['its messages', messagesOf(1)],
];

const view = 'bkk_support_threads_admin_view?select=*';
const byDue = 'order=answer_due_at.asc,thread_id.asc&limit=20';
const newest = 'order=changed_at.desc,thread_id.desc&limit=20';
const searched = (text: string) => `or=(search_text.like.${encodeURIComponent(`"*${text}*"`)})`;

const adminRequests: readonly Request[] = [
  ['threads, due first', `${view}&status=eq.open&${byDue}`],
  ['threads that wait', `${view}&status=eq.waiting&${newest}`],
  ['threads that are solved', `${view}&status=eq.solved&${newest}`],
  ['threads, all', `${view}&${newest}`],
  ['threads of the admin', `${view}&assigned_to=eq.${userAt(0)}&status=neq.solved&${byDue}`],
  ['threads of a customer', `${view}&${searched('traveller1@')}&${newest}`],
  ['threads, search without result', `${view}&${searched('zzzz')}&${newest}`],
  ['threads, search of two letters', `${view}&${searched('|zq')}&${newest}`],
  ['threads, search in Thai', `${view}&${searched('สมชาย')}&${newest}`],
  ['messages of a thread', messagesOf(70)],
  ['counts of threads', 'rpc/bkk_admin_count_threads', 'HEAD'],
  ['counts of threads, no result', 'rpc/bkk_admin_count_threads?p_search=zzzz'],
];

const fillsOf = (threads: number) => [
  `select bkk_internal.set_features('{support}')`,
  fill(threads),
];

export const benchSupportLists = (): Promise<void> =>
  compareSizes(
    'support_lists',
    [fillsOf(sizes[0]), fillsOf(sizes[1])],
    [
      { who: 'member', number: 1, list: memberRequests },
      { who: 'admin', number: 0, list: adminRequests },
    ],
  );
