-- What members, visitors and admins do with support threads.

create function bkk_internal.lock_thread(p_thread_id uuid) returns public.bkk_support_threads
  language plpgsql volatile set search_path = '' as $$
declare
  thread public.bkk_support_threads;
begin
  select known.* into thread from public.bkk_support_threads as known where known.thread_id = p_thread_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such thread.', hint = 'bkk.thread_unknown';
  end if;
  return thread;
end
$$;
comment on function bkk_internal.lock_thread is 'Locks a support thread; PT404 if there is none.';

create function bkk_internal.lock_own_thread(p_thread_id uuid) returns public.bkk_support_threads
  language plpgsql volatile set search_path = '' as $$
begin
  perform from public.bkk_support_threads as known where known.thread_id = p_thread_id and known.user_id = auth.uid();
  return bkk_internal.lock_thread(case when found then p_thread_id end);
end
$$;
comment on function bkk_internal.lock_own_thread is 'Locks a support thread of the caller; PT404 for any other.';

create function bkk_internal.has_support_message(p_thread_id uuid, p_message_id uuid) returns boolean
  language plpgsql stable set search_path = '' as $$
declare
  known uuid;
begin
  if p_message_id is null then
    raise sqlstate 'PT400' using message = 'A message needs an id.', hint = 'bkk.key_missing';
  end if;
  select message.thread_id into known from public.bkk_support_messages as message where message.message_id = p_message_id;
  if known <> p_thread_id then
    raise sqlstate 'PT409' using message = 'Send the message with an id of its own.', hint = 'bkk.key_used';
  end if;
  return known is not null;
end
$$;
comment on function bkk_internal.has_support_message is 'Whether a thread has a message with this id; PT409 if another thread has it.';

