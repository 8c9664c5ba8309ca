-- Group requests: what a member asks for beyond the columns of bkk_quote_requests, the agency's offers, and the time line.
-- bkk_quote_requests keeps the summary, whose origin, destination and day are those of the first leg.

insert into public.bkk_status_transitions (kind, from_status, action, actor, to_status) values
  ('request', 'PENDING', 'send_offer', 'admin', 'QUOTED'),
  ('request', 'PENDING', 'cancel', 'member', 'CANCELLED'),
  ('request', 'PENDING', 'cancel', 'admin', 'CANCELLED'),
  ('request', 'QUOTED', 'accept_offer', 'member', 'ACCEPTED'),
  ('request', 'QUOTED', 'decline_offer', 'member', 'DECLINED'),
  ('request', 'QUOTED', 'ask_change', 'member', 'PENDING'),
  ('request', 'QUOTED', 'expire', 'system', 'EXPIRED'),
  ('request', 'QUOTED', 'cancel', 'member', 'CANCELLED'),
  ('request', 'QUOTED', 'cancel', 'admin', 'CANCELLED'),
  ('request', 'DECLINED', 'send_offer', 'admin', 'QUOTED'),
  ('request', 'EXPIRED', 'send_offer', 'admin', 'QUOTED'),
  -- Only if the booking has ended.
  ('request', 'ACCEPTED', 'send_offer', 'admin', 'QUOTED'),
  -- Requests from before the feature.
  ('request', 'CONFIRMED', 'issue_tickets', 'admin', 'TICKETED'),
  ('request', 'CONFIRMED', 'cancel', 'admin', 'CANCELLED');

-- One row for each request, in a table of its own because `select *` of bkk_quote_requests is specified (spec §6).
create table public.bkk_quote_details (
  quote_id uuid primary key references public.bkk_quote_requests (quote_id) on delete cascade,
  -- Counts the changes: an action carries the version that its caller saw.
  version integer not null default 1,
  -- Repeating the call that made the request returns this one.
  user_id uuid not null references auth.users (id) on delete cascade,
  request_key uuid,
  cabin text not null default 'economy' check (cabin in ('economy', 'premium_economy', 'business', 'first')),
  -- The dates may move by so many days.
  flexible_days smallint not null default 0 check (flexible_days between 0 and 7),
  -- Ten codes at most; a null would be the question mark.
  preferred_airlines text[] not null default '{}'
    check (array_to_string(preferred_airlines, ',', '?') ~ '^([A-Z0-9]{2}(,[A-Z0-9]{2}){0,9})?$'),
  -- Per person.
  budget_satang bigint check (budget_satang between 1 and 100000000000),
  notes text check (char_length(notes) <= 2000),
  -- Whose answer the request waits for, and since when; null once it has ended.
  turn text check (turn in ('agency', 'member')),
  waiting_since timestamptz,
  -- The admin who has the request open, until the lease ends.
  opened_by uuid references auth.users (id) on delete set null,
  opened_until timestamptz,
  -- The admin who works on it, for admins only; null for nobody.
  assigned_to uuid references public.bkk_user_roles (user_id) on delete set null,
  unique (user_id, request_key)
);
comment on table public.bkk_quote_details is
  'What a request has beyond its summary in bkk_quote_requests; functions alone write it.';

create index bkk_quote_details_waiting_idx on public.bkk_quote_details (turn, waiting_since, quote_id);
-- The queue without a filter.
create index bkk_quote_details_waiting_since_idx on public.bkk_quote_details (waiting_since, quote_id);
create index bkk_quote_details_opened_by_idx on public.bkk_quote_details (opened_by);
create index bkk_quote_details_assigned_to_idx on public.bkk_quote_details (assigned_to, waiting_since, quote_id);

call bkk_internal.protect('bkk_quote_details');
grant select (quote_id, version, cabin, flexible_days, preferred_airlines, budget_satang, notes, turn, waiting_since)
  on table public.bkk_quote_details to authenticated;
grant select on table public.bkk_quote_details to service_role;

create policy "who reads a request reads its details" on public.bkk_quote_details
  for select to authenticated
  using ((select public.bkk_has_feature('requests')) and exists (
    select from public.bkk_quote_requests as request where request.quote_id = bkk_quote_details.quote_id));

-- The specified limits of requests, with the error of the constraint, while the feature is off. While it is on, callers of the
-- API change no status: each has its function. Functions of the owner are other users here.
create function bkk_internal.limit_specified_requests() returns trigger
  language plpgsql set search_path = '' as $$
declare
  is_on constant boolean := public.bkk_has_feature('requests');
  violated text;
