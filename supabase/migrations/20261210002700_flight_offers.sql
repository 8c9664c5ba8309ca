-- Offers of airlines through a supplier, and the orders that bookings have there. The functions search-flights, hold-flight,
-- reconcile-flight-orders and duffel-webhook ask the supplier and write here with the service key.

-- Searches by their normalised text, hashed. The same search is answered for two minutes from what was found.
create table public.bkk_flight_searches (
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  searched_at timestamptz not null
);
comment on table public.bkk_flight_searches is 'Searches of suppliers that were answered, by hash.';

create index bkk_flight_searches_searched_at_idx on public.bkk_flight_searches (searched_at);

-- Searches cost money, so they are counted by network and day; the network is a keyed hash, and empty for all networks together.
create table public.bkk_flight_search_counts (
  day date not null,
  network text not null check (char_length(network) <= 64),
  searches integer not null,
  primary key (day, network)
);
comment on table public.bkk_flight_search_counts is 'How often suppliers were searched on a day, by hashed network and by all.';

create table public.bkk_flight_offers (
  -- Unguessable: who has it may read the offer.
  offer_id uuid primary key,
  source text not null check (source ~ '^[a-z]{1,20}$'),
  source_offer_id text not null check (char_length(source_offer_id) between 1 and 100),
  source_request_id text not null check (char_length(source_request_id) between 1 and 100),
  search_key text not null check (search_key ~ '^[0-9a-f]{64}$'),
  found_at timestamptz not null,
  -- In the shape of FlightOffer in packages/domain.
  offer jsonb not null check (jsonb_typeof(offer) = 'object' and octet_length(offer::text) <= 65536),
  total_satang bigint not null check (total_satang between 1 and 10000000000),
  -- Of the total; null where the supplier does not say.
  tax_satang bigint check (tax_satang between 0 and total_satang),
  -- What the line of a booking is called: the fare or the airline.
  label text not null check (char_length(label) between 1 and 120),
  -- The passengers as the supplier knows them: [{"id", "type", "age"}].
  source_passengers jsonb not null check (
    jsonb_typeof(source_passengers) = 'array' and octet_length(source_passengers::text) <= 10000),
  expires_at timestamptz not null,
  -- The request that was made with it.
  quote_id uuid references public.bkk_quote_requests (quote_id) on delete set null
);
comment on table public.bkk_flight_offers is 'Offers of suppliers until they expire, or as long as a request or an order has them.';

create index bkk_flight_offers_search_idx on public.bkk_flight_offers (search_key, found_at);
create index bkk_flight_offers_expires_at_idx on public.bkk_flight_offers (expires_at);
create index bkk_flight_offers_quote_idx on public.bkk_flight_offers (quote_id);

call bkk_internal.protect('bkk_flight_searches');
call bkk_internal.protect('bkk_flight_search_counts');
call bkk_internal.protect('bkk_flight_offers');

grant select (offer_id, source, source_offer_id, found_at, offer, total_satang, expires_at, quote_id)
  on table public.bkk_flight_offers to authenticated;
grant select on table public.bkk_flight_offers to service_role;

create policy "admins read every offer of a supplier" on public.bkk_flight_offers
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('flights')));

create function public.bkk_begin_flight_search(p_key text, p_network text, p_network_limit integer, p_limit integer) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Asia/Bangkok')::date;
  answered timestamptz;
  is_over boolean;
begin
  perform public.bkk_require_feature('flights');
  select search.searched_at into answered
    from public.bkk_flight_searches as search
    where search.key = p_key and search.searched_at > now() - interval '2 minutes';
  if found then
    return jsonb_build_object('state', 'ok', 'searched_at', answered, 'offers', (
      select coalesce(jsonb_agg(found.offer order by found.total_satang, found.offer_id), '[]')
      from public.bkk_flight_offers as found
      where found.search_key = p_key and found.found_at = answered and found.expires_at > now()));
  end if;
  -- Both rows in one order, so that two searches never wait for each other.
  with counted as (
    insert into public.bkk_flight_search_counts as counts (day, network, searches)
      select today, given.network, 1 from (values (''), (p_network)) as given (network) order by given.network
      on conflict (day, network) do update set searches = counts.searches + 1
      returning network, searches)
  select bool_or(counted.searches > case counted.network when '' then p_limit else p_network_limit end) into is_over from counted;
  return jsonb_build_object('state', case when is_over then 'limited' else 'new' end);
end
$$;
comment on function public.bkk_begin_flight_search is
  'What a search within two minutes has found: {"state": "ok", "searched_at", "offers"}; otherwise counts a search: {"state": "new"}, or "limited" over the limits of a day.';
