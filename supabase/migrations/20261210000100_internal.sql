-- The schema public is the API and nothing else: beside each of its functions and tables stands who may use it. What only functions
-- call, and what the owner of the database calls, is in bkk_internal, which no role of the API may use.

create schema bkk_internal;
comment on schema bkk_internal is 'Functions that only functions of the product and the owner of the database call.';

create procedure bkk_internal.expose(p_function text, variadic p_roles text[])
  language plpgsql set search_path = '' as $$
begin
  execute format('revoke all on function public.%I from public, anon, authenticated, service_role', p_function);
  execute format('grant execute on function public.%I to %s', p_function, array_to_string(p_roles, ', '));
end
$$;
comment on procedure bkk_internal.expose is
  'Lets these roles call a function of public, and no others: PostgreSQL lets everybody at first, hosted projects each role of the API.';

create procedure bkk_internal.protect(p_table text)
  language plpgsql set search_path = '' as $$
begin
  execute format('alter table public.%I enable row level security', p_table);
  execute format('revoke all on table public.%I from public, anon, authenticated, service_role', p_table);
end
$$;
comment on procedure bkk_internal.protect is
  'Lets no role of the API use a table of public, until grants and policies beside it say who may do what.';
