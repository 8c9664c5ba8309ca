-- The deletion of an account that has bookings. Accounting keeps the amounts, so bookings stay without their member and the
-- people in them. An open booking has to end first.

create function public.bkk_release_bookings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  open_reference text;
begin
  select booking.reference into open_reference
    from public.bkk_bookings as booking
    where booking.user_id = old.id and booking.status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED')
      -- A hold whose time is over has ended, whether the clock has run or not.
      and not (booking.status = 'HOLD' and booking.hold_expires_at <= now())
    order by booking.created_at
    limit 1;
  if found then
    raise sqlstate 'PT409' using
      message = format('This user has the open booking %s. Cancel it or issue its tickets first.', open_reference);
  end if;
  update public.bkk_booking_passengers as passenger
    set first_name = null, last_name = null, birth_date = null
    from public.bkk_bookings as booking
    where booking.user_id = old.id and passenger.booking_id = booking.booking_id;
  -- What members and admins wrote may name a person.
  update public.bkk_booking_events as event
    set actor_name = case when event.actor_id = old.id then null else event.actor_name end, message = null,
      details = event.details - array['reason_en', 'reason_th']
    from public.bkk_bookings as booking
    where booking.user_id = old.id and event.booking_id = booking.booking_id
      and (event.message is not null or event.actor_id = old.id or event.details ?| array['reason_en', 'reason_th']);
  update public.bkk_booking_payments as payment
    set note = null
    from public.bkk_bookings as booking
    where booking.user_id = old.id and payment.booking_id = booking.booking_id and payment.note is not null;
  update public.bkk_bookings
    set user_id = null, contact_email = null, contact_phone = null, notes = null, slip_name = null
    where user_id = old.id;
  return old;
end
$$;
revoke all on function public.bkk_release_bookings() from public, anon, authenticated, service_role;

create trigger bkk_release_bookings
  before delete on auth.users
  for each row execute function public.bkk_release_bookings();
