-- My Bookings: a member's requests and bookings in one list. A request that was accepted is listed once, as its booking.

create function public.bkk_my_bookings(p_offset integer, p_limit integer) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  first_row constant integer := greatest(coalesce(p_offset, 0), 0);
  last_row constant integer := first_row + least(greatest(coalesce(p_limit, 0), 0), 100);
  -- Counting ends here, so that it costs the same however many rows there are.
  bound constant integer := greatest(1000, last_row) + 1;
  found_rows jsonb;
  requests integer;
  bookings integer;
begin
  perform public.bkk_require_feature('bookings');
  -- An admin may read the rows of all: these are the caller's own.
  select coalesce(jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id desc), '[]') into found_rows
    from (
      select listed.*, listed.reference is null and exists (
          select from public.bkk_quote_offers as offer where offer.quote_id = listed.id and offer.state = 'open') as has_offer
      from (
        (select quote_id as id, null::text as reference, origin, destination, dep_date as departs_on,
            pax_adt, pax_chd, pax_inf, status, null::bigint as total_satang, null::bigint as paid_satang,
            null::timestamptz as due_at, created_at
          from public.bkk_quote_requests as request
          where user_id = caller and not (status = 'ACCEPTED' and exists (
            select from public.bkk_bookings as booking where booking.quote_id = request.quote_id))
          order by created_at desc, quote_id desc limit last_row)
        union all
        (select booking_id, reference, origin, destination, departs_on,
            pax_adt, pax_chd, pax_inf, status, total_satang, paid_satang,
            -- A confirmed booking may have a deadline that is for the agency alone.
            case when status <> 'CONFIRMED' or due_at = balance_due_at or due_at = names_due_at then due_at end, created_at
          from public.bkk_bookings
          where user_id = caller
          order by created_at desc, booking_id desc limit last_row)) as listed
      order by listed.created_at desc, listed.id desc
      offset first_row limit last_row - first_row) as page;
  select count(*) into requests from (
    select from public.bkk_quote_requests as request
    where user_id = caller and not (status = 'ACCEPTED' and exists (
      select from public.bkk_bookings as booking where booking.quote_id = request.quote_id))
    limit bound) as counted;
  select count(*) into bookings from (
    select from public.bkk_bookings where user_id = caller limit bound) as counted;
  return jsonb_build_object('rows', found_rows, 'total', least(requests + bookings, bound));
end
$$;
comment on function public.bkk_my_bookings is
  'The caller''s requests and bookings, newest first, up to 100 from an offset: {"rows", "total"}. A total over 1000 says only that there are more.';
call bkk_internal.expose('bkk_my_bookings', 'authenticated');
