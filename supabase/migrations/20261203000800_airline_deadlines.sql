-- As before, but a hold never outlasts the airline's own deadline: the seats are gone with it.
create or replace function public.bkk_admin_extend_hold(p_booking_id uuid, p_version integer, p_hold_expires_at timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bkk_bookings;
  known_deadline timestamptz;
  airline_deadline timestamptz;
begin
  perform public.bkk_require_feature('bookings');
  perform public.bkk_require_admin();
  booking := public.bkk_lock_booking(p_booking_id, p_version, true);
  perform public.bkk_require_booking_status(booking.status, '{HOLD}');
  if p_hold_expires_at is null or p_hold_expires_at <= booking.hold_expires_at
    or p_hold_expires_at > now() + interval '1 year'
    or (p_hold_expires_at at time zone 'Asia/Bangkok')::date > booking.departs_on
  then
    raise check_violation using message = 'The hold must end later than now set, within a year and before the departure.';
  end if;
  -- While the airline has not said its deadline, the hold is as long as it is known to be.
  select coalesce(supplier.pay_by, booking.hold_expires_at) into airline_deadline
    from public.bkk_supplier_orders as supplier where supplier.booking_id = p_booking_id and supplier.state <> 'paid';
  if p_hold_expires_at > airline_deadline then
    raise sqlstate 'PT409' using message = format(
      'The airline keeps the seats until %s, Bangkok time. The hold cannot last longer.',
      to_char(airline_deadline at time zone 'Asia/Bangkok', 'YYYY-MM-DD HH24:MI'));
  end if;
  known_deadline := booking.due_at;
  update public.bkk_bookings
    set hold_expires_at = p_hold_expires_at,
      deposit_due_at = case when deposit_due_at is not null then p_hold_expires_at end
    where booking_id = p_booking_id
    returning * into booking;
  perform public.bkk_add_booking_event(
    p_booking_id, 'admin', 'hold_extended', jsonb_build_object('hold_expires_at', p_hold_expires_at));
  if booking.due_at is distinct from known_deadline then
    perform public.bkk_mail_booking(
      booking, 'booking.hold_extended', jsonb_build_object('deadline', extract(epoch from booking.due_at)::bigint));
  end if;
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
