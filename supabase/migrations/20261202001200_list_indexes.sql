-- The queue without a filter, by status and by departure. Many requests have the same status or day; the id orders them.
create index bkk_quote_details_waiting_since_idx on public.bkk_quote_details (waiting_since, quote_id);
create index bkk_quote_requests_status_id_idx on public.bkk_quote_requests (status, quote_id);
create index bkk_quote_requests_dep_date_id_idx on public.bkk_quote_requests (dep_date, quote_id);

-- The admins' bookings by status, and those that an admin has to decide about, by their deadline.
create index bkk_bookings_status_id_idx on public.bkk_bookings (status, booking_id);
create index bkk_bookings_flagged_due_idx on public.bkk_bookings (due_at, booking_id) where flags <> '{}';
