-- Scheduled work. A job is a function that takes the present time, does what is due in set-based statements of bounded size,
-- and returns the number of rows. Servers call bkk_run_job() for what is due every few seconds, pg_cron does every minute on hosted
-- projects: one call, transaction and time limit for each job, so that one that fails or is cancelled leaves the others alone.
-- A job never runs in two callers at once.

create table public.bkk_jobs (
  -- The name of the function, in schema bkk_internal.
  name text primary key check (name ~ '^[a-z_]+$'),
  -- The time from one run to the next.
  every interval not null check (every >= interval '0'),
  -- A run that returns this many rows has left some, and the job is due again at once.
  batch_size integer not null check (batch_size > 0),
  due_at timestamptz not null default '-infinity',
  last_run_at timestamptz,
  last_failure text
);
comment on table public.bkk_jobs is 'The scheduled functions, and when each is due next.';

call bkk_internal.protect('bkk_jobs');
grant select on table public.bkk_jobs to service_role;

create function bkk_internal.run_job(p_name text, p_now timestamptz) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  job public.bkk_jobs;
  count bigint;
  failure text;
begin
  select known.* into job from public.bkk_jobs as known
    -- A due_at this far ahead means that the clock was set back: the job runs now.
    where known.name = p_name and (known.due_at <= p_now or known.due_at > p_now + known.every)
    for no key update skip locked;
  if not found then
    return null;
  end if;
  begin
    execute format('select bkk_internal.%I($1)', job.name) into count using p_now;
  exception when query_canceled or others then
    -- OTHERS alone lets a cancelled statement pass, whose job would stay the first that is due.
    count := null;
    failure := sqlstate || ' ' || sqlerrm;
  end;
  update public.bkk_jobs
    set due_at = case when count >= job.batch_size then p_now else p_now + every end,
      last_run_at = p_now, last_failure = failure
    where name = job.name;
  return case when failure is null then jsonb_build_object('rows', coalesce(count, 0))
    else jsonb_build_object('failure', failure) end;
end
$$;
comment on function bkk_internal.run_job is
  'Runs a job if it is due at a time and runs nowhere else: {"rows": 2} or {"failure": "..."}, else null.';

create function public.bkk_run_job(p_name text) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  return bkk_internal.run_job(p_name, clock_timestamp());
end
$$;
comment on function public.bkk_run_job is 'Runs a job if it is due: {"rows": 2} or {"failure": "..."}, else null.';
call bkk_internal.expose('bkk_run_job', 'service_role', 'supabase_auth_admin');

create function public.bkk_job_states() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
      jsonb_build_object(
        'name', name,
        'is_due', due_at <= clock_timestamp() or due_at > clock_timestamp() + every,
        -- A job that has never run is due since -infinity, which JSON does not have.
        'overdue_seconds', case when isfinite(due_at) then
          greatest(extract(epoch from clock_timestamp() - due_at), 0)::float8 else 0 end,
        'failure', last_failure)
      order by due_at, name), '[]')
  from public.bkk_jobs
$$;
comment on function public.bkk_job_states is
  'The jobs, the longest due first: [{"name", "is_due", "overdue_seconds", "failure"}]; failure is that of the last run, or null.';
call bkk_internal.expose('bkk_job_states', 'supabase_auth_admin');

create function bkk_internal.run_due(p_now timestamptz default clock_timestamp()) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  job record;
  result jsonb;
  results jsonb := '{}';
begin
  for job in select name from public.bkk_jobs order by due_at, name loop
    result := bkk_internal.run_job(job.name, p_now);
    if result -> 'rows' is distinct from '0' then
      results := results || jsonb_strip_nulls(jsonb_build_object(job.name, result));
    end if;
  end loop;
  return results;
end
$$;
comment on function bkk_internal.run_due is
  'Runs all jobs that are due at a time in one transaction, such as in tests: {"<job>": {"rows": 2}} or {"<job>": {"failure": "..."}}, without jobs that found nothing to do.';
