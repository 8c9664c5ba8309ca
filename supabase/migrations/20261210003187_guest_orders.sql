-- What guests do with their orders by the link of a mail. Functions of the site are called with its hash: whoever has the link may do it.

create function bkk_internal.order_of_link(p_link_hash text) returns public.bkk_orders
  language plpgsql stable set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  select known.* into placed
    from public.bkk_order_links as link join public.bkk_orders as known on known.order_id = link.order_id
    where link.link_hash = p_link_hash and link.expires_at > clock_timestamp() and known.is_guest;
  if not found then
    raise sqlstate 'PT404' using message = 'This link is not valid any more.', hint = 'bkk.link_unknown';
  end if;
  return placed;
end
$$;
comment on function bkk_internal.order_of_link is 'The order of a guest that a link leads to; PT404 for a link that is unknown or has expired.';

create function bkk_internal.guest_order_payments(p_order_id uuid) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'receipts', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'receipt_id', issued.receipt_id, 'series', issued.series, 'year', issued.year, 'number', issued.number,
          'posting_id', issued.posting_id, 'vat_satang', issued.vat_satang, 'vat_percent', issued.data -> 'vat' ->> 'percent')
        order by issued.number), '[]')
      from public.bkk_receipts as issued where issued.order_id = p_order_id and issued.voided_at is null),
    'slips', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'slip_id', slip.slip_id, 'booking_id', null, 'order_id', slip.order_id, 'status', slip.status, 'due_satang', slip.due_satang,
          'typed_satang', slip.typed_satang, 'credit_satang', slip.credit_satang, 'payer_name', slip.payer_name,
          'content_type', slip.content_type, 'reading', slip.reading, 'bank_code', slip.bank_code, 'trans_ref', slip.trans_ref,
          'created_at', slip.created_at, 'reviewed_at', slip.reviewed_at, 'accepted_satang', slip.accepted_satang,
          'surplus_satang', slip.surplus_satang, 'missing_satang', slip.missing_satang, 'reason', slip.reason, 'note', slip.note)
        order by slip.created_at desc), '[]')
      from public.bkk_slips as slip where slip.order_id = p_order_id),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'refund_id', refund.refund_id, 'booking_id', null, 'order_id', refund.order_id, 'is_surplus', refund.is_surplus,
          'status', refund.status, 'paid_satang', refund.paid_satang, 'fee_satang', refund.fee_satang,
          'amount_satang', refund.amount_satang, 'promised_on', refund.promised_on, 'destination', refund.destination,
          'bank_code', refund.bank_code, 'account_name', refund.account_name, 'account_ending', refund.account_ending,
          'created_at', refund.created_at, 'decided_at', refund.decided_at, 'ended_at', refund.ended_at,
          'reference', bkk_internal.refund_reference(refund))
        order by refund.created_at desc), '[]')
      from public.bkk_refunds as refund where refund.order_id = p_order_id),
    'agency', (
      select jsonb_build_object(
        'name_en', agency.name_en, 'name_th', agency.name_th, 'address_en', agency.address_en, 'address_th', agency.address_th,
        'bank_code', agency.bank_code, 'bank_account_name', agency.bank_account_name, 'bank_account_number', agency.bank_account_number,
        'promptpay_kind', agency.promptpay_kind, 'promptpay_id', agency.promptpay_id)
      from public.bkk_agency as agency));
end
$$;
comment on function bkk_internal.guest_order_payments is
  'What a guest sees of the payments of an order: {"receipts", "slips", "refunds", "agency"}, as members read them.';

create function bkk_internal.guest_order(p_order public.bkk_orders) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
      'order_id', p_order.order_id, 'number', p_order.number, 'status', p_order.status, 'version', p_order.version,
      'method', p_order.method, 'name', p_order.name, 'email', p_order.email, 'phone', p_order.phone, 'address', p_order.address,
      'weight_grams', p_order.weight_grams, 'items_satang', p_order.items_satang, 'delivery_satang', p_order.delivery_satang,
      'total_satang', p_order.total_satang, 'paid_satang', p_order.paid_satang, 'pay_by', p_order.pay_by,
      'review_until', p_order.review_until, 'carrier', p_order.carrier, 'parcel_number', p_order.parcel_number,
      'tracking_url', p_order.tracking_url, 'arrives_on', p_order.arrives_on, 'return_asked_at', p_order.return_asked_at,
      'paid_at', p_order.paid_at, 'shipped_at', p_order.shipped_at, 'ended_at', p_order.ended_at, 'created_at', p_order.created_at,
      'lines', (
        select jsonb_agg(jsonb_build_object(
            'position', line.position, 'product_id', line.product_id, 'title', line.title, 'title_th', line.title_th,
            'variant_title', line.variant_title, 'variant_title_th', line.variant_title_th, 'picture', line.picture,
            'answers', line.answers, 'unit_satang', line.unit_satang, 'quantity', line.quantity)
          order by line.position)
        from public.bkk_order_lines as line where line.order_id = p_order.order_id),
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'event_id', entry.event_id, 'created_at', entry.created_at, 'actor', entry.actor, 'actor_name', entry.actor_name,
            'event', entry.event, 'details', entry.details, 'message', entry.message)
          order by entry.event_id), '[]')
        from public.bkk_order_events as entry where entry.order_id = p_order.order_id))
    || bkk_internal.guest_order_payments(p_order.order_id);
