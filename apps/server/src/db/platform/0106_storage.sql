-- The storage schema with the tables, functions and grants of hosted Supabase, as far as this product uses them. Row policies
-- on both tables decide every call of the storage service as its caller; there are none until a migration makes one.

do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then
    begin
      create role supabase_storage_admin nologin noinherit;
    exception
      -- Another database's start has created it since the check.
      when duplicate_object or unique_violation then null;
    end;
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant supabase_storage_admin to %I', current_user);
    end if;
  end if;
  -- Product migrations put policies on the tables, which takes their owner.
  if not pg_has_role(bkksiam_private.product_owner(), 'supabase_storage_admin', 'MEMBER') then
    execute format('grant supabase_storage_admin to %I', bkksiam_private.product_owner());
  end if;
end
$$;

-- Not owned by the role of its tables: whoever may put policies on them creates nothing here.
create schema if not exists storage;
grant usage, create on schema storage to supabase_storage_admin;

set local role supabase_storage_admin;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text not null primary key,
  name text not null,
  -- Only set for owners whose subject is a uuid; owner_id has every subject.
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid not null default gen_random_uuid() primary key,
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  -- As in storage.buckets.
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  -- Names the bytes: new with each write.
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);
-- For the job that compares rows and bytes, and for a person's objects; hosted projects have neither.
create index objects_version_idx on storage.objects (version);
create index objects_owner_id_idx on storage.objects (owner_id);

create or replace function storage.enforce_bucket_name_length() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end
$$;
create or replace trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

create or replace function storage.update_updated_at_column() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create or replace trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- A row that is deleted in SQL would leave its bytes behind.
create or replace function storage.protect_delete() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end
$$;
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

create or replace function storage.foldername(name text) returns text[]
  language sql immutable set search_path = ''
as $$
  select parts[1:cardinality(parts) - 1] from (values (string_to_array(name, '/'))) as split (parts)
$$;

create or replace function storage.filename(name text) returns text
  language sql immutable set search_path = ''
as $$
  select parts[cardinality(parts)] from (values (string_to_array(name, '/'))) as split (parts)
$$;

create or replace function storage.extension(name text) returns text
  language sql immutable set search_path = ''
as $$
  select substring(storage.filename(name) from '[^.]*$')
$$;

-- What the service is doing, such as `storage.object.upload`; null outside of it.
create or replace function storage.operation() returns text
  language sql stable set search_path = ''
as $$
  select nullif(current_setting('storage.operation', true), '')
$$;

create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from unnest(expected_operations) as expected
    where regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', ''))
$$;

create or replace function storage.allow_only_operation(expected_operation text) returns boolean
  language sql stable set search_path = ''
as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

create or replace function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
  language sql stable set search_path = ''
as $$
  select sum((metadata ->> 'size')::bigint)::bigint, bucket_id from storage.objects group by bucket_id
$$;

-- Raises unless the caller may insert the object; keeps nothing.
create or replace function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata) values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
revoke all on all functions in schema storage from public;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text), storage.operation(),
  storage.allow_any_operation(text[]), storage.allow_only_operation(text), storage.get_size_by_bucket(),
  storage.can_insert_object(text, text, uuid, jsonb)
  to anon, authenticated, service_role;

reset role;
revoke create on schema storage from supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role;

do $$
declare
  owner text := bkksiam_private.product_owner();
begin
  execute format('grant usage on schema storage to %I', owner);
  set local role supabase_storage_admin;
  execute format('grant all on all tables in schema storage to %I', owner);
  execute format('grant execute on all functions in schema storage to %I', owner);
  reset role;
end
$$;
