-- The schema realtime of hosted Supabase, and what servers need for /realtime/v1. Servers call the functions server_* as
-- service_role; hosted projects have the rest. Every table is unlogged: what is here only passes through, within minutes.

create schema if not exists realtime;

-- What tables of the publication are watched for, and members of private channels are told. Publishing a table is all that
-- a migration does: `alter publication supabase_realtime add table ...`.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    set local client_min_messages = error;
    create publication supabase_realtime;
  end if;
end
$$;

-- One row per message from SQL. Policies decide who reads and writes the private channel that realtime.topic() names.
create unlogged table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
);
create index messages_inserted_at_topic_idx on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;
alter table realtime.messages enable row level security;

create function realtime.topic() returns text
  language sql stable set search_path = ''
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Sends to the channel's subscribers at commit. A failure is a warning, so that it never ends the writer's transaction.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void language plpgsql set search_path = ''
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
    values (
      message_id,
      case when jsonb_typeof(payload) = 'object' and not payload ? 'id'
        then payload || jsonb_build_object('id', message_id) else payload end,
      event, topic, private, 'broadcast');
exception
  when others then raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
  returns void language plpgsql set search_path = ''
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast');
exception
  when others then raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For triggers: sends a row's change to the private channel.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW')
  returns void language plpgsql set search_path = ''
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', case when operation = 'INSERT' then null else to_jsonb(old) end,
      'record', case when operation = 'DELETE' then null else to_jsonb(new) end,
      'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end
$$;

create function bkksiam_private.notify_of_message() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end
$$;
create trigger notify_of_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function bkksiam_private.notify_of_message();

-- The changes of published tables, for some minutes. A transaction is one notification, sent by PostgreSQL in the order of
-- commits; what is rolled back is never read.
create unlogged table bkksiam_private.realtime_changes (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  relation oid not null,
  type text not null,
  record jsonb,
  old_record jsonb,
  is_cut boolean not null default false,
  recorded_at timestamptz not null default clock_timestamp()
);
create index realtime_changes_transaction_idx on bkksiam_private.realtime_changes (transaction_id);
create index realtime_changes_recorded_at_idx on bkksiam_private.realtime_changes (recorded_at);

-- Leaves out what is over 64 bytes of a row over 1 MiB.
create function bkksiam_private.cut_record(p_record jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_record) where octet_length(value::text) <= 64
$$;

-- The trigger of a published table. Its arguments: `full` for all of the old row or `key`, then the columns of the key.
create function bkksiam_private.record_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  present jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  former jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  cut boolean := false;
begin
  if tg_argv[0] = 'key' and former is not null then
    former := (select coalesce(jsonb_object_agg(name, former -> name), '{}') from unnest(tg_argv[1:]) as name);
  end if;
  if octet_length(coalesce(present::text, '')) + octet_length(coalesce(former::text, '')) > 1048576 then
    present := bkksiam_private.cut_record(present);
    former := bkksiam_private.cut_record(former);
    cut := true;
  end if;
  insert into bkksiam_private.realtime_changes (relation, type, record, old_record, is_cut)
    values (tg_relid, tg_op, present, former, cut);
  perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  return null;
end
$$;

-- The tables whose trigger is not the one that records their changes: the arguments that it has to have, null for a table that
-- is not published, and those that it has.
create function bkksiam_private.differently_watched_tables() returns table (relation regclass, wanted text, present text)
  language sql stable security definer set search_path = ''
as $$
  with published as materialized (
    select format('%I.%I', schemaname, tablename)::regclass::oid as id
    from pg_catalog.pg_publication_tables where pubname = 'supabase_realtime'),
  to_watch as (
    -- Every join asks this, so that the subqueries depend on the published tables alone.
    select id,
      concat_ws(', ', (select case when relreplident = 'f' then '''full''' else '''key''' end from pg_catalog.pg_class where oid = id), (
        select string_agg(quote_literal(attname), ', ' order by place)
        from pg_catalog.pg_index, unnest(indkey::int2[]) with ordinality as key (number, place)
          join pg_catalog.pg_attribute on attnum = key.number
        where indrelid = id and indisprimary and attrelid = id)) as wanted
    from published),
  watched as (
    select tgrelid as id, substring(pg_get_triggerdef(oid) from 'record_change\((.*)\)$') as present
    from pg_catalog.pg_trigger where tgname = 'zz_record_change')
  select coalesce(to_watch.id, watched.id)::regclass, wanted, present
  from to_watch full join watched on watched.id = to_watch.id
  where wanted is distinct from present