create function bkk_internal.check_support_text(p_text text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return bkk_internal.check_text(p_text, 5000, 'A message', 'Write a message.');
end
$$;
comment on function bkk_internal.check_support_text is 'The text of a message; PT400 if it is empty or too long.';

create function bkk_internal.add_support_event(p_thread_id uuid, p_author text, p_event text, p_text text default null) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  insert into public.bkk_support_messages (message_id, thread_id, author, author_id, author_name, event, text)
    values (
      gen_random_uuid(), p_thread_id, p_author, case when p_author = 'agency' then auth.uid() end,
      case when p_author = 'agency' then bkk_internal.caller_name() end, p_event, p_text);
end
$$;
comment on function bkk_internal.add_support_event is 'Adds what happened to a support thread.';

-- Once for several answers: one that waits for a minute takes those after it along.
create function bkk_internal.tell_customer(p_thread public.bkk_support_threads, p_message_id uuid) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  ids constant jsonb := jsonb_build_object('thread_id', p_thread.thread_id, 'message_id', p_message_id);
begin
  perform from public.bkk_outbox as message
    where message.sent_at is null and message.failed_at is null and message.lease is null
      and message.event in ('support.answered', 'visitor.ticket_answered') and message.ids ->> 'thread_id' = p_thread.thread_id::text
    for update;
  if found or exists (
    select from public.bkk_notifications as notification
    where notification.user_id = p_thread.user_id and notification.event = 'support.answered' and notification.read_at is null
      and notification.values ->> 'thread_id' = p_thread.thread_id::text
      and notification.created_at > clock_timestamp() - interval '1 minute')
  then
    return;
  end if;
  if p_thread.user_id is null then
    perform bkk_internal.insert_message('mail', null, 'visitor.ticket_answered', ids, 'visitor.ticket_answered:' || p_message_id);
  else
    perform bkk_internal.queue_message('mail', p_thread.user_id, 'support.answered', ids, 'support.answered:' || p_message_id);
  end if;
  update public.bkk_outbox as message
    set due_at = clock_timestamp() + interval '1 minute'
    where message.sent_at is null and message.failed_at is null
      and message.event in ('support.answered', 'visitor.ticket_answered') and message.ids ->> 'message_id' = p_message_id::text;
end
$$;
comment on function bkk_internal.tell_customer is 'Tells the customer of a thread of an answer and of those that follow within a minute.';

-- Once until the agency has answered; the admin who works on it, or all.
create function bkk_internal.tell_agency(p_thread public.bkk_support_threads, p_message_id uuid) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  ids constant jsonb := jsonb_build_object('thread_id', p_thread.thread_id, 'message_id', p_message_id);
  key constant text := 'admin.support_received:' || p_message_id;
begin
  if p_thread.assigned_to is null then
    perform bkk_internal.notify_admins('admin.support_received', ids, key);
  else
    perform bkk_internal.queue_message('mail', p_thread.assigned_to, 'admin.support_received', ids, key || ':' || p_thread.assigned_to);
  end if;
end
$$;
comment on function bkk_internal.tell_agency is 'Tells the admin who works on a thread, or all admins, of a message to answer.';

create function bkk_internal.add_customer_message(
    p_thread public.bkk_support_threads, p_message_id uuid, p_text text, p_file jsonb default '{}') returns void
  language plpgsql volatile set search_path = '' as $$
declare
  file constant public.bkk_support_messages := jsonb_populate_record(null::public.bkk_support_messages, p_file);
begin
  if bkk_internal.has_support_message(p_thread.thread_id, p_message_id) then
    return;
  end if;
  if (
    select count(*) from public.bkk_support_messages as message
    where message.thread_id = p_thread.thread_id and message.author = 'customer'
      and message.created_at > clock_timestamp() - interval '1 hour') >= 30
  then
    raise sqlstate 'PT429' using message = 'You have written 30 messages within an hour. Try again later.', hint = 'bkk.too_many_messages';
  end if;
  if p_thread.status = 'solved' then
    perform bkk_internal.add_support_event(p_thread.thread_id, 'customer', 'reopened');
  end if;
  insert into public.bkk_support_messages (
      message_id, thread_id, author, author_id, author_name, text, object_path, file_name, content_type, byte_size)
    values (
      p_message_id, p_thread.thread_id, 'customer', p_thread.user_id, p_thread.member_name, p_text, file.object_path, file.file_name,
      file.content_type, file.byte_size);
  update public.bkk_support_threads
    set status = 'open', answer_due_at = coalesce(answer_due_at, clock_timestamp() + interval '24 hours'), solved_at = null,
      changed_at = clock_timestamp(), customer_read_at = clock_timestamp()
    where thread_id = p_thread.thread_id;
  if p_thread.answer_due_at is null then
    perform bkk_internal.tell_agency(p_thread, p_message_id);
  end if;
end
$$;
comment on function bkk_internal.add_customer_message is
  'Writes a message of a member or a visitor, once for an id: the thread is open, and its answer due within 24 hours.';

create function bkk_internal.add_agency_message(
    p_thread public.bkk_support_threads, p_message_id uuid, p_author_id uuid, p_text text, p_file jsonb default '{}') returns void
  language plpgsql volatile set search_path = '' as $$
declare
  file constant public.bkk_support_messages := jsonb_populate_record(null::public.bkk_support_messages, p_file);
begin
  if bkk_internal.has_support_message(p_thread.thread_id, p_message_id) then
    return;
  end if;
  insert into public.bkk_support_messages (
      message_id, thread_id, author, author_id, author_name, text, object_path, file_name, content_type, byte_size)
    select p_message_id, p_thread.thread_id, 'agency', p_author_id, member.full_name, p_text, file.object_path, file.file_name,
        file.content_type, file.byte_size
      from public.bkk_user_roles as member where member.user_id = p_author_id;
  update public.bkk_support_threads
    set status = 'waiting', answer_due_at = null, solved_at = null, changed_at = clock_timestamp(),
      agency_read_at = clock_timestamp(), assigned_to = coalesce(assigned_to, p_author_id)
    where thread_id = p_thread.thread_id;
  perform bkk_internal.tell_customer(p_thread, p_message_id);
end
$$;
comment on function bkk_internal.add_agency_message is
  'Writes an answer of the agency, once for an id: the thread waits for the customer. Who answers first works on it.';

create function bkk_internal.solve_thread(p_thread public.bkk_support_threads, p_author text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if p_thread.status <> 'solved' then
    update public.bkk_support_threads
      set status = 'solved', answer_due_at = null, solved_at = clock_timestamp(), changed_at = clock_timestamp()
      where thread_id = p_thread.thread_id;
    perform bkk_internal.add_support_event(p_thread.thread_id, p_author, 'solved');
  end if;
end
$$;
comment on function bkk_internal.solve_thread is 'Ends a thread, if it has not ended.';

create function bkk_internal.subject_of_thread(p_booking_id uuid, p_quote_id uuid, p_order_id uuid) returns text
  language plpgsql stable set search_path = '' as $$
declare
  named text;
begin
  if p_booking_id is not null then
    perform public.bkk_require_feature('bookings');
    select booking.reference into named
      from public.bkk_bookings as booking where booking.booking_id = p_booking_id and booking.user_id = auth.uid();
    if not found then
      raise sqlstate 'PT404' using message = 'There is no such booking.', hint = 'bkk.booking_unknown';
    end if;
  elsif p_quote_id is not null then
    perform public.bkk_require_feature('requests');
    select upper(right(request.quote_id::text, 8)) into named
      from public.bkk_quote_requests as request where request.quote_id = p_quote_id and request.user_id = auth.uid();
    if not found then
      raise sqlstate 'PT404' using message = 'There is no such request.', hint = 'bkk.request_unknown';
    end if;
  elsif p_order_id is not null then
    perform public.bkk_require_feature('shop');
    select placed.number into named
      from public.bkk_orders as placed where placed.order_id = p_order_id and placed.user_id = auth.uid();
    if not found then
      raise sqlstate 'PT404' using message = 'There is no such order.', hint = 'bkk.order_unknown';
    end if;
  end if;
  return named;
end
$$;
comment on function bkk_internal.subject_of_thread is
  'The reference of a booking, or the number of a request or an order, of the caller; PT404 for another member''s.';

create function public.bkk_open_support_thread(
    p_request_key uuid, p_subject text, p_text text, p_booking_id uuid default null, p_quote_id uuid default null,
    p_order_id uuid default null) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  thread public.bkk_support_threads;
begin
  perform bkk_internal.require_member('support');
  if p_request_key is null then
    raise sqlstate 'PT400' using message = 'A thread needs a request key.', hint = 'bkk.key_missing';
  end if;
  -- Serializes the threads of a member: repeated calls find the first one, and the limit counts all.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_open_support_thread:' || caller, 0));
  select known.* into thread
    from public.bkk_support_threads as known where known.user_id = caller and known.request_key = p_request_key;
  if found then
    return thread.thread_id;
  end if;
  if (
    select count(*) from public.bkk_support_threads as known
    where known.user_id = caller and known.created_at > clock_timestamp() - interval '24 hours') >= 20
  then
    raise sqlstate 'PT429' using message = 'You have asked 20 questions within a day. Try again later.', hint = 'bkk.too_many_threads';
  end if;
  insert into public.bkk_support_threads (
      user_id, request_key, booking_id, quote_id, order_id, reference, subject, answer_due_at)
    values (
      caller, p_request_key, p_booking_id, case when p_booking_id is null then p_quote_id end,
      case when coalesce(p_booking_id, p_quote_id) is null then p_order_id end,
      bkk_internal.subject_of_thread(p_booking_id, p_quote_id, p_order_id),
      bkk_internal.check_text(p_subject, 200, 'The subject', 'Write what it is about.'), clock_timestamp() + interval '24 hours')
    returning * into thread;
  thread.answer_due_at := null;
  perform bkk_internal.add_customer_message(thread, gen_random_uuid(), bkk_internal.check_support_text(p_text));
  return thread.thread_id;
end
$$;
comment on function public.bkk_open_support_thread is
  'Asks the agency a question, perhaps about a booking, a request or an order of the caller, and returns the id of the thread; a repeated key returns the first one.';
call bkk_internal.expose('bkk_open_support_thread', 'authenticated');

create function public.bkk_post_support_message(p_thread_id uuid, p_message_id uuid, p_text text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('support');
  perform bkk_internal.add_customer_message(
    bkk_internal.lock_own_thread(p_thread_id), p_message_id, bkk_internal.check_support_text(p_text));
end
$$;
comment on function public.bkk_post_support_message is 'Writes a message of the caller into a thread of theirs; a repeated id writes it once.';
call bkk_internal.expose('bkk_post_support_message', 'authenticated');

create function public.bkk_solve_support_thread(p_thread_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('support');
  perform bkk_internal.solve_thread(bkk_internal.lock_own_thread(p_thread_id), 'customer');
end
$$;
comment on function public.bkk_solve_support_thread is 'Ends a thread of the caller.';
call bkk_internal.expose('bkk_solve_support_thread', 'authenticated');

create function public.bkk_read_support_thread(p_thread_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('support');
  update public.bkk_support_threads set customer_read_at = clock_timestamp()
    where thread_id = p_thread_id and user_id = auth.uid() and (customer_read_at is null or customer_read_at < changed_at);
end
$$;
comment on function public.bkk_read_support_thread is 'Records that the caller has read a thread of theirs.';
call bkk_internal.expose('bkk_read_support_thread', 'authenticated');

create function public.bkk_admin_read_thread(p_thread_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('support');
  update public.bkk_support_threads set agency_read_at = clock_timestamp()
    where thread_id = p_thread_id and (agency_read_at is null or agency_read_at < changed_at);
end
$$;
comment on function public.bkk_admin_read_thread is 'Records that the agency has read a thread.';
call bkk_internal.expose('bkk_admin_read_thread', 'authenticated');

create function public.bkk_admin_answer_support(p_thread_id uuid, p_message_id uuid, p_text text, p_is_note boolean default false)
  returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  thread public.bkk_support_threads;
  words text;
begin
  perform bkk_internal.require_admin('support');
  thread := bkk_internal.lock_thread(p_thread_id);
  words := bkk_internal.check_support_text(p_text);
  if not coalesce(p_is_note, false) then
    perform bkk_internal.add_agency_message(thread, p_message_id, auth.uid(), words);
  elsif not bkk_internal.has_support_message(p_thread_id, p_message_id) then
    insert into public.bkk_support_messages (message_id, thread_id, author, author_id, author_name, event, text)
      values (p_message_id, p_thread_id, 'agency', auth.uid(), bkk_internal.caller_name(), 'note', words);
  end if;
end
$$;
comment on function public.bkk_admin_answer_support is
  'Answers the customer of a thread, or writes a note that admins alone read; a repeated id writes it once.';
call bkk_internal.expose('bkk_admin_answer_support', 'authenticated');

create function public.bkk_admin_set_thread_status(p_thread_id uuid, p_status text, p_expected text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  thread public.bkk_support_threads;
begin
  perform bkk_internal.require_admin('support');
  thread := bkk_internal.lock_thread(p_thread_id);
  if p_status is null or p_status not in ('open', 'waiting', 'solved') then
    raise sqlstate 'PT400' using message = 'A thread is open, waiting or solved.', hint = 'bkk.thread_status';
  end if;
  if thread.status = p_status then
    return;
  end if;
  if thread.status is distinct from p_expected then
    raise sqlstate 'PT409' using message = 'The thread has changed. Load it again.', hint = 'bkk.thread_changed';
  end if;
  if p_status = 'solved' then
    perform bkk_internal.solve_thread(thread, 'agency');
    return;
  end if;
  update public.bkk_support_threads
    set status = p_status, solved_at = null, changed_at = clock_timestamp(),
      answer_due_at = case when p_status = 'open' then clock_timestamp() + interval '24 hours' end
    where thread_id = p_thread_id;
  if thread.status = 'solved' then
    perform bkk_internal.add_support_event(p_thread_id, 'agency', 'reopened');
  end if;
end
$$;
comment on function public.bkk_admin_set_thread_status is
  'Sets the status of a thread, unless it has another one than the admin has seen (PT409). One that is open again is due within 24 hours.';
call bkk_internal.expose('bkk_admin_set_thread_status', 'authenticated');

create function public.bkk_admin_assign_thread(p_thread_id uuid, p_to uuid default null, p_expected uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  holder uuid;
begin
  perform bkk_internal.require_admin('support');
  perform bkk_internal.require_assignee(p_to);
  holder := (bkk_internal.lock_thread(p_thread_id)).assigned_to;
  if holder is distinct from p_to and (holder is null or holder is not distinct from p_expected) then
    update public.bkk_support_threads set assigned_to = p_to where thread_id = p_thread_id;
    perform bkk_internal.add_support_event(
      p_thread_id, 'agency', bkk_internal.assignment_event(p_to),
      bkk_internal.assignment_result(p_to, p_to) ->> 'assigned_name');
    holder := p_to;
  end if;
  return bkk_internal.assignment_result(holder, p_to);
end
$$;
comment on function public.bkk_admin_assign_thread is 'Gives a thread to an admin, or to nobody, as bkk_admin_assign_booking().';
call bkk_internal.expose('bkk_admin_assign_thread', 'authenticated');

create function public.bkk_admin_erase_thread(p_thread_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('support');
  if (bkk_internal.lock_thread(p_thread_id)).user_id is not null then
    raise sqlstate 'PT409' using message = 'This is a question of a member. It is erased with the account.', hint = 'bkk.thread_of_member';
  end if;
  -- What waits to be sent would tell of a thread that is gone.
  delete from public.bkk_outbox as message where message.sent_at is null and message.ids ->> 'thread_id' = p_thread_id::text;
  perform bkk_internal.delete_objects('support', array(
    select object.name from storage.objects as object
    where object.bucket_id = 'support' and split_part(object.name, '/', 1) = p_thread_id::text));
  delete from public.bkk_support_threads where thread_id = p_thread_id;
  -- Without the row, which names the visitor.
  insert into public.bkk_change_log (actor_id, actor_email, actor_role, table_name, row_id, operation)
    values (auth.uid(), auth.email(), auth.role(), 'bkk_support_threads', p_thread_id, 'DELETE');
end
$$;
comment on function public.bkk_admin_erase_thread is
  'Deletes the thread of a visitor with its messages, files, links and address; PT409 for a member''s. The change log has who did and when.';
call bkk_internal.expose('bkk_admin_erase_thread', 'authenticated');

create function bkk_internal.count_attempt(p_key text, p_max integer, p_window interval) returns boolean
  language plpgsql volatile set search_path = '' as $$
declare
  counted integer;
begin
  insert into public.bkk_visitor_attempts as attempt (key, since, attempts) values (p_key, clock_timestamp(), 1)
    on conflict (key) do update
      set attempts = case when attempt.since > clock_timestamp() - p_window then attempt.attempts + 1 else 1 end,
        since = case when attempt.since > clock_timestamp() - p_window then attempt.since else excluded.since end
    returning attempts into counted;
  return counted <= p_max;
end
$$;
comment on function bkk_internal.count_attempt is 'Counts an attempt of a visitor by network or address; false beyond the limit within the window.';

create function public.bkk_open_visitor_thread(p_request_key uuid, p_network text, p_address text, p_ticket jsonb) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  thread public.bkk_support_threads;
begin
  perform public.bkk_require_feature('support');
  if p_request_key is null or p_network is null or p_address is null or jsonb_typeof(p_ticket) is distinct from 'object' then
    raise sqlstate 'PT400' using message = 'A ticket needs a request key.', hint = 'bkk.key_missing';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_open_visitor_thread:' || p_request_key, 0));
  if exists (
    select from public.bkk_support_threads as known where known.user_id is null and known.request_key = p_request_key)
  then
    return;
  end if;
  if coalesce(p_ticket ->> 'email', '') !~ '^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@<>"(),;:\\]+$' then
    raise sqlstate 'PT400' using message = 'Type an e-mail address at which we can answer.', hint = 'bkk.ticket_email';
  end if;
  insert into public.bkk_support_threads (request_key, member_email, member_name, language, subject, answer_due_at)
    values (
      p_request_key, bkk_internal.check_text(p_ticket ->> 'email', 255, 'The e-mail address'),
      bkk_internal.check_text(p_ticket ->> 'name', 200, 'The name', 'Type your name.'),
      case p_ticket ->> 'language' when 'th' then 'th' else 'en' end,
      bkk_internal.check_text(p_ticket ->> 'subject', 200, 'The subject', 'Write what it is about.'),
      clock_timestamp() + interval '24 hours')
    returning * into thread;
  thread.answer_due_at := null;
  perform bkk_internal.add_customer_message(
    thread, gen_random_uuid(), bkk_internal.check_support_text(p_ticket ->> 'message'));
  if not bkk_internal.count_attempt('network:' || p_network, 10, interval '1 hour')
    or not bkk_internal.count_attempt('address:' || p_address, 5, interval '24 hours')
  then
    raise sqlstate 'PT429' using message = 'You have sent many messages. Please try again later, or call us.', hint = 'bkk.too_many_tickets';
  end if;
  perform bkk_internal.insert_message(
    'mail', null, 'visitor.ticket_received', jsonb_build_object('thread_id', thread.thread_id),
    'visitor.ticket_received:' || thread.thread_id);
end
$$;
comment on function public.bkk_open_visitor_thread is
  'Opens the thread of a visitor''s ticket {"name", "email", "subject", "message", "language"}, once for a key, 10 an hour for a network and 5 a day for an address. For the function support-ticket.';
call bkk_internal.expose('bkk_open_visitor_thread', 'service_role');

create function bkk_internal.thread_of_link(p_link_hash text) returns public.bkk_support_threads
  language plpgsql volatile set search_path = '' as $$
declare
  linked uuid;
begin
  select link.thread_id into linked from public.bkk_support_links as link
    where link.link_hash = p_link_hash and link.expires_at > clock_timestamp();
  if not found then
    raise sqlstate 'PT404' using message = 'This link is not valid any more.', hint = 'bkk.link_unknown';
  end if;
  return bkk_internal.lock_thread(linked);
end
$$;
comment on function bkk_internal.thread_of_link is 'The thread of a mailed link by its hash, locked; PT404 for an unknown or expired one.';

create function public.bkk_visitor_thread(
    p_link_hash text, p_message_id uuid default null, p_text text default null, p_is_solved boolean default false) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  thread public.bkk_support_threads;
begin
  perform public.bkk_require_feature('support');
  thread := bkk_internal.thread_of_link(p_link_hash);
  if p_message_id is not null then
    perform bkk_internal.add_customer_message(thread, p_message_id, bkk_internal.check_support_text(p_text));
  elsif p_is_solved then
    perform bkk_internal.solve_thread(thread, 'customer');
  end if;
  update public.bkk_support_threads set customer_read_at = clock_timestamp()
    where thread_id = thread.thread_id and (customer_read_at is null or customer_read_at < changed_at);
  select known.* into thread from public.bkk_support_threads as known where known.thread_id = thread.thread_id;
  return jsonb_build_object(
    'thread_id', thread.thread_id, 'subject', thread.subject, 'status', thread.status, 'answer_due_at', thread.answer_due_at,
    'agency_read_at', thread.agency_read_at, 'messages', (
      select jsonb_agg(jsonb_build_object(
          'message_id', message.message_id, 'created_at', message.created_at, 'author', message.author,
          'author_name', message.author_name, 'event', message.event, 'text', message.text, 'object_path', message.object_path,
          'file_name', message.file_name, 'content_type', message.content_type, 'byte_size', message.byte_size)
        order by message.number)
      from (
        select * from public.bkk_support_messages as latest
        where latest.thread_id = thread.thread_id and (latest.event is null or latest.event in ('solved', 'reopened'))
        order by latest.number desc limit 200) as message));
end
$$;
comment on function public.bkk_visitor_thread is
  'The thread of a mailed link with its last 200 messages, after a message was written or the thread was ended. For the function support-thread.';
call bkk_internal.expose('bkk_visitor_thread', 'service_role');

create function bkk_internal.check_support_files(p_thread public.bkk_support_threads, p_message_id uuid) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if not bkk_internal.has_support_message(p_thread.thread_id, p_message_id) and (
    select count(*) from public.bkk_support_messages as message
    where message.thread_id = p_thread.thread_id and message.object_path is not null
      and message.created_at > clock_timestamp() - interval '24 hours') >= 20
  then
    raise sqlstate 'PT429' using message = 'This thread has 20 files within a day. Try again later.', hint = 'bkk.too_many_files';
  end if;
end
$$;
comment on function bkk_internal.check_support_files is 'Raises PT429 beyond 20 files of a thread within a day.';

create function public.bkk_check_support_file(p_thread_id uuid, p_message_id uuid) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  thread public.bkk_support_threads;
begin
  perform bkk_internal.require_member('support');
  if public.bkk_is_admin() then
    thread := bkk_internal.lock_thread(p_thread_id);
  else
    thread := bkk_internal.lock_own_thread(p_thread_id);
  end if;
  perform bkk_internal.check_support_files(thread, p_message_id);
  return case when thread.user_id is not distinct from auth.uid() then 'customer' else 'agency' end;
end
$$;
comment on function public.bkk_check_support_file is
  'Whether the caller may send a file to a thread, as customer or as agency. The function support-file asks before it reads the file.';
call bkk_internal.expose('bkk_check_support_file', 'authenticated');

create function public.bkk_check_visitor_file(p_link_hash text, p_message_id uuid) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  thread public.bkk_support_threads;
begin
  perform public.bkk_require_feature('support');
  thread := bkk_internal.thread_of_link(p_link_hash);
  perform bkk_internal.check_support_files(thread, p_message_id);
  return thread.thread_id;
end
$$;
comment on function public.bkk_check_visitor_file is
  'The thread of a mailed link that a visitor may send a file to. The function support-file asks before it reads the file.';
call bkk_internal.expose('bkk_check_visitor_file', 'service_role');

create function public.bkk_record_support_file(p_thread_id uuid, p_author text, p_author_id uuid, p_message jsonb) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  thread public.bkk_support_threads;
  message public.bkk_support_messages;
  file jsonb;
  words text;
begin
  perform public.bkk_require_feature('support');
  if jsonb_typeof(p_message) is distinct from 'object' then
    raise sqlstate 'PT400' using message = 'A message is an object.', hint = 'bkk.message_details';
  end if;
  message := jsonb_populate_record(null::public.bkk_support_messages, p_message);
  file := p_message - array['message_id', 'text'];
  words := bkk_internal.check_text(message.text, 5000, 'A message');
  thread := bkk_internal.lock_thread(p_thread_id);
  perform bkk_internal.check_support_files(thread, message.message_id);
  if p_author = 'agency' then
    perform bkk_internal.add_agency_message(thread, message.message_id, p_author_id, words, file);
  else
    perform bkk_internal.add_customer_message(thread, message.message_id, words, file);
  end if;
  return (
    select known.object_path from public.bkk_support_messages as known where known.message_id = message.message_id);
end
$$;
comment on function public.bkk_record_support_file is
  'Records a message {"message_id", "text", "object_path", "file_name", "content_type", "byte_size"} whose file is stored, and returns the path of the file that the message has. For the function support-file.';
call bkk_internal.expose('bkk_record_support_file', 'service_role');

create function public.bkk_support_mail_data(p_thread_id uuid, p_message_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('support');
  return (
    select jsonb_build_object(
      'number', upper(right(thread.thread_id::text, 8)), 'subject', thread.subject, 'status', thread.status,
      'member_name', thread.member_name, 'reference', thread.reference,
      'answer_due_at', extract(epoch from thread.answer_due_at)::bigint,
      'message', first.text,
      'answers', (
        select coalesce(jsonb_agg(coalesce(answer.text, answer.file_name) order by answer.number), '[]')
        from public.bkk_support_messages as answer
        where answer.thread_id = thread.thread_id and answer.author = 'agency' and answer.event is null
          and answer.number >= first.number))
    from public.bkk_support_threads as thread
      left join public.bkk_support_messages as first
        on first.thread_id = thread.thread_id and first.message_id = p_message_id
    where thread.thread_id = p_thread_id);
end
$$;
comment on function public.bkk_support_mail_data is
  'What mails say of a thread, with a message and the agency''s answers from it on; null if there is no such thread. For the senders of messages.';
call bkk_internal.expose('bkk_support_mail_data', 'service_role', 'supabase_auth_admin');

create function public.bkk_issue_support_link(p_thread_id uuid, p_link_hash text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('support');
  insert into public.bkk_support_links (link_hash, thread_id, expires_at)
    select p_link_hash, thread.thread_id, clock_timestamp() + interval '90 days'
    from public.bkk_support_threads as thread where thread.thread_id = p_thread_id and thread.user_id is null
    on conflict (link_hash) do nothing;
end
$$;
comment on function public.bkk_issue_support_link is
  'Lets the bearer of a link with this hash read and answer the thread of a visitor for 90 days. For the senders of messages, who mail the link.';
call bkk_internal.expose('bkk_issue_support_link', 'service_role', 'supabase_auth_admin');

create function bkk_internal.prune_support(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  thread public.bkk_support_threads;
  paths text[];
  pruned bigint;
begin
  for thread in
    select waiting.* from public.bkk_support_threads as waiting
    where waiting.status = 'waiting' and waiting.changed_at < p_now - interval '30 days'
    order by waiting.changed_at
    limit 500 for no key update skip locked
  loop
    perform bkk_internal.solve_thread(thread, 'system');
  end loop;
  delete from public.bkk_support_links where expires_at < p_now;
  delete from public.bkk_visitor_attempts where since < p_now - interval '1 day';
  with due as (
    select ended.thread_id from public.bkk_support_threads as ended
    where ended.solved_at < p_now - interval '2 years'
    order by ended.solved_at
    limit 500 for update skip locked)
  select array_agg(due.thread_id) into paths from due;
  delete from public.bkk_support_threads where thread_id = any (paths::uuid[]);
  get diagnostics pruned = row_count;
  -- The files of these threads, and those that the function support-file has stored and not come to record.
  perform bkk_internal.delete_objects('support', array(
    select object.name from storage.objects as object
    where object.bucket_id = 'support'
      and (split_part(object.name, '/', 1) = any (paths) or object.created_at < p_now - interval '1 day')
      and not exists (select from public.bkk_support_messages as message where message.object_path = object.name)
    limit 5000));
  return pruned;
end
$$;
comment on function bkk_internal.prune_support is
  'Ends threads that have waited for the customer for 30 days, deletes those that ended two years ago with their files, and links and attempts that are over; returns the number of deleted threads, 500 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('prune_support', '1 hour', 500);
