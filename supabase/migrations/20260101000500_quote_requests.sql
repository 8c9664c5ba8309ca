-- What members asked a price for, and how far the desk has come with it.

create table public.bkk_quote_requests (
  quote_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  origin text not null check (origin ~ '^[A-Z]{3}$'),
  destination text not null check (destination ~ '^[A-Z]{3}$'),
  pax_adt smallint not null default 1 check (pax_adt between 1 and 9),
  pax_chd smallint not null default 0 check (pax_chd between 0 and 9),
  pax_inf smallint not null default 0 check (pax_inf between 0 and 9),
  status text not null default 'PENDING'
    check (status in ('PENDING', 'QUOTED', 'CONFIRMED', 'TICKETED', 'CANCELLED')),
  dep_date date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index bkk_quote_requests_recent_idx on public.bkk_quote_requests (user_id, updated_at desc);
create index bkk_quote_requests_history_idx on public.bkk_quote_requests (user_id, created_at desc);
create index bkk_quote_requests_status_idx on public.bkk_quote_requests (status);

alter table public.bkk_quote_requests enable row level security;

revoke all on table public.bkk_quote_requests from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.bkk_quote_requests to authenticated;
grant select, insert, update, delete on table public.bkk_quote_requests to service_role;

create policy "members read their own requests" on public.bkk_quote_requests
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()));

create policy "admins work on every request" on public.bkk_quote_requests
  for all to authenticated
  using ((select public.bkk_is_admin()))
  with check ((select public.bkk_is_admin()));