$$;

-- Gives every published table the trigger that records its changes, and takes it from the others.
create function bkksiam_private.watch_published_tables() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  found record;
begin
  -- Almost always nothing has changed, and no caller waits for another.
  if not exists (select from bkksiam_private.differently_watched_tables()) then
    return;
  end if;
  -- Two servers may look at once.
  perform pg_advisory_xact_lock(7424600002);
  for found in select * from bkksiam_private.differently_watched_tables() loop
    if found.present is not null then
      execute format('drop trigger if exists zz_record_change on %s', found.relation);
    end if;
    if found.wanted is not null then
      execute format(
        'create trigger zz_record_change after insert or update or delete on %s for each row execute function bkksiam_private.record_change(%s)',
        found.relation, found.wanted);
    end if;
  end loop;
end
$$;

-- The SQL condition of a subscription's filters, `[{"column", "operator", "value", "not"}]`, on a row named `row`. The role
-- has to be able to select the columns: whether a change arrives tells what they hold.
create function bkksiam_private.filter_condition(p_role text, p_table regclass, p_filters jsonb) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  filter jsonb;
  parts text[] := '{}';
  kind text;
  part text;
begin
  for filter in select value from jsonb_array_elements(p_filters) loop
    select format_type(atttypid, atttypmod) into kind from pg_catalog.pg_attribute
      where attrelid = p_table and attname = filter ->> 'column' and attnum > 0 and not attisdropped
        and has_column_privilege(p_role, attrelid, attnum, 'select');
    if not found then
      raise exception 'invalid column for filter %', filter ->> 'column' using errcode = '42703';
    end if;
    -- A regular expression that cannot be compiled fails only for a row with a value.
    if filter ->> 'operator' in ('match', 'imatch') then
      perform '' ~ (filter ->> 'value');
    end if;
    part := case filter ->> 'operator'
      when 'in' then format('%L::%s[]', (select array_agg(value) from jsonb_array_elements_text(filter -> 'value')), kind)
      when 'is' then filter ->> 'value'
      when 'like' then format('%L', filter ->> 'value')
      when 'ilike' then format('%L', filter ->> 'value')
      when 'match' then format('%L', filter ->> 'value')
      when 'imatch' then format('%L', filter ->> 'value')
      else format('%L::%s', filter ->> 'value', kind)
    end;
    part := format(
      case filter ->> 'operator'
        when 'eq' then '"row".%I = %s' when 'neq' then '"row".%I <> %s'
        when 'lt' then '"row".%I < %s' when 'lte' then '"row".%I <= %s'
        when 'gt' then '"row".%I > %s' when 'gte' then '"row".%I >= %s'
        when 'in' then '"row".%I = any (%s)' when 'is' then '"row".%I is %s'
        when 'like' then '"row".%I::text like %s' when 'ilike' then '"row".%I::text ilike %s'
        when 'match' then '"row".%I::text ~ %s' when 'imatch' then '"row".%I::text ~* %s'
        when 'isdistinct' then '"row".%I is distinct from %s'
      end, filter ->> 'column', part);
    parts := parts || (case when (filter ->> 'not')::boolean then 'not (' else '(' end || part || ')');
  end loop;
  return array_to_string(parts, ' and ');
end
$$;

-- Whether the conditions hold for a row, as the caller: a pattern takes no longer than the caller's statements may.
create function realtime.server_matches(p_schema text, p_table text, p_record jsonb, p_conditions text[])
  returns boolean[] language plpgsql stable set search_path = ''
as $$
declare
  matches boolean[];
begin
  execute format(
    'select array[%s] from (select (jsonb_populate_record(null::%I.%I, $1)).*) as "row"',
    (select string_agg(format('coalesce((%s), false)', condition), ', ' order by place)
      from unnest(p_conditions) with ordinality as c (condition, place)),
    p_schema, p_table)
    into matches using p_record;
  return matches;
end
$$;

-- The conditions and problems of a role's subscriptions to changes, `[{"schema", "table", "filters"}]`, in their order. A name
-- may be `*`. The snapshot tells which changes were committed before.
create function realtime.server_subscribe(p_role text, p_subscriptions jsonb)
  returns table (place int, condition text, problem text, snapshot text)
  language plpgsql security definer set search_path = ''
