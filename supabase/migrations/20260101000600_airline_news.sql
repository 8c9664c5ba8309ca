-- Airline news: some for everyone, the rest for members.

create table public.bkk_airline_news (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  excerpt text not null default '' check (char_length(excerpt) <= 2000),
  created_at timestamptz not null default now(),
  is_public boolean not null default false
);

create index bkk_airline_news_created_at_idx on public.bkk_airline_news (created_at desc);
create index bkk_airline_news_public_idx on public.bkk_airline_news (created_at desc) where is_public;

alter table public.bkk_airline_news enable row level security;

revoke all on table public.bkk_airline_news from public, anon, authenticated, service_role;
grant select on table public.bkk_airline_news to anon;
grant select, insert, update, delete on table public.bkk_airline_news to authenticated;
grant select, insert, update, delete on table public.bkk_airline_news to service_role;

create policy "everyone reads public news" on public.bkk_airline_news
  for select to anon, authenticated
  using (is_public);

create policy "members read all news" on public.bkk_airline_news
  for select to authenticated
  using ((select public.bkk_is_active()));

create policy "admins write news" on public.bkk_airline_news
  for all to authenticated
  using ((select public.bkk_is_admin()))
  with check ((select public.bkk_is_admin()));
