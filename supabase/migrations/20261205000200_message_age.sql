-- What waits for the end of quiet hours is not old: its age counts from their end. Monitoring would tell of it every night.
create or replace function public.bkk_count_messages(p_now timestamptz) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  is_on constant boolean := public.bkk_has_feature('notifications');
  -- A minute after the night what has waited for it is not overdue yet.
  night_ends_at constant timestamptz := case when is_on then
    coalesce(public.bkk_night_ends_at(p_now), public.bkk_night_ends_at(p_now - interval '1 minute')) end;
  -- The last 07:00 in Bangkok.
  morning constant timestamptz := case when is_on then
    (date_trunc('day', (p_now at time zone 'Asia/Bangkok') - interval '7 hours') + interval '7 hours') at time zone 'Asia/Bangkok' end;
begin
  return (
    select jsonb_build_object(
      'waiting', count(*), 'failed', count(message.last_failure),
      -- Messages are overdue when no worker runs. Failures of a single recipient do not count as stuck.
      'stuck', greatest(
        count(*) filter (where message.due_at < p_now - interval '1 minute' and not message.waits),
        count(distinct message.user_id) filter (where message.last_failure is not null) - 1),
      'oldest_seconds', extract(epoch from p_now - min(greatest(message.created_at, message.morning))
        filter (where not message.waits))::float8,
      'dead', (select count(*) from public.bkk_outbox as letter where letter.failed_at is not null))
    from (
      select queued.*,
        night_ends_at is not null and public.bkk_waits_for_day(night_ends_at, queued.event, queued.ids) as waits,
        case when public.bkk_notification_kind(queued.event) is not null then morning end as morning
      from public.bkk_outbox as queued
      where queued.sent_at is null and queued.failed_at is null) as message);
end
$$;