as $$
declare
  wanted jsonb;
  relation regclass;
begin
  perform bkksiam_private.watch_published_tables();
  for wanted, place in select value, ordinality from jsonb_array_elements(p_subscriptions) with ordinality loop
    condition := '';
    problem := null;
    select format('%I.%I', schemaname, tablename)::regclass into relation
      from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime'
        and wanted ->> 'schema' in ('*', schemaname) and wanted ->> 'table' in ('*', tablename)
      limit 1;
    if not found then
      problem := 'unpublished';
    elsif jsonb_array_length(wanted -> 'filters') > 0 then
      begin
        if '*' in (wanted ->> 'schema', wanted ->> 'table') then
          raise exception 'a filter needs a schema and a table';
        end if;
        condition := bkksiam_private.filter_condition(p_role, relation, wanted -> 'filters');
        perform realtime.server_matches(wanted ->> 'schema', wanted ->> 'table', '{}', array[condition]);
      exception
        when others then problem := sqlerrm;
      end;
    end if;
    snapshot := pg_current_snapshot()::text;
    return next;
  end loop;
end
$$;

-- The changes of the transactions, or those that were recorded lately, of tables that are still published.
create function realtime.server_changes(p_transactions text[], p_after bigint, p_limit int)
  returns table (
    id bigint, transaction_id text, schema_name text, table_name text, type text, commit_timestamp text, columns jsonb,
    record jsonb, old_record jsonb, is_cut boolean, has_policies boolean, key jsonb, readable jsonb)
  language sql stable security definer set search_path = ''
as $$
  with chosen as (
    select c.* from bkksiam_private.realtime_changes as c
    where c.id > p_after
      and (c.transaction_id = any (p_transactions::xid8[])
        or p_transactions is null and c.recorded_at > clock_timestamp() - interval '1 minute')
    order by c.id limit p_limit)
  select c.id, c.transaction_id::text, p.schemaname::text, p.tablename::text, c.type,
    to_char(c.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    about.columns, c.record, c.old_record, c.is_cut, relation.relrowsecurity,
    (select jsonb_object_agg(name, coalesce(c.record, c.old_record) -> name) from jsonb_array_elements_text(about.key) as name),
    about.readable
  from chosen as c
    join pg_catalog.pg_class as relation on relation.oid = c.relation
    join pg_catalog.pg_namespace as n on n.oid = relation.relnamespace
    join pg_catalog.pg_publication_tables as p
      on p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = relation.relname
    cross join lateral (
      select
        jsonb_agg(jsonb_build_object('name', attname, 'type', (
          select typname from pg_catalog.pg_type as t where t.oid = atttypid)) order by attnum) as columns,
        coalesce(jsonb_agg(attname) filter (where is_key), '[]') as key,
        jsonb_build_object(
          'anon', coalesce(jsonb_agg(attname) filter (
            where has_column_privilege('anon', attrelid, attnum, 'select')), '[]'),
          'authenticated', coalesce(jsonb_agg(attname) filter (
            where has_column_privilege('authenticated', attrelid, attnum, 'select')), '[]'),
          'service_role', coalesce(jsonb_agg(attname) filter (
            where has_column_privilege('service_role', attrelid, attnum, 'select')), '[]')) as readable
      from pg_catalog.pg_attribute
        cross join lateral (
          select exists (
            select from pg_catalog.pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey)) as is_key) as k
      where attrelid = c.relation and attnum > 0 and not attisdropped) as about
  order by c.id
$$;

-- Which of the rows with the keys each of the callers sees by its policies now, as their places. Each look is undone, and with
-- it the caller's role.
create function realtime.server_visible(p_schema text, p_table text, p_keys jsonb, p_roles text[], p_claims text[])
  returns jsonb language plpgsql set search_path = ''
as $$
declare
  query text := format(
    'select jsonb_agg(place) from jsonb_array_elements($1) with ordinality as k (key, place)
      where exists (select from %I.%I as r where %s)', p_schema, p_table,
    (select string_agg(format('r.%1$I = (jsonb_populate_record(null::%2$I.%3$I, k.key)).%1$I', name, p_schema, p_table), ' and ')
      from jsonb_object_keys(p_keys -> 0) as name));
  visible jsonb := '[]';
  places jsonb;
