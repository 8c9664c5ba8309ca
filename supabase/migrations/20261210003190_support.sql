-- Support threads: what members and visitors ask the agency, and its answers. Functions alone write; visitors reach their thread by
-- a mailed link, through the functions support-ticket, support-thread and support-file.

create table public.bkk_support_threads (
  thread_id uuid primary key default gen_random_uuid(),
  -- Null for a visitor.
  user_id uuid references auth.users (id) on delete cascade,
  -- Repeating the call that opened the thread returns this one.
  request_key uuid not null,
  -- What it is about.
  booking_id uuid references public.bkk_bookings (booking_id) on delete set null,
  quote_id uuid references public.bkk_quote_requests (quote_id) on delete set null,
  order_id uuid references public.bkk_orders (order_id) on delete set null,
  -- The reference of the booking, or the number of the request or the order.
  reference text check (char_length(reference) <= 20),
  subject text not null check (char_length(subject) between 1 and 200),
  -- Copies of the member, or what the visitor typed.
  member_email text collate "C" check (char_length(member_email) <= 255),
  member_name text check (char_length(member_name) <= 200),
  -- Of a visitor; members have one in their account.
  language text check (language in ('en', 'th')),
  -- Whose turn it is: the agency's, the customer's or nobody's.
  status text not null default 'open' check (status in ('open', 'waiting', 'solved')),
  -- 24 hours after the first message that is not answered yet.
  answer_due_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- Of the last message or event that the customer sees.
  changed_at timestamptz not null default clock_timestamp(),
  solved_at timestamptz,
  customer_read_at timestamptz,
  agency_read_at timestamptz,
  -- The admin who works on it, for admins only; null for nobody.
  assigned_to uuid references public.bkk_user_roles (user_id) on delete set null,
  -- As that of bookings.
  search_text text not null generated always as (
    left(public.bkk_fold_text(
      '|' || right(thread_id::text, 8) || '|' || subject || coalesce('|' || reference, '') || coalesce('|' || member_email, '')
      || coalesce('|' || member_name, '')), 2000)
  ) stored check (char_length(search_text) <= 2000),
  unique (user_id, request_key),
  check (num_nonnulls(user_id, language) = 1),
  check (num_nonnulls(booking_id, quote_id, order_id) <= 1),
  check ((status = 'open') = (answer_due_at is not null)),
  check ((status = 'solved') = (solved_at is not null))
);
comment on table public.bkk_support_threads is 'What members and visitors ask the agency. Members read their own, and functions alone write.';

create unique index bkk_support_threads_visitor_key_idx on public.bkk_support_threads (request_key) where user_id is null;
create index bkk_support_threads_user_idx on public.bkk_support_threads (user_id, changed_at desc, thread_id);
create index bkk_support_threads_booking_idx on public.bkk_support_threads (booking_id);
create index bkk_support_threads_quote_idx on public.bkk_support_threads (quote_id);
create index bkk_support_threads_order_idx on public.bkk_support_threads (order_id);
-- The queue: what is due first, with and without a filter.
create index bkk_support_threads_due_idx on public.bkk_support_threads (answer_due_at, thread_id);
create index bkk_support_threads_status_idx on public.bkk_support_threads (status, answer_due_at, thread_id);
create index bkk_support_threads_assigned_to_idx on public.bkk_support_threads (assigned_to, answer_due_at, thread_id);
create index bkk_support_threads_changed_idx on public.bkk_support_threads (changed_at, thread_id);
create index bkk_support_threads_status_changed_idx on public.bkk_support_threads (status, changed_at, thread_id);
create index bkk_support_threads_solved_idx on public.bkk_support_threads (solved_at) where solved_at is not null;

call bkk_internal.protect('bkk_support_threads');
grant select (
    thread_id, user_id, booking_id, quote_id, order_id, reference, subject, status, answer_due_at, created_at, changed_at, solved_at,
    customer_read_at, agency_read_at)
  on table public.bkk_support_threads to authenticated;
grant select on table public.bkk_support_threads to service_role;

create policy "members read their own threads" on public.bkk_support_threads
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('support')));

create policy "admins read every thread" on public.bkk_support_threads
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('support')));

create trigger bkk_set_member
  before insert or update of user_id on public.bkk_support_threads
  for each row when (new.user_id is not null) execute function bkk_internal.set_member();

create table public.bkk_support_messages (
  -- Made by the client, so that a repeated call writes the message once.
  message_id uuid primary key,
  thread_id uuid not null references public.bkk_support_threads (thread_id) on delete cascade,
  -- Orders the messages of a thread.
  number bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  author text not null check (author in ('customer', 'agency', 'system')),
  -- Without a foreign key, because the message outlives the account.
  author_id uuid,
  author_name text check (char_length(author_name) <= 200),
  -- Null for a message; a note is one that admins write for themselves.
  event text check (event in ('note', 'taken_on', 'handed_over', 'given_back', 'solved', 'reopened')),
  text text check (char_length(text) between 1 and 5000),
  -- The object in the bucket support.
  object_path text unique check (char_length(object_path) <= 200),
  file_name text check (char_length(file_name) between 1 and 120),
  content_type text check (content_type in ('image/png', 'image/jpeg', 'application/pdf')),
  byte_size integer check (byte_size between 1 and 5242880),
  check (num_nonnulls(object_path, file_name, content_type, byte_size) in (0, 4)),
  check (event is not null or num_nonnulls(text, object_path) > 0)
);
comment on table public.bkk_support_messages is 'The messages of support threads, with what happened to the threads: append-only.';

