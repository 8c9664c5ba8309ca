-- Quiet hours: from 22:00 to 07:00 in Bangkok a message waits for their end, whatever its channel, unless its reader has to act
-- before it. bkk_internal.lease_messages() asks.

create function bkk_internal.night_ends_at(p_now timestamptz) returns timestamptz
  language plpgsql immutable set search_path = '' as $$
declare
  -- Bangkok has one offset all year.
  local constant timestamp := p_now at time zone 'Asia/Bangkok';
begin
  return case
    when local::time >= '22:00' then (local::date + 1 + time '07:00') at time zone 'Asia/Bangkok'
    when local::time < '07:00' then (local::date + time '07:00') at time zone 'Asia/Bangkok' end;
end
$$;
comment on function bkk_internal.night_ends_at is
  'The end of the quiet hours, 22:00 to 07:00 in Bangkok, that a time is in; null by day.';

create function bkk_internal.next_departure(p_booking public.bkk_bookings, p_now timestamptz) returns timestamptz
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select min(flight.departs)
    from (
      select bkk_internal.parse_local_time(segment.value ->> 'departs_at') at time zone (segment.value ->> 'departs_zone')
        from jsonb_array_elements(p_booking.segments) as segment (value)
      union all
      -- A booking keeps its flight where an own one has another route now, which may leave earlier.
      select (taken.day + flight.departs_at) at time zone origin.time_zone
        from public.bkk_booking_seats as taken
          join public.bkk_flight_fares as fare on fare.fare_id = taken.fare_id
          join public.bkk_flights as flight on flight.flight_id = fare.flight_id
          join public.bkk_airports as origin on origin.code = flight.origin
        where taken.booking_id = p_booking.booking_id and taken.state <> 'released'
      union all
      -- Of flights without times only the day is known: they may leave at any time of it.
      select greatest(p_booking.departs_on::timestamp at time zone 'Asia/Bangkok', p_now)
        where p_booking.segments = '[]' and p_booking.departs_on >= (p_now at time zone 'Asia/Bangkok')::date
    ) as flight (departs)
    where flight.departs >= p_now);
end
$$;
comment on function bkk_internal.next_departure is 'The first departure of a booking that is not past; null where there is none.';

create function bkk_internal.message_needed_by(p_ids jsonb, p_now timestamptz) returns timestamptz
  language plpgsql stable set search_path = '' as $$
declare
  -- The way to the airport and the time there.
  before_departure constant interval := '4 hours';
  -- To pay, or to enter names.
  before_deadline constant interval := '1 hour';
  booking public.bkk_bookings;
  pay_by timestamptz;
  deadline timestamptz;
begin
  if p_ids ->> 'booking_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select known.* into booking
      from public.bkk_bookings as known where known.booking_id = (p_ids ->> 'booking_id')::uuid;
  end if;
  if p_ids ->> 'order_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select placed.pay_by into pay_by
      from public.bkk_orders as placed where placed.order_id = (p_ids ->> 'order_id')::uuid and placed.status = 'PLACED';
  end if;
  select min(given.ends_at) into deadline
    from unnest(array[
      case when jsonb_typeof(p_ids -> 'deadline') = 'number' then to_timestamp((p_ids ->> 'deadline')::float8) end,
      booking.due_at, pay_by,
      case when booking.status = 'HOLD' then booking.hold_expires_at end]) as given (ends_at)
    where given.ends_at > p_now;
  return least(deadline - before_deadline, bkk_internal.next_departure(booking, p_now) - before_departure);
end
$$;
comment on function bkk_internal.message_needed_by is
  'When the reader of a message has to act: 4 hours before the next departure of its booking, and an hour before its deadline or that of the booking or the order; null where neither is ahead.';

create function bkk_internal.waits_for_day(
    p_event text, p_ids jsonb, p_now timestamptz, p_night_ends_at timestamptz) returns boolean
  language plpgsql stable set search_path = '' as $$
begin
  return p_night_ends_at is not null and bkk_internal.notification_kind(p_event) is not null
    -- Guests have mails alone, which wake nobody.
    and not exists (
      select from public.bkk_orders as placed
      where placed.is_guest and p_event like 'order.%' and placed.order_id::text = p_ids ->> 'order_id')
    and coalesce(bkk_internal.message_needed_by(p_ids, p_now) > p_night_ends_at, true);
end
$$;
comment on function bkk_internal.waits_for_day is
  'Whether a message waits until the end of quiet hours: unless its reader has to act by then. Mails of accounts and those to guests never wait.';
