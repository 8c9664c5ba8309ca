-- The clock of bookings: holds expire, reviews end, members are reminded. While the feature is off it does so without mails.

create function bkk_internal.first_departure(p_booking public.bkk_bookings) returns timestamptz
  language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    bkk_internal.parse_local_time(p_booking.segments #>> '{0,departs_at}') at time zone (p_booking.segments #>> '{0,departs_zone}'),
    -- Of flights without times only the day is known.
    p_booking.departs_on::timestamp at time zone 'Asia/Bangkok');
end
$$;
comment on function bkk_internal.first_departure is
  'The departure of the first flight of a booking; null where no flight is known.';

create function bkk_internal.hold_limit(p_booking public.bkk_bookings) returns timestamptz
  language plpgsql stable set search_path = '' as $$
begin
  return least(
    bkk_internal.first_departure(p_booking),
    (select min(least(
        fare.sale_until,
        (taken.day + flight.departs_at) at time zone origin.time_zone - make_interval(hours => fare.closes_hours)))
      from public.bkk_booking_seats as taken
        join public.bkk_flight_fares as fare on fare.fare_id = taken.fare_id
        join public.bkk_flights as flight on flight.flight_id = fare.flight_id
        join public.bkk_airports as origin on origin.code = flight.origin
      where taken.booking_id = p_booking.booking_id and taken.state = 'held'),
    -- The airline gives the seats away after it, unless it is paid.
    (select supplier.pay_by from public.bkk_supplier_orders as supplier
      where supplier.booking_id = p_booking.booking_id and supplier.state <> 'paid'));
end
$$;
comment on function bkk_internal.hold_limit is
  'The time that no hold of a booking outlasts: its departure, the end of the sale of its own seats, or the airline''s deadline; null where none is known.';

-- The invariant of deadlines, whoever writes a booking, its seats or its order at the airline.
create function bkk_internal.has_valid_deadlines(p_booking public.bkk_bookings) returns boolean
  language plpgsql stable set search_path = '' as $$
begin
  return p_booking.status not in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED')
    -- It is due, overdue or to be decided: admins have a list of each.
    or (p_booking.due_at is not null or p_booking.flags <> '{}' or coalesce(p_booking.paid_satang >= p_booking.total_satang, false))
      and (p_booking.status = 'CONFIRMED'
        or coalesce(
          greatest(p_booking.hold_expires_at, p_booking.deposit_due_at, p_booking.review_until)
            <= bkk_internal.hold_limit(p_booking), true));
end
$$;
comment on function bkk_internal.has_valid_deadlines is
  'False for an open booking that is not paid and in no list of the admins, and for a hold that outlasts its departure, its seats or the airline''s deadline.';

create function bkk_internal.check_deadlines() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
begin
  select held.* into booking from public.bkk_bookings as held where held.booking_id = new.booking_id;
  if found and not bkk_internal.has_valid_deadlines(booking) then
    raise sqlstate 'PT400' using message = format('The booking %s would have no valid deadline.', booking.reference),
      hint = 'bkk.deadline_missing';
  end if;
  return null;
end
$$;

-- At the end of the transaction, because a hold and its seats are written one after the other.
create constraint trigger bkk_check_deadlines
  after insert or update of status, paid_satang, total_satang, hold_expires_at, deposit_due_at, review_until, due_at, flags, segments
  on public.bkk_bookings deferrable initially deferred for each row execute function bkk_internal.check_deadlines();

create function bkk_internal.expire_holds(p_now timestamptz, p_booking_id uuid default null) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  expired public.bkk_bookings[];
begin
  with due as (
    select booking.booking_id from public.bkk_bookings as booking
    where booking.status = 'HOLD' and booking.hold_expires_at <= p_now
      and (p_booking_id is null or booking.booking_id = p_booking_id)
    order by booking.hold_expires_at
    limit 500 for update skip locked),
  changed as (
    update public.bkk_bookings as booking set status = 'EXPIRED'
    from due where booking.booking_id = due.booking_id
    returning booking as held),
  logged as (
    insert into public.bkk_booking_events (booking_id, created_at, actor, event, details)
    select (held).booking_id, p_now, 'system', 'expired', jsonb_build_object('hold_expires_at', (held).hold_expires_at)
    from changed)
  select array_agg(held) into expired from changed;
  perform bkk_internal.notify_booking_member(booking, 'booking.expired') from unnest(expired) as booking;
  return coalesce(cardinality(expired), 0);
end
$$;
comment on function bkk_internal.expire_holds is
  'Lets the holds expire whose time is over, or one of them; returns their number, 500 at most.';

create function bkk_internal.end_reviews(p_now timestamptz, p_booking_id uuid default null) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  due uuid[];
  ended public.bkk_bookings[];
begin
  due := array(
    select booking.booking_id from public.bkk_bookings as booking
    where booking.status = 'DEPOSIT_PENDING' and booking.review_until <= p_now
      and (p_booking_id is null or booking.booking_id = p_booking_id)
    order by booking.review_until
    limit 500 for update skip locked);
  ended := array(select bkk_internal.return_to_hold(due, p_now));
  insert into public.bkk_booking_events (booking_id, created_at, actor, event, details)
    select booking_id, p_now, 'system', 'review_ended', jsonb_build_object('hold_expires_at', hold_expires_at)
    from unnest(ended);
  perform bkk_internal.notify_booking_member(booking, 'booking.review_ended', deadline.ids),
      bkk_internal.notify_booking_admins(booking, 'admin.review_ended', deadline.ids)
    from unnest(ended) as booking
      cross join lateral jsonb_build_object('deadline', extract(epoch from booking.due_at)::bigint) as deadline (ids);
  return cardinality(ended);