begin
  if is_on then
    if current_user in ('anon', 'authenticated', 'service_role')
      and (case when tg_op = 'INSERT' then new.status <> 'PENDING' else new.status <> old.status end)
    then
      raise insufficient_privilege using
        message = 'With the feature requests the status of a request is changed by its functions, such as bkk_admin_send_offer.',
        hint = 'bkk.request_feature';
    end if;
    return new;
  end if;
  -- OLD is null for an INSERT.
  violated := case
    when new.pax_adt is distinct from old.pax_adt and new.pax_adt not between 1 and 9 then 'pax_adt'
    when new.pax_chd is distinct from old.pax_chd and new.pax_chd not between 0 and 9 then 'pax_chd'
    when new.pax_inf is distinct from old.pax_inf and new.pax_inf not between 0 and 9 then 'pax_inf'
    when new.status is distinct from old.status
      and new.status not in ('PENDING', 'QUOTED', 'CONFIRMED', 'TICKETED', 'CANCELLED') then 'status' end;
  if violated is not null then
    violated := format('bkk_quote_requests_%s_check', violated);
    raise check_violation using
      message = format('new row for relation "bkk_quote_requests" violates check constraint "%s"', violated),
      schema = 'public', table = 'bkk_quote_requests', constraint = violated;
  end if;
  return new;
end
$$;

-- By its name it fires before bkk_set_member and after bkk_check_quote_status.
create trigger bkk_limit_specified_requests
  before insert or update of status, pax_adt, pax_chd, pax_inf on public.bkk_quote_requests
  for each row execute function bkk_internal.limit_specified_requests();

-- Each request has its details; a change of its status is a new version.
create function bkk_internal.sync_quote_details() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.bkk_quote_details (quote_id, user_id, turn, waiting_since)
      values (
        new.quote_id, new.user_id,
        case when new.status in ('PENDING', 'QUOTED') then 'agency' end,
        case when new.status in ('PENDING', 'QUOTED') then now() end);
  else
    update public.bkk_quote_details
      set version = version + 1,
        user_id = new.user_id,
        -- A QUOTED request from before the feature has no offer to answer.
        turn = case new.status
          when 'PENDING' then 'agency'
          when 'QUOTED' then case when exists (
            select from public.bkk_quote_offers as offer where offer.quote_id = new.quote_id and offer.state = 'open')
            then 'member' else 'agency' end end,
        waiting_since = case when new.status in ('PENDING', 'QUOTED') then now() end
      where quote_id = new.quote_id;
  end if;
  return null;
end
$$;

create trigger bkk_sync_quote_details
  after insert or update of status, user_id on public.bkk_quote_requests
  for each row execute function bkk_internal.sync_quote_details();

create table public.bkk_quote_legs (
  quote_id uuid not null references public.bkk_quote_requests (quote_id) on delete cascade,
  position smallint not null check (position between 1 and 6),
  origin text not null check (origin ~ '^[A-Z]{3}$'),
  destination text not null check (destination ~ '^[A-Z]{3}$' and destination <> origin),
  dep_date date not null,
  primary key (quote_id, position)
);
comment on table public.bkk_quote_legs is 'The legs of a request with the feature requests, in their order.';

call bkk_internal.protect('bkk_quote_legs');
grant select (quote_id, position, origin, destination, dep_date) on table public.bkk_quote_legs to authenticated;
grant select on table public.bkk_quote_legs to service_role;

create policy "who reads a request reads its legs" on public.bkk_quote_legs
  for select to authenticated
  using ((select public.bkk_has_feature('requests')) and exists (
    select from public.bkk_quote_requests as request where request.quote_id = bkk_quote_legs.quote_id));

