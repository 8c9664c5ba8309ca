-- When an item of the news was last written, so that of two who edit it at once the second is told: a write that names the
-- time it has seen finds no row once somebody else has written.

alter table public.bkk_airline_news add column updated_at timestamptz not null default now();
update public.bkk_airline_news set updated_at = created_at;

-- Never the same twice for one item, not even within one transaction.
create function public.bkk_touch_news() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;
revoke all on function public.bkk_touch_news() from public, anon, authenticated, service_role;

create trigger bkk_touch_news
  before update on public.bkk_airline_news
  for each row execute function public.bkk_touch_news();
