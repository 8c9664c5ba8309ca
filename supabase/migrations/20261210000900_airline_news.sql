-- Airline news: public items for everybody, the others for members.

create table public.bkk_airline_news (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  excerpt text not null default '' check (char_length(excerpt) <= 2000),
  created_at timestamptz not null default now(),
  is_public boolean not null default false,
  -- Optimistic lock: admins filter their writes by the updated_at they have read.
  updated_at timestamptz not null default now()
);

create index bkk_airline_news_created_at_idx on public.bkk_airline_news (created_at desc);
create index bkk_airline_news_public_idx on public.bkk_airline_news (created_at desc) where is_public;

call bkk_internal.protect('bkk_airline_news');
grant select (id, title, excerpt, created_at, is_public, updated_at) on table public.bkk_airline_news to anon;
grant select (id, title, excerpt, created_at, is_public, updated_at),
    insert (id, title, excerpt, created_at, is_public, updated_at),
    update (id, title, excerpt, created_at, is_public, updated_at), delete
  on table public.bkk_airline_news to authenticated;
grant select, insert, update, delete on table public.bkk_airline_news to service_role;

create policy "everybody reads public news" on public.bkk_airline_news
  for select to anon, authenticated
  using (is_public);

create policy "members read all news" on public.bkk_airline_news
  for select to authenticated
  using ((select public.bkk_is_active()));

create policy "admins read and change all news" on public.bkk_airline_news
  for all to authenticated
  using ((select public.bkk_is_admin()))
  with check ((select public.bkk_is_admin()));

-- With what the search of the admins' list compares, under the policies of the table.
create view public.bkk_airline_news_search_view with (security_invoker = true) as
  select id, title, excerpt, created_at, is_public, updated_at, public.bkk_fold_text(title || ' ' || excerpt) as search_text
  from public.bkk_airline_news;
comment on view public.bkk_airline_news_search_view is
  'The news that a signed-in user reads, with the folded text of title and excerpt.';

revoke all on table public.bkk_airline_news_search_view from public, anon, authenticated, service_role;
grant select on table public.bkk_airline_news_search_view to authenticated;

-- The time is never the same twice for an item, even within one transaction.
create function bkk_internal.set_news_updated_at() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

create trigger bkk_set_news_updated_at
  before update on public.bkk_airline_news
  for each row execute function bkk_internal.set_news_updated_at();

create trigger bkk_record_change
  after insert or update or delete on public.bkk_airline_news
  for each row execute function bkk_internal.record_change('id');