-- The offers of a request, version by version. What was offered never changes; only the state and the answer do.
create table public.bkk_quote_offers (
  quote_id uuid not null references public.bkk_quote_requests (quote_id) on delete cascade,
  version integer not null check (version >= 1),
  -- 'void' after the member asked for a change or the request was cancelled, 'replaced' by a newer offer, 'expired' at valid_until.
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'void', 'replaced', 'expired')),
  sent_at timestamptz not null default now(),
  sent_by uuid references auth.users (id) on delete set null,
  -- [{"airline": "TG", "number": "682", "origin": "BKK", "destination": "HND", "departs_at": "2026-12-26T23:45",
  -- "departs_zone": "Asia/Bangkok", "arrives_at": "2026-12-27T07:40", "arrives_zone": "Asia/Tokyo", "cabin": "economy",
  -- "baggage": "30 kg"}], local times in the order of travel.
  segments jsonb not null check (jsonb_typeof(segments) = 'array' and octet_length(segments::text) <= 65536),
  pax_adt smallint not null check (pax_adt between 0 and 300),
  pax_chd smallint not null check (pax_chd between 0 and 300),
  pax_inf smallint not null check (pax_inf between 0 and 300),
  -- Why the seats differ from the request.
  seats_reason text check (char_length(seats_reason) between 1 and 500),
  -- [{"label": "Adult fare", "type": "adult", "count": 18, "price_satang": 2190000, "tax_satang": 485000}], price and tax of each.
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and octet_length(lines::text) <= 65536),
  total_satang bigint not null check (total_satang between 0 and 100000000000),
  -- [{"kind": "baggage", "text": "30 kg each"}]
  conditions jsonb not null default '[]' check (jsonb_typeof(conditions) = 'array' and octet_length(conditions::text) <= 65536),
  valid_until timestamptz not null,
  hold_expires_at timestamptz not null check (hold_expires_at >= valid_until),
  deposit_satang bigint not null check (deposit_satang between 0 and total_satang),
  deposit_due_at timestamptz not null check (deposit_due_at <= hold_expires_at),
  balance_due_at timestamptz,
  names_due_at timestamptz,
  -- For admins only.
  margin_satang bigint,
  internal_notes text check (char_length(internal_notes) <= 2000),
  answered_at timestamptz,
  -- The reason of a decline, or the change that was asked for.
  answer text check (char_length(answer) <= 2000),
  primary key (quote_id, version)
);
comment on table public.bkk_quote_offers is 'The offers of a request; functions alone write them.';

create unique index bkk_quote_offers_open_idx on public.bkk_quote_offers (quote_id) where state = 'open';
create index bkk_quote_offers_valid_until_idx on public.bkk_quote_offers (valid_until) where state = 'open';
create index bkk_quote_offers_sent_by_idx on public.bkk_quote_offers (sent_by);

call bkk_internal.protect('bkk_quote_offers');
grant select (
    quote_id, version, state, sent_at, segments, pax_adt, pax_chd, pax_inf, seats_reason, lines, total_satang, conditions,
    valid_until, hold_expires_at, deposit_satang, deposit_due_at, balance_due_at, names_due_at, answered_at, answer)
  on table public.bkk_quote_offers to authenticated;
grant select on table public.bkk_quote_offers to service_role;

create policy "who reads a request reads its offers" on public.bkk_quote_offers
  for select to authenticated
  using ((select public.bkk_has_feature('requests')) and exists (
    select from public.bkk_quote_requests as request where request.quote_id = bkk_quote_offers.quote_id));

-- Offers with margin and internal notes, for admins; empty for other callers.
create view public.bkk_quote_offers_admin_view with (security_barrier) as
  select offer.*
  from public.bkk_quote_offers as offer
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('requests'));
comment on view public.bkk_quote_offers_admin_view is
  'The offers with margin and internal notes, for admins; empty for other callers.';

revoke all on table public.bkk_quote_offers_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_quote_offers_admin_view to authenticated;

-- The time line of a request, oldest first.
create table public.bkk_quote_events (
  event_id bigint generated always as identity primary key,
  quote_id uuid not null references public.bkk_quote_requests (quote_id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  actor text not null check (actor in ('member', 'admin', 'system')),
  -- Without a foreign key, because the event outlives the account.
  actor_id uuid,
  actor_name text check (char_length(actor_name) <= 200),
  event text not null check (event ~ '^[a-z_]{1,40}$'),
  -- Version, amounts and deadlines of an offer.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 10000),
  -- The words of the member or of the admin.
  message text check (char_length(message) <= 2000),
  -- The member does not read it, such as who works on the request.
  for_admins boolean not null default false
);
comment on table public.bkk_quote_events is 'What happened to a request: append-only.';

create index bkk_quote_events_quote_idx on public.bkk_quote_events (quote_id, event_id);
-- The requests of a member within an hour are limited.
create index bkk_quote_events_actor_idx on public.bkk_quote_events (actor_id, created_at);

call bkk_internal.protect('bkk_quote_events');
revoke all on sequence public.bkk_quote_events_event_id_seq from public, anon, authenticated, service_role;
grant select (event_id, quote_id, created_at, actor, actor_name, event, details, message)
  on table public.bkk_quote_events to authenticated;
grant select on table public.bkk_quote_events to service_role;

create policy "who reads a request reads its events" on public.bkk_quote_events
  for select to authenticated
  using ((select public.bkk_has_feature('requests')) and (not for_admins or (select public.bkk_is_admin())) and exists (
    select from public.bkk_quote_requests as request where request.quote_id = bkk_quote_events.quote_id));

create trigger bkk_protect_history
  before update or delete on public.bkk_quote_events
  for each row execute function bkk_internal.protect_history('actor_name', 'message');