create index bkk_support_messages_thread_idx on public.bkk_support_messages (thread_id, number);

call bkk_internal.protect('bkk_support_messages');
revoke all on sequence public.bkk_support_messages_number_seq from public, anon, authenticated, service_role;
grant select (
    message_id, thread_id, number, created_at, author, author_name, event, text, object_path, file_name, content_type, byte_size)
  on table public.bkk_support_messages to authenticated;
grant select on table public.bkk_support_messages to service_role;

create policy "who reads a thread reads its messages" on public.bkk_support_messages
  for select to authenticated
  using (
    (select public.bkk_has_feature('support')) and (event is null or event in ('solved', 'reopened') or (select public.bkk_is_admin()))
    and exists (select from public.bkk_support_threads as thread where thread.thread_id = bkk_support_messages.thread_id));

create trigger bkk_protect_history
  before update or delete on public.bkk_support_messages
  for each row execute function bkk_internal.protect_history('author_name');

-- The links that visitors are mailed, as hashes: whoever reads the table can follow none.
create table public.bkk_support_links (
  link_hash text primary key check (link_hash ~ '^[0-9a-f]{64}$'),
  thread_id uuid not null references public.bkk_support_threads (thread_id) on delete cascade,
  expires_at timestamptz not null
);
comment on table public.bkk_support_links is 'SHA-256 of the links to the threads of visitors; functions alone read and write them.';

create index bkk_support_links_thread_idx on public.bkk_support_links (thread_id);
create index bkk_support_links_expires_idx on public.bkk_support_links (expires_at);

create table public.bkk_visitor_attempts (
  -- A keyed hash of a network, or of an address that was typed.
  key text primary key check (char_length(key) <= 100),
  since timestamptz not null,
  attempts integer not null
);
comment on table public.bkk_visitor_attempts is 'Attempts of visitors by network and by address: tickets, stock alerts, and links to orders that are asked for.';

create index bkk_visitor_attempts_since_idx on public.bkk_visitor_attempts (since);

call bkk_internal.protect('bkk_support_links');
call bkk_internal.protect('bkk_visitor_attempts');

-- Members and the admins' queue follow both. A publication of all tables has them already.
do $$
declare
  followed text;
begin
  foreach followed in array array['bkk_support_threads', 'bkk_support_messages'] loop
    if not exists (
      select from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = followed)
    then
      execute format('alter publication supabase_realtime add table public.%I', followed);
    end if;
  end loop;
end
$$;

-- The first part of an object's name is its thread, whose policies say who reads it.
create policy "who reads a thread reads its files" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'support' and (select public.bkk_has_feature('support')) and exists (
      select from public.bkk_support_threads as thread where thread.thread_id::text = split_part(objects.name, '/', 1)));

create trigger bkk_create_support_bucket
  after update of is_on on public.bkk_features
  for each row when (new.name = 'support' and new.is_on and not old.is_on)
  execute function bkk_internal.create_bucket('support', 'false', '5242880', '{image/png,image/jpeg,application/pdf}');

-- Every thread, for admins; empty for other callers. As bkk_users_admin_view.
create view public.bkk_support_threads_admin_view as
  select thread.thread_id, upper(right(thread.thread_id::text, 8)) as number, thread.user_id, thread.member_email as email,
    thread.member_name as full_name,
    coalesce(thread.language, (
      select account.raw_user_meta_data ->> 'language' from auth.users as account where account.id = thread.user_id)) as language,
    thread.booking_id, thread.quote_id, thread.order_id, thread.reference, thread.subject, thread.status, thread.answer_due_at,
    thread.created_at, thread.changed_at, thread.solved_at, thread.customer_read_at, thread.agency_read_at, thread.assigned_to,
    thread.assigned_to = (select auth.uid()) as is_mine,
    (select coalesce(holder.full_name, holder.email)
      from public.bkk_user_roles as holder where holder.user_id = thread.assigned_to) as assigned_name,
    thread.search_text
  from public.bkk_support_threads as thread
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('support'));
comment on view public.bkk_support_threads_admin_view is 'Every support thread with its customer, for admins; empty for other callers.';

revoke all on table public.bkk_support_threads_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_support_threads_admin_view to authenticated;

create function public.bkk_admin_count_threads(p_search text default '') returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('support');
  return bkk_internal.count_queries(
    bkk_internal.bounded_queries(
      'select from public.bkk_support_threads', p_search, 'search_text like $1',
      'all', 'true',
      'open', $f$status = 'open'$f$,
      'waiting', $f$status = 'waiting'$f$,
      'solved', $f$status = 'solved'$f$,
      'mine', $f$assigned_to = (select auth.uid()) and status <> 'solved'$f$),
    p_search);
end
$$;
comment on function public.bkk_admin_count_threads is
  'How many support threads match a search: {"all", "open", "waiting", "solved", "mine"}. 1001 stands for more than 1000.';
call bkk_internal.expose('bkk_admin_count_threads', 'authenticated');

call bkk_internal.index_search('bkk_support_threads_search_idx', 'bkk_support_threads', 'search_text');