begin
  for caller in 1 .. cardinality(p_roles) loop
    places := null;
    begin
      perform set_config('request.jwt.claims', p_claims[caller], true);
      perform set_config('role', p_roles[caller], true);
      execute query into places using p_keys;
      raise exception using errcode = 'RT000';
    exception
      when sqlstate 'RT000' then null;
      when others then places := null;
    end;
    visible := visible || jsonb_build_array(coalesce(places, '[]'));
  end loop;
  return visible;
end
$$;

-- What the caller may do in a private channel by the policies of realtime.messages: rows are written and read as the caller,
-- and undone.
create function realtime.server_authorize(p_topic text, p_role text, p_claims text)
  returns table (extension text, reads boolean, writes boolean)
  language plpgsql set search_path = ''
as $$
declare
  message_id uuid;
begin
  foreach extension in array array['broadcast', 'presence'] loop
    reads := false;
    writes := false;
    message_id := gen_random_uuid();
    begin
      insert into realtime.messages (id, topic, extension) values (message_id, p_topic, extension);
      perform set_config('realtime.topic', p_topic, true);
      perform set_config('request.jwt.claims', p_claims, true);
      perform set_config('role', p_role, true);
      reads := exists (select from realtime.messages as m where m.id = message_id);
      raise exception using errcode = 'RT000';
    exception
      when sqlstate 'RT000' then null;
      when others then reads := false;
    end;
    begin
      perform set_config('realtime.topic', p_topic, true);
      perform set_config('request.jwt.claims', p_claims, true);
      perform set_config('role', p_role, true);
      insert into realtime.messages (topic, extension) values (p_topic, extension);
      writes := true;
      raise exception using errcode = 'RT000';
    exception
      when sqlstate 'RT000' then null;
      when others then writes := false;
    end;
    return next;
  end loop;
end
$$;

-- Broadcasts on their way to the other servers.
create unlogged table bkksiam_private.realtime_relays (
  id bigint generated always as identity primary key,
  server uuid not null,
  messages jsonb not null,
  sent_at timestamptz not null default clock_timestamp()
);
create index realtime_relays_sent_at_idx on bkksiam_private.realtime_relays (sent_at);

create function realtime.server_relay(p_server uuid, p_messages jsonb) returns void
  language sql security definer set search_path = ''
as $$
  with relay as (
    insert into bkksiam_private.realtime_relays (server, messages) values (p_server, p_messages) returning id)
  select pg_notify('realtime_relays', id::text || ' ' || p_server::text) from relay
$$;

-- The relays with the ids, or those of the last minute; without the server's own.
create function realtime.server_relayed(p_server uuid, p_ids bigint[]) returns table (id bigint, messages jsonb)
  language sql stable security definer set search_path = ''
as $$
  select r.id, r.messages from bkksiam_private.realtime_relays as r
  where r.server <> p_server
    and (r.id = any (p_ids) or p_ids is null and r.sent_at > clock_timestamp() - interval '1 minute')
  order by r.id
$$;

-- The servers that are running, and who is present on them.
create unlogged table bkksiam_private.realtime_servers (
  id uuid primary key,
  seen_at timestamptz not null default clock_timestamp()
);
create unlogged table bkksiam_private.realtime_presences (
  server uuid not null references bkksiam_private.realtime_servers (id) on delete cascade,
  channel bigint not null,
  topic text not null,
  private boolean not null,
  key text not null,
  meta jsonb not null,
  primary key (server, channel)
);
create index realtime_presences_topic_idx on bkksiam_private.realtime_presences (topic, private);

create function bkksiam_private.notify_of_presence() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify(
    'realtime_presences',
    case when coalesce(new.private, old.private) then 'private:' else 'public:' end || coalesce(new.topic, old.topic));
  return null;
end
$$;
create trigger notify_of_presence after insert or update or delete on bkksiam_private.realtime_presences
  for each row execute function bkksiam_private.notify_of_presence();

create function bkksiam_private.notify_of_server() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('realtime_servers', new.id::text);
  return null;
end
$$;
create trigger notify_of_server after insert on bkksiam_private.realtime_servers
  for each row execute function bkksiam_private.notify_of_server();

-- Says that a server runs, and forgets those that have said nothing for 20 s. Returns how many others run.
create function realtime.server_alive(p_server uuid) returns bigint
  language sql security definer set search_path = ''
