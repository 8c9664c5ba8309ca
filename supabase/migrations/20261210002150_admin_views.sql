-- The views that admins have saved of the lists of bookings, requests and orders: a name for the filter, search and order of a list.

create table public.bkk_admin_views (
  -- Made by the client, so that a repeated call saves the view once.
  view_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  list text not null check (list in ('bookings', 'requests', 'orders')),
  name text not null check (char_length(name) between 1 and 40),
  -- The search parameters of the list's address.
  query text not null check (char_length(query) <= 2000),
  created_at timestamptz not null default now()
);
comment on table public.bkk_admin_views is 'Views of lists saved by admins, who read their own; functions alone write them.';

create unique index bkk_admin_views_name_key on public.bkk_admin_views (user_id, list, lower(name));

call bkk_internal.protect('bkk_admin_views');
grant select (view_id, user_id, list, name, query, created_at) on table public.bkk_admin_views to authenticated;
grant select on table public.bkk_admin_views to service_role;

-- The feature requests needs the feature bookings.
create policy "admins read their own views" on public.bkk_admin_views
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_admin()) and (select public.bkk_has_feature('bookings')));

create function public.bkk_admin_save_view(p_view_id uuid, p_list text, p_name text, p_query text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  view_name text;
  view_query text;
begin
  perform bkk_internal.require_admin('bookings');
  if p_view_id is null then
    raise sqlstate 'PT400' using message = 'A view needs an id.', hint = 'bkk.view_id';
  end if;
  if p_list is null or p_list not in ('bookings', 'requests', 'orders') then
    raise sqlstate 'PT400' using message = 'This list has no views.', hint = 'bkk.unknown_list';
  end if;
  view_name := bkk_internal.check_text(p_name, 40, 'The name', 'A view needs a name.');
  view_query := coalesce(bkk_internal.check_text(p_query, 2000, 'The address of the list'), '');
  -- Serializes the views of an admin, so that the limit counts all.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_admin_save_view:' || caller, 0));
  if exists (
    select from public.bkk_admin_views as saved
    where saved.user_id = caller and saved.list = p_list and lower(saved.name) = lower(view_name) and saved.view_id <> p_view_id)
  then
    raise sqlstate 'PT409' using message = 'You have a view of this name. Choose another name.', hint = 'bkk.view_name_taken';
  end if;
  if (
    select count(*) from public.bkk_admin_views as saved
    where saved.user_id = caller and saved.list = p_list and saved.view_id <> p_view_id) >= 20
  then
    raise sqlstate 'PT409' using message = 'You have saved 20 views of this list. Remove one of them first.', hint = 'bkk.too_many_views';
  end if;
  insert into public.bkk_admin_views as saved (view_id, user_id, list, name, query)
    values (p_view_id, caller, p_list, view_name, view_query)
    on conflict (view_id) do update
      set name = excluded.name, query = excluded.query
      where saved.user_id = caller and saved.list = excluded.list;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such view.', hint = 'bkk.view_unknown';
  end if;
end
$$;
comment on function public.bkk_admin_save_view is 'Saves or changes a view that the caller has of a list, 20 at most.';
call bkk_internal.expose('bkk_admin_save_view', 'authenticated');

create function public.bkk_admin_delete_view(p_view_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('bookings');
  delete from public.bkk_admin_views where view_id = p_view_id and user_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such view.', hint = 'bkk.view_unknown';
  end if;
end
$$;
comment on function public.bkk_admin_delete_view is 'Deletes a view of the caller.';
call bkk_internal.expose('bkk_admin_delete_view', 'authenticated');
