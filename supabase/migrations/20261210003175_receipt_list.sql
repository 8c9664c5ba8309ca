-- What the admins' list of receipts needs: the view, counts, and indexes for a million rows.

create index bkk_receipts_dated_at_idx on public.bkk_receipts (dated_at, receipt_id);
create index bkk_receipts_series_idx on public.bkk_receipts (series, dated_at, receipt_id);
create index bkk_receipts_void_idx on public.bkk_receipts (dated_at, receipt_id) where voided_at is not null;

-- Every receipt, for admins; empty for other callers. What is printed is read for one receipt from the table.
create view public.bkk_receipts_admin_view as
  select issued.receipt_id, issued.series, issued.year, issued.number, issued.booking_id, issued.order_id, issued.dated_at, issued.issued_at,
    issued.amount_satang, issued.vat_satang, coalesce(issued.data ->> 'booking', issued.data ->> 'order') as reference,
    issued.data -> 'buyer' ->> 'name_th' as buyer_name, issued.voided_at, issued.void_kind,
    -- As bkk_internal.receipt_number(), which the caller of a view may not call.
    (select later.series || later.year || '-' || lpad(later.number::text, 6, '0')
      from public.bkk_receipts as later where later.replaces = issued.receipt_id) as replaced_by,
    issued.search_text
  from public.bkk_receipts as issued
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('payments'));
comment on view public.bkk_receipts_admin_view is
  'Every receipt with its buyer, booking and the number of its replacement, for admins; empty for other callers.';

revoke all on table public.bkk_receipts_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_receipts_admin_view to authenticated;

create function public.bkk_admin_count_receipts(p_search text default '', p_first date default null, p_last date default null)
  returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  return bkk_internal.count_queries(
    bkk_internal.bounded_queries(
      format(
        'select from (select * from public.bkk_receipts where dated_at >= %L and dated_at < %L) as dated',
        coalesce(p_first::timestamp at time zone 'Asia/Bangkok', '-infinity'),
        coalesce((p_last + 1)::timestamp at time zone 'Asia/Bangkok', 'infinity')),
      p_search, 'search_text like $1',
      'all', 'true',
      'RT', $f$series = 'RT'$f$,
      'IV', $f$series = 'IV'$f$,
      'CN', $f$series = 'CN'$f$,
      'VOID', 'voided_at is not null'),
    p_search);
end
$$;
comment on function public.bkk_admin_count_receipts is
  'How many receipts match a search and are dated on days of Bangkok, both included: {"all", "RT", "IV", "CN", "VOID"}. 1001 stands for more than 1000.';
call bkk_internal.expose('bkk_admin_count_receipts', 'authenticated');

call bkk_internal.index_search('bkk_receipts_search_idx', 'bkk_receipts', 'search_text');