call bkk_internal.expose('bkk_begin_flight_search', 'service_role');

create function public.bkk_store_flight_offers(p_key text, p_source text, p_request_id text, p_offers text) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  found_at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  perform public.bkk_require_feature('flights');
  insert into public.bkk_flight_searches as search (key, searched_at) values (p_key, found_at)
    on conflict (key) do update set searched_at = excluded.searched_at;
  insert into public.bkk_flight_offers (
      offer_id, source, source_offer_id, source_request_id, search_key, found_at, offer, total_satang, tax_satang, label,
      source_passengers, expires_at)
    select (given.value #>> '{offer,id}')::uuid, p_source, given.value ->> 'source_offer_id', p_request_id, p_key, found_at,
      given.value -> 'offer', (given.value #>> '{offer,totalSatang}')::bigint, (given.value ->> 'tax_satang')::bigint,
      given.value ->> 'label', given.value -> 'source_passengers', (given.value ->> 'expires_at')::timestamptz
    -- As text, because the data service limits the number of JSON values in an argument.
    from jsonb_array_elements(p_offers::jsonb) as given (value)
    limit 200;
  return jsonb_build_object('searched_at', found_at);
end
$$;
comment on function public.bkk_store_flight_offers is
  'Stores what a search of a supplier has found, [{"offer", "source_offer_id", "source_passengers", "tax_satang", "label", "expires_at"}], 200 at most: {"searched_at"}.';
call bkk_internal.expose('bkk_store_flight_offers', 'service_role');

create function public.bkk_update_flight_offer(p_offer_id uuid, p_offer jsonb, p_tax_satang bigint, p_expires_at timestamptz) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('flights');
  update public.bkk_flight_offers
    set offer = p_offer, total_satang = (p_offer ->> 'totalSatang')::bigint, tax_satang = p_tax_satang, expires_at = p_expires_at
    where offer_id = p_offer_id;
end
$$;
comment on function public.bkk_update_flight_offer is 'Stores the present price and conditions of an offer of a supplier.';
call bkk_internal.expose('bkk_update_flight_offer', 'service_role');

create function public.bkk_flight_offer(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('flights');
  return (select found.offer from public.bkk_flight_offers as found where found.offer_id = p_id);
end
$$;
comment on function public.bkk_flight_offer is
  'An offer of a supplier by its id, in the shape of FlightOffer; null once it is gone.';
call bkk_internal.expose('bkk_flight_offer', 'anon', 'authenticated');

-- The flights, lines and conditions of an offer in the shape of a booking, as bkk_internal.price_own_seats() has them.
create function bkk_internal.price_flight_offer(
    p_flight_offer public.bkk_flight_offers, out segments jsonb, out lines jsonb, out conditions jsonb, out origin text,
    out destination text, out departs_on date, out returns_on date)
  language plpgsql stable set search_path = '' as $$
begin
  select jsonb_agg(jsonb_build_object(
      'airline', flight.value -> 'airline', 'number', flight.value -> 'flightNumber',
      'origin', flight.value -> 'origin', 'destination', flight.value -> 'destination',
      'departs_at', flight.value #> '{departure,local}', 'departs_zone', flight.value #> '{departure,zone}',
      'arrives_at', flight.value #> '{arrival,local}', 'arrives_zone', flight.value #> '{arrival,zone}',
      'cabin', flight.value -> 'cabin', 'baggage', bkk_internal.baggage_text(jsonb_build_object(
        'cabin_kg', flight.value #> '{baggage,adult,cabinKg}', 'checked_pieces', flight.value #> '{baggage,adult,checkedPieces}',
        'checked_kg', flight.value #> '{baggage,adult,checkedKg}'))) order by slice.place, flight.place)
    into segments
    from jsonb_array_elements(p_flight_offer.offer -> 'slices') with ordinality as slice (value, place)
      cross join jsonb_array_elements(slice.value -> 'segments') with ordinality as flight (value, place);
  -- The supplier gives the price of all passengers together.
  lines := jsonb_build_array(jsonb_build_object(
    'label', p_flight_offer.label, 'type', null, 'count', 1,
    'price_satang', p_flight_offer.total_satang - coalesce(p_flight_offer.tax_satang, 0), 'tax_satang', coalesce(p_flight_offer.tax_satang, 0)));
  select jsonb_agg(jsonb_build_object('kind', rule.kind, 'text', '', 'rules', jsonb_build_array(jsonb_build_object(
      'is_allowed', p_flight_offer.offer -> rule.kind -> 'isAllowed', 'fee_satang', p_flight_offer.offer -> rule.kind -> 'feeSatang',
      'until_hours', p_flight_offer.offer -> rule.kind -> 'untilHoursBefore'))) order by rule.kind)
    into conditions
    from unnest(array['change', 'refund']) as rule (kind);
  origin := p_flight_offer.offer #>> '{slices,0,segments,0,origin}';
  destination := p_flight_offer.offer #>> '{slices,0,segments,-1,destination}';
  departs_on := left(segments #>> '{0,departs_at}', 10)::date;
  returns_on := left(segments #>> '{-1,arrives_at}', 10)::date;
end
$$;
comment on function bkk_internal.price_flight_offer is
  'The flights, lines and conditions of an offer of a supplier as a booking has them.';

create function public.bkk_request_flight_offer(p_request_key uuid, p_offer_id uuid, p_notes text) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  found_offer public.bkk_flight_offers;
  legs jsonb;
  flights text;
  new_id uuid;
begin
  perform public.bkk_require_feature('flights');
  perform bkk_internal.require_member('requests');
  select offer.* into found_offer from public.bkk_flight_offers as offer where offer.offer_id = p_offer_id;
  if not found then
    raise sqlstate 'PT409' using message = 'This offer has expired. Search again.', hint = 'bkk.offer_expired';
  end if;
  select jsonb_agg(jsonb_build_object(
      'origin', slice.value #> '{segments,0,origin}', 'destination', slice.value #> '{segments,-1,destination}',
      'dep_date', left(slice.value #>> '{segments,0,departure,local}', 10)) order by slice.place)
    into legs
    from jsonb_array_elements(found_offer.offer -> 'slices') with ordinality as slice (value, place);
  select string_agg(
      concat_ws(' ', flight.value ->> 'airline' || ' ' || (flight.value ->> 'flightNumber'), flight.value ->> 'origin',
        replace(flight.value #>> '{departure,local}', 'T', ' '), '–', flight.value ->> 'destination',
        replace(flight.value #>> '{arrival,local}', 'T', ' ')), E'\n' order by slice.place, flight.place)
    into flights
    from jsonb_array_elements(found_offer.offer -> 'slices') with ordinality as slice (value, place)
      cross join jsonb_array_elements(slice.value -> 'segments') with ordinality as flight (value, place);
  new_id := public.bkk_request_quote(
    legs, (found_offer.offer #>> '{passengers,adult}')::integer, (found_offer.offer #>> '{passengers,child}')::integer,
    (found_offer.offer #>> '{passengers,infant}')::integer,
    case found_offer.offer #>> '{slices,0,segments,0,cabin}' when 'premium' then 'premium_economy'
      else found_offer.offer #>> '{slices,0,segments,0,cabin}' end,
    0, '{}', null,
    left(concat_ws(E'\n\n', nullif(btrim(p_notes), ''),
      format(E'%s\nTHB %s', flights, to_char(found_offer.total_satang / 100.0, 'FM999,999,999,990.00'))), 2000),
    p_request_key);
  update public.bkk_flight_offers set quote_id = new_id where offer_id = p_offer_id and quote_id is null;
  return new_id;
end
$$;
comment on function public.bkk_request_flight_offer is
  'Asks the agency for an offer of a supplier that cannot be held, as bkk_request_quote() with its flights and price in the notes; a repeated key returns the first request.';
call bkk_internal.expose('bkk_request_flight_offer', 'authenticated');

create function bkk_internal.prune_flight_offers(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  pruned bigint;
begin
  delete from public.bkk_flight_offers where offer_id in (
    select offer.offer_id from public.bkk_flight_offers as offer
    -- Somebody may still look at it, and is then told that it has expired.
    where offer.expires_at < p_now - interval '1 hour' and offer.quote_id is null
      and not exists (select from public.bkk_supplier_orders as supplier where supplier.offer_id = offer.offer_id)
    order by offer.expires_at
    limit 5000 for update skip locked);
  get diagnostics pruned = row_count;
  delete from public.bkk_flight_searches where searched_at < p_now - interval '2 minutes';
  delete from public.bkk_flight_search_counts where day < (p_now at time zone 'Asia/Bangkok')::date - 1;
  delete from public.bkk_supplier_events where received_at < p_now - interval '30 days';
  return pruned;
end
$$;
comment on function bkk_internal.prune_flight_offers is
  'Deletes offers of suppliers an hour after they expired, unless a request or an order has them, and what searches and events leave; returns the number of offers, 5,000 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('prune_flight_offers', '10 minutes', 5000);
