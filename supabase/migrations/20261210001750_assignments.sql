-- Who works on a booking, a request or a support thread: an admin takes it on, gives it to another admin or gives it back. It locks nothing, and the
-- member neither reads it nor is told of it.

-- The lock keeps the role until the end of the transaction: who stops being an admin has nothing to work on.
create function bkk_internal.require_assignee(p_user_id uuid) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform from public.bkk_user_roles as member
    where member.user_id = p_user_id and member.role = 'admin' and member.is_active
    for share;
  if p_user_id is not null and not found then
    raise sqlstate 'PT400' using message = 'Give it to an active admin.', hint = 'bkk.assignee';
  end if;
end
$$;
comment on function bkk_internal.require_assignee is 'Raises PT400 unless it is an active admin or nobody.';

create function bkk_internal.assignment_event(p_to uuid) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return case when p_to is null then 'given_back' when p_to = auth.uid() then 'taken_on' else 'handed_over' end;
end
$$;
comment on function bkk_internal.assignment_event is 'The event of giving a booking, a request or a thread to an admin, or to nobody.';

create function bkk_internal.assignment_result(p_holder uuid, p_wanted uuid) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'is_done', p_holder is not distinct from p_wanted, 'assigned_to', p_holder,
    'assigned_name', (
      select coalesce(holder.full_name, holder.email) from public.bkk_user_roles as holder where holder.user_id = p_holder));
end
$$;
comment on function bkk_internal.assignment_result is 'Who works on a booking, a request or a thread, and whether it is who was wanted.';

create function public.bkk_admin_assign_booking(
    p_booking_id uuid, p_to uuid default null, p_expected uuid default null)
  returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  holder uuid;
begin
  perform bkk_internal.require_admin('bookings');
  perform bkk_internal.require_assignee(p_to);
  select booking.assigned_to into holder
    from public.bkk_bookings as booking where booking.booking_id = p_booking_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such booking.', hint = 'bkk.booking_unknown';
  end if;
  if holder is distinct from p_to and (holder is null or holder is not distinct from p_expected) then
    update public.bkk_bookings set assigned_to = p_to where booking_id = p_booking_id;
    perform bkk_internal.add_booking_event(
      p_booking_id, 'admin', bkk_internal.assignment_event(p_to),
      jsonb_strip_nulls(jsonb_build_object('assigned_from', holder, 'assigned_to', p_to)), p_for_admins => true);
    holder := p_to;
  end if;
  return bkk_internal.assignment_result(holder, p_to);
end
$$;
comment on function public.bkk_admin_assign_booking is
  'Gives a booking to an admin, or to nobody, unless another one than expected works on it: {"is_done", "assigned_to", "assigned_name"} says who does.';
call bkk_internal.expose('bkk_admin_assign_booking', 'authenticated');

create function public.bkk_admin_assign_request(
    p_quote_id uuid, p_to uuid default null, p_expected uuid default null)
  returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  holder uuid;
begin
  perform bkk_internal.require_admin('requests');
  perform bkk_internal.require_assignee(p_to);
  select details.assigned_to into holder
    from public.bkk_quote_details as details where details.quote_id = p_quote_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such request.', hint = 'bkk.request_unknown';
  end if;
  if holder is distinct from p_to and (holder is null or holder is not distinct from p_expected) then
    update public.bkk_quote_details set assigned_to = p_to where quote_id = p_quote_id;
    perform bkk_internal.add_quote_event(
      p_quote_id, 'admin', bkk_internal.assignment_event(p_to),
      jsonb_strip_nulls(jsonb_build_object('assigned_from', holder, 'assigned_to', p_to)), p_for_admins => true);
    holder := p_to;
  end if;
  return bkk_internal.assignment_result(holder, p_to);
end
$$;
comment on function public.bkk_admin_assign_request is
  'Gives a request to an admin, or to nobody, as bkk_admin_assign_booking().';
call bkk_internal.expose('bkk_admin_assign_request', 'authenticated');

create function bkk_internal.release_assignments() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.bkk_bookings set assigned_to = null where assigned_to = old.user_id;
  update public.bkk_quote_details set assigned_to = null where assigned_to = old.user_id;
  update public.bkk_support_threads set assigned_to = null where assigned_to = old.user_id;
  return null;
end
$$;

create trigger bkk_release_assignments
  after update of role, is_active on public.bkk_user_roles
  for each row when (old.role = 'admin' and old.is_active and (new.role <> 'admin' or not new.is_active))
  execute function bkk_internal.release_assignments();

-- The lists of other admins hear of it by the events. A publication of all tables has them already.
do $$
declare
  history text;
begin
  foreach history in array array['bkk_booking_events', 'bkk_quote_events'] loop
    if not exists (
      select from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = history)
    then
      execute format('alter publication supabase_realtime add table public.%I', history);
    end if;
  end loop;
end
$$;
