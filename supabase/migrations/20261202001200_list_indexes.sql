-- Indexes of the lists of requests and bookings.

-- The queue without a filter, by status and by departure. Many requests have the same status or day; the id orders them.
create index bkk_quote_details_waiting_since_idx on public.bkk_quote_details (waiting_since, quote_id);
create index bkk_quote_requests_status_id_idx on public.bkk_quote_requests (status, quote_id);
create index bkk_quote_requests_dep_date_id_idx on public.bkk_quote_requests (dep_date, quote_id);