end
$$;
comment on function bkk_internal.end_reviews is
  'Ends the reviews of payment slips whose time is over, or one of them: the booking is HOLD again. Returns their number, 500 at most.';

create function bkk_internal.remind_holds(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  reminded bigint;
begin
  if not public.bkk_has_feature('bookings') then
    return 0;
  end if;
  with due as (
    -- Of several reminders that are late only the last one is sent.
    select booking.booking_id, booking.user_id, booking.reference, booking.deposit_satang, next.ends_at,
      extract(epoch from next.ends_at)::bigint as deadline, min(reminder.hours) as hours
    from public.bkk_bookings as booking
      -- Once the deposit is late, the end of the hold is the next deadline.
      cross join lateral (
        select case when booking.due_at > p_now then booking.due_at else booking.hold_expires_at end as ends_at) as next
      join (values (1), (6), (24)) as reminder (hours) on next.ends_at <= p_now + make_interval(hours => reminder.hours)
    where booking.status = 'HOLD' and booking.user_id is not null and next.ends_at > p_now
      and (booking.due_at between p_now and p_now + interval '24 hours'
        or booking.hold_expires_at between p_now and p_now + interval '24 hours')
    group by booking.booking_id, next.ends_at),
  new as (
    select due.*, format('booking.hold_reminder:%s:%s:%s', due.booking_id, due.deadline, due.hours) as key
    from due
    -- A reader may have mails off, and the message has no row in the outbox then.
    where not bkk_internal.was_queued(
        format('booking.hold_reminder:%s:%s:%s', due.booking_id, due.deadline, due.hours))
      -- The airline's deadline is not known yet, and the member was told of none.
      and not exists (
        select from public.bkk_supplier_orders as supplier
        where supplier.booking_id = due.booking_id and supplier.state = 'ordering')
      -- The member was told of the deadline in these hours.
      and not exists (
        select from public.bkk_booking_events as event
        where event.booking_id = due.booking_id
          and event.event in ('hold_placed', 'hold_extended', 'deposit_refused', 'review_ended')
          and event.created_at >= due.ends_at - make_interval(hours => due.hours))
    order by due.deadline
    limit 500)
  select count(*) filter (where bkk_internal.queue_message(
      'mail', new.user_id, 'booking.hold_reminder',
      jsonb_strip_nulls(jsonb_build_object(
        'booking_id', new.booking_id, 'reference', new.reference, 'deadline', new.deadline, 'hours', new.hours,
        'deposit_satang', new.deposit_satang)),
      new.key))
    into reminded from new;
  return reminded;
end
$$;
comment on function bkk_internal.remind_holds is
  'Queues the reminders 24, 6 and 1 hour before the deposit of a hold is due and before the hold expires, once each; returns their number, 500 at most.';

create function bkk_internal.flag_overdue(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  flagged bigint;
begin
  with due as (
    select booking.booking_id, missed.flags
    from public.bkk_bookings as booking
      cross join lateral (
        select array_agg(deadline.flag) as flags
        from (values
          -- A hold that is over expires; once there was a payment, an admin decides.
          ('deposit_overdue', coalesce(booking.deposit_due_at, booking.hold_expires_at),
            booking.status = 'HOLD' and booking.hold_expires_at > p_now
              or booking.status = 'DEPOSIT_PENDING' and booking.review_until is null),
          ('balance_overdue', booking.balance_due_at,
            booking.status = 'CONFIRMED' and booking.paid_satang < booking.total_satang),
          ('names_overdue', booking.names_due_at, booking.status = 'CONFIRMED' and not booking.has_all_names)
        ) as deadline (flag, due_at, is_open)
        where deadline.is_open and deadline.due_at <= p_now
          and not deadline.flag = any (booking.flags)
          -- An admin has cleared what was raised since this deadline; a payment that was reversed has not.
          and not exists (
            select from public.bkk_booking_events as raised
              join public.bkk_booking_events as cleared
                on cleared.booking_id = raised.booking_id and cleared.event_id > raised.event_id
            where raised.booking_id = booking.booking_id and raised.event = deadline.flag and raised.created_at >= deadline.due_at
              and cleared.event = 'flag_cleared' and cleared.details ->> 'flag' = deadline.flag)) as missed
    where booking.status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') and booking.due_at <= p_now and missed.flags is not null
    order by booking.due_at
    limit 500 for update of booking skip locked),
  changed as (
    update public.bkk_bookings as booking set flags = booking.flags || due.flags
    from due where booking.booking_id = due.booking_id
    returning booking.booking_id, due.flags as added),
  logged as (
    insert into public.bkk_booking_events (booking_id, created_at, actor, event)
    select changed.booking_id, p_now, 'system', unnest(changed.added) from changed)
  select count(*) into flagged from changed;
  return flagged;
end
$$;
comment on function bkk_internal.flag_overdue is
  'Flags bookings whose deposit, balance or names are overdue, unless an admin has cleared it; returns their number, 500 at most.';

insert into public.bkk_jobs (name, every, batch_size) values
  ('expire_holds', '10 seconds', 500),
  ('end_reviews', '10 seconds', 500),
  ('remind_holds', '1 minute', 500),
  ('flag_overdue', '1 minute', 500);