end
$$;
comment on function bkk_internal.guest_order is 'What a guest sees of an order: its columns, lines, events and payments, as members read them.';

create function public.bkk_guest_order(
    p_link_hash text, p_version integer default null, p_action text default null, p_reason text default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  perform public.bkk_require_feature('shop');
  placed := bkk_internal.order_of_link(p_link_hash);
  if p_action is not null then
    if p_action not in ('cancel', 'ask_return') then
      raise sqlstate 'PT400' using message = 'There is no such action on an order.', hint = 'bkk.order_action';
    end if;
    placed := bkk_internal.lock_order(placed.order_id, p_version, true);
    placed := case p_action when 'cancel' then bkk_internal.cancel_order(placed, p_reason)
      else bkk_internal.ask_return(placed, p_reason) end;
  end if;
  return bkk_internal.guest_order(placed);
end
$$;
comment on function public.bkk_guest_order is
  'The order of a guest''s link, after the action cancel or ask_return in the version that the guest saw. For the function guest-order.';
call bkk_internal.expose('bkk_guest_order', 'service_role');

create function public.bkk_check_guest_slip(p_link_hash text, p_request_key uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  placed public.bkk_orders;
  known public.bkk_slips;
begin
  perform public.bkk_require_feature('shop');
  placed := bkk_internal.order_of_link(p_link_hash);
  if p_request_key is null then
    raise sqlstate 'PT400' using message = 'A slip needs a request key.', hint = 'bkk.key_missing';
  end if;
  select sent.* into known from public.bkk_slips as sent where sent.order_id = placed.order_id and sent.request_key = p_request_key;
  if not found then
    perform bkk_internal.check_slip(null, null, placed.order_id);
  end if;
  return jsonb_build_object(
    'order_id', placed.order_id, 'slip', case when known.slip_id is not null then bkk_internal.slip_result(known) end);
end
$$;
comment on function public.bkk_check_guest_slip is
  'Whether a slip may be sent for the order of a guest''s link: {"order_id", "slip"} with the slip that was sent with this key. For the function attach-slip.';
call bkk_internal.expose('bkk_check_guest_slip', 'service_role');

create function public.bkk_guest_receipt(p_link_hash text, p_receipt_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  perform public.bkk_require_feature('shop');
  placed := bkk_internal.order_of_link(p_link_hash);
  return (
    select jsonb_build_object(
      'series', issued.series, 'year', issued.year, 'number', issued.number, 'issued_at', issued.issued_at,
      'voided_at', issued.voided_at, 'data', issued.data, 'replaced_by', (
        select bkk_internal.receipt_number(later) from public.bkk_receipts as later where later.replaces = issued.receipt_id))
    from public.bkk_receipts as issued where issued.receipt_id = p_receipt_id and issued.order_id = placed.order_id);
end
$$;
comment on function public.bkk_guest_receipt is 'A receipt of the order of a guest''s link as it is printed; null if the order has no such receipt. For the function receipt.';
call bkk_internal.expose('bkk_guest_receipt', 'service_role');

create function public.bkk_ask_order_link(p_network text, p_address text, p_number text, p_email text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  perform public.bkk_require_feature('shop');
  if p_network is null or p_address is null then
    raise sqlstate 'PT400' using message = 'A link is asked for by number and e-mail address.', hint = 'bkk.key_missing';
  end if;
  if not bkk_internal.count_attempt('order network:' || p_network, 10, interval '1 hour')
    or not bkk_internal.count_attempt('order address:' || p_address, 5, interval '24 hours')
  then
    raise sqlstate 'PT429' using message = 'The link was asked for many times. Try again later, or call us.', hint = 'bkk.too_many_links';
  end if;
  select known.* into placed from public.bkk_orders as known
    where known.number = upper(btrim(p_number)) and known.is_guest and lower(known.email) = lower(btrim(p_email));
  if found then
    perform bkk_internal.insert_message(
      'mail', null, 'order.link_asked', jsonb_build_object('order_id', placed.order_id, 'reference', placed.number),
      'order.link_asked:' || gen_random_uuid());
  end if;
end
$$;
comment on function public.bkk_ask_order_link is
  'Mails a guest a new link to the order of this number and e-mail address, and answers the same for any other: 10 an hour for a network, 5 a day for an address (keyed hashes). For the function order-link.';
call bkk_internal.expose('bkk_ask_order_link', 'service_role');