as $$
  insert into bkksiam_private.realtime_servers as s (id) values (p_server)
    on conflict (id) do update set seen_at = clock_timestamp();
  delete from bkksiam_private.realtime_servers where seen_at < clock_timestamp() - interval '20 seconds';
  select count(*) from bkksiam_private.realtime_servers where id <> p_server
$$;

create function realtime.server_track(
  p_server uuid, p_channel bigint, p_topic text, p_private boolean, p_key text, p_meta jsonb) returns void
  language sql security definer set search_path = ''
as $$
  insert into bkksiam_private.realtime_servers as s (id) values (p_server)
    on conflict (id) do update set seen_at = clock_timestamp();
  insert into bkksiam_private.realtime_presences as p (server, channel, topic, private, key, meta)
    values (p_server, p_channel, p_topic, p_private, p_key, p_meta)
    on conflict (server, channel) do update set meta = excluded.meta
$$;

create function realtime.server_untrack(p_server uuid, p_channels bigint[]) returns void
  language sql security definer set search_path = ''
as $$
  delete from bkksiam_private.realtime_presences where server = p_server and channel = any (p_channels)
$$;

create function realtime.server_presences(p_topic text, p_private boolean) returns table (key text, meta jsonb)
  language sql stable security definer set search_path = ''
as $$
  select p.key, p.meta from bkksiam_private.realtime_presences as p
  where p.topic = p_topic and p.private = p_private
  order by p.key, p.meta ->> 'phx_ref'
$$;

create function realtime.server_stops(p_server uuid) returns void
  language sql security definer set search_path = ''
as $$
  delete from bkksiam_private.realtime_servers where id = p_server
$$;

-- Deletes what has been delivered: changes after five minutes, relays after two, messages after 72 hours.
create function realtime.server_prune() returns void
  language sql security definer set search_path = ''
as $$
  delete from bkksiam_private.realtime_changes where recorded_at < clock_timestamp() - interval '5 minutes';
  delete from bkksiam_private.realtime_relays where sent_at < clock_timestamp() - interval '2 minutes';
  delete from realtime.messages where inserted_at < (now() at time zone 'UTC') - interval '72 hours'
$$;

do $$
declare
  owner text := bkksiam_private.product_owner();
begin
  revoke all on all tables in schema realtime from public;
  revoke all on all functions in schema realtime from public;
  revoke all on bkksiam_private.realtime_changes, bkksiam_private.realtime_relays, bkksiam_private.realtime_servers,
    bkksiam_private.realtime_presences from public;
  revoke all on function bkksiam_private.notify_of_message(), bkksiam_private.cut_record(jsonb),
    bkksiam_private.record_change(), bkksiam_private.differently_watched_tables(),
    bkksiam_private.watch_published_tables(),
    bkksiam_private.filter_condition(text, regclass, jsonb), bkksiam_private.notify_of_presence(),
    bkksiam_private.notify_of_server() from public;

  grant usage on schema realtime to anon, authenticated, service_role;
  -- An owner of a table has to be able to create it.
  execute format('grant usage, create on schema realtime to %I', owner);
  grant select, insert, update on realtime.messages to anon, authenticated, service_role;
  execute format(
    'grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean), realtime.send_binary(bytea, text, text, boolean), realtime.broadcast_changes(text, text, text, text, text, record, record, text) to anon, authenticated, service_role, %I',
    owner);
  grant execute on function
    realtime.server_subscribe(text, jsonb), realtime.server_changes(text[], bigint, int),
    realtime.server_visible(text, text, jsonb, text[], text[]), realtime.server_authorize(text, text, text),
    realtime.server_relay(uuid, jsonb), realtime.server_relayed(uuid, bigint[]), realtime.server_alive(uuid),
    realtime.server_track(uuid, bigint, text, boolean, text, jsonb), realtime.server_untrack(uuid, bigint[]),
    realtime.server_presences(text, boolean), realtime.server_stops(uuid), realtime.server_prune() to service_role;
  grant execute on function realtime.server_matches(text, text, jsonb, text[]) to authenticated, service_role;
  -- The owner of the product writes policies of the messages, and publishes its tables.
  execute format('alter table realtime.messages owner to %I', owner);
  execute format('alter publication supabase_realtime owner to %I', owner);
end
$$;
