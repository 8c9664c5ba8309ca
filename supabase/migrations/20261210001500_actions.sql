-- What the actions on requests and bookings share.

create function bkk_internal.require_member(p_feature text) returns void
  language plpgsql stable set search_path = '' as $$
begin
  perform public.bkk_require_feature(p_feature);
  if not public.bkk_is_active() then
    raise insufficient_privilege using message = 'Only an active member can do this.', hint = 'bkk.not_member';
  end if;
end
$$;
comment on function bkk_internal.require_member is 'Raises 42501 unless the caller is an active member, and PT404 before that unless the feature is on.';

create function bkk_internal.caller_name() returns text
  language plpgsql stable set search_path = '' as $$
begin
  return (select member.full_name from public.bkk_user_roles as member where member.user_id = auth.uid());
end
$$;
comment on function bkk_internal.caller_name is 'The name of the caller; null for the system.';

create function bkk_internal.notify_admins(p_event text, p_ids jsonb, p_key text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform bkk_internal.queue_message('mail', member.user_id, p_event, p_ids, p_key || ':' || member.user_id)
    from public.bkk_user_roles as member
    where member.role = 'admin' and member.is_active;
end
$$;
comment on function bkk_internal.notify_admins is 'Queues a mail to each active admin, once for a key.';

-- PostgreSQL 15 has no pg_input_is_valid().
create function bkk_internal.parse_local_time(p_text text) returns timestamp
  language plpgsql immutable set search_path = '' as $$
begin
  if p_text ~ '^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$' then
    return p_text::timestamp;
  end if;
  return null;
exception
  when datetime_field_overflow then
    return null;
end
$$;
comment on function bkk_internal.parse_local_time is
  'A day (2026-12-26) or a local time (2026-12-26T23:45); null for any other text.';

create function bkk_internal.check_text(p_text text, p_max integer, p_label text, p_missing text default null) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  trimmed constant text := nullif(btrim(p_text), '');
begin
  if trimmed is null and p_missing is not null then
    raise sqlstate 'PT400' using message = p_missing, hint = 'bkk.reason_missing';
  end if;
  if char_length(trimmed) > p_max then
    raise sqlstate 'PT400' using message = format('%s has at most %s characters.', p_label, p_max), hint = 'bkk.text_too_long';
  end if;
  return trimmed;
end
$$;
comment on function bkk_internal.check_text is
  'The text without spaces around it, null if it is empty; PT400 if it is too long, or empty where p_missing says what is missing.';

-- packages/domain has the same limit. A traveller east of Bangkok may already have the next day.
create function bkk_internal.is_travel_day(p_day date) returns boolean
  language plpgsql stable set search_path = '' as $$
begin
  return p_day <= (now() at time zone 'Asia/Bangkok')::date + 401;
end
$$;
comment on function bkk_internal.is_travel_day is 'Whether a day is at most 400 days ahead; one that has passed is left to the caller.';

-- packages/domain has the same limits; the caller's day may be the one before or after Bangkok's.
create function bkk_internal.is_birth_day(p_day date) returns boolean
  language plpgsql stable set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Asia/Bangkok')::date;
begin
  return p_day between (today - interval '120 years')::date - 1 and today + 1;
end
$$;
comment on function bkk_internal.is_birth_day is 'Whether a day has come, and is at most 120 years ago; null for null.';

create function bkk_internal.check_phone(p_phone text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(p_phone, '') !~ '^\+[1-9][0-9]{6,14}$' then
    raise sqlstate 'PT400' using message = 'A booking needs a phone number with its country, in E.164.',
      hint = 'bkk.phone_missing';
  end if;
  return p_phone;
end
$$;
comment on function bkk_internal.check_phone is 'A phone number as machines use it (E.164); PT400 for any other text.';

create function bkk_internal.require_status(p_kind text, p_status text, p_allowed text[]) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if not p_status = any (p_allowed) then
    raise sqlstate 'PT409' using message = case
      when p_kind = 'booking' and p_status = 'EXPIRED' then 'The hold has expired.'
      when p_kind = 'booking' and p_status = 'CANCELLED' then 'The booking is cancelled.'
      else format('The %s is %s. Load it again.', p_kind, p_status) end,
      hint = case
      when p_kind = 'booking' and p_status = 'EXPIRED' then 'bkk.hold_expired'
      when p_kind = 'booking' and p_status = 'CANCELLED' then 'bkk.booking_cancelled'
      else format('bkk.%s_changed', p_kind) end;
  end if;
end
$$;
comment on function bkk_internal.require_status is 'Raises PT409 unless a request or booking has one of these statuses.';

create function bkk_internal.require_transition(p_kind text, p_status text, p_action text, p_actor text) returns void
  language plpgsql stable set search_path = '' as $$
begin
  perform bkk_internal.require_status(p_kind, p_status, array(
    select transition.from_status from public.bkk_status_transitions as transition
    where transition.kind = p_kind and transition.action = p_action and transition.actor = p_actor));
end
$$;
comment on function bkk_internal.require_transition is 'Raises PT409 unless bkk_status_transitions has this action of the actor in this status.';
