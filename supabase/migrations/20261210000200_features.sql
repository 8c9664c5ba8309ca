-- Optional features and whether each is on. The tables and functions of a feature always exist: their policies ask
-- bkk_has_feature(), their functions begin with bkk_require_feature(). What comes with every feature asks for `any`.

create table public.bkk_features (
  name text primary key,
  -- Features that must be on too.
  requires text[] not null default '{}',
  is_on boolean not null default false
);
comment on table public.bkk_features is 'The features and whether they are on. The owner sets them with bkk_internal.set_features().';

call bkk_internal.protect('bkk_features');
grant select (name, requires, is_on) on table public.bkk_features to anon, authenticated;
grant select on table public.bkk_features to service_role;

create policy "everybody reads which features are on" on public.bkk_features
  for select to anon, authenticated
  using (true);

insert into public.bkk_features (name, requires) values
  ('requests', '{bookings}'),
  ('bookings', '{}'),
  ('payments', '{bookings}'),
  ('flights', '{bookings}'),
  ('shop', '{payments}'),
  ('support', '{}'),
  ('notifications', '{bookings}'),
  ('offline', '{}');

create function public.bkk_has_feature(p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.bkk_features as feature where feature.is_on and p_name in (feature.name, 'any'));
end
$$;
comment on function public.bkk_has_feature is 'True for a feature that is on, and for `any` where at least one is.';
call bkk_internal.expose('bkk_has_feature', 'anon', 'authenticated', 'service_role');

create function public.bkk_require_feature(p_name text) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.bkk_has_feature(p_name) then
    raise sqlstate 'PT404' using message = 'This feature is not switched on.', hint = 'bkk.feature_off';
  end if;
end
$$;
comment on function public.bkk_require_feature is 'Raises PT404 unless the feature is on.';
call bkk_internal.expose('bkk_require_feature', 'anon', 'authenticated', 'service_role');

create function bkk_internal.set_features(p_names text[]) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  unknown text;
  incomplete record;
begin
  select given.name into unknown
    from unnest(p_names) as given (name)
    where not exists (select from public.bkk_features as feature where feature.name = given.name);
  if found then
    raise invalid_parameter_value using message = format('There is no feature %s.', coalesce(unknown, 'without a name')),
      hint = 'bkk.feature_unknown';
  end if;
  select feature.name, needed.name as missing into incomplete
    from public.bkk_features as feature, unnest(feature.requires) as needed (name)
    where feature.name = any (p_names) and not needed.name = any (p_names);
  if found then
    raise invalid_parameter_value using
      message = format('The feature %s needs %s.', incomplete.name, incomplete.missing), hint = 'bkk.feature_incomplete';
  end if;
  update public.bkk_features
    set is_on = name = any (p_names)
    where is_on <> (name = any (p_names));
end
$$;
comment on function bkk_internal.set_features is 'Switches the named features on and all others off.';
