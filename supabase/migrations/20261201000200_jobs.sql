-- Scheduled work. A job is a function that takes the present time, does what is due in set-based statements of bounded size,
-- and returns the number of rows. Servers call bkk_run_due() every few seconds, pg_cron does on hosted projects. A job never
-- runs in two callers at once.

create table public.bkk_jobs (
  -- The name of the function, in schema public.
  name text primary key check (name ~ '^bkk_[a-z_]+$'),
  -- The time from one run to the next.
  every interval not null check (every >= interval '0'),
  -- A run that returns this many rows has left some, and the job is due again at once.
  batch_size integer not null check (batch_size > 0),
  due_at timestamptz not null default '-infinity',
  last_run_at timestamptz,
  last_failure text
);
comment on table public.bkk_jobs is 'The scheduled functions, and when each is due next.';

alter table public.bkk_jobs enable row level security;

revoke all on table public.bkk_jobs from public, anon, authenticated, service_role;
grant select on table public.bkk_jobs to service_role;

create function public.bkk_run_due(p_now timestamptz) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  job record;
  count bigint;
  failure text;
  results jsonb := '{}';
begin
  for job in
    select name, every, batch_size from public.bkk_jobs
    -- A due_at this far ahead means that the clock was set back: the job runs now.
    where due_at <= p_now or due_at > p_now + every
    order by due_at
    for no key update skip locked
  loop
    begin
      failure := null;
      execute format('select public.%I($1)', job.name) into count using p_now;
    exception when others then
      count := null;
      failure := sqlstate || ' ' || sqlerrm;
    end;
    update public.bkk_jobs
      set due_at = case when count >= batch_size then p_now else p_now + every end,
        last_run_at = p_now, last_failure = failure
      where name = job.name;
    if failure is not null then
      results := results || jsonb_build_object(job.name, jsonb_build_object('failure', failure));
    elsif count > 0 then
      results := results || jsonb_build_object(job.name, jsonb_build_object('rows', count));
    end if;
  end loop;
  return results;
end
$$;
comment on function public.bkk_run_due(timestamptz) is
  'Runs the jobs that are due at a time, for the owner: {"<job>": {"rows": 2}} or {"<job>": {"failure": "..."}}, without jobs that found nothing to do.';

create function public.bkk_run_due() returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return public.bkk_run_due(clock_timestamp());
end
$$;
comment on function public.bkk_run_due() is 'Runs the jobs that are due; see bkk_run_due(timestamptz).';

revoke all on function public.bkk_run_due(p_now timestamptz) from public, anon, authenticated, service_role;
revoke all on function public.bkk_run_due() from public, anon, authenticated, service_role;
-- Our servers call this as supabase_auth_admin when no user is involved; no caller of the API can become that role.
grant execute on function public.bkk_run_due() to service_role, supabase_auth_admin;
