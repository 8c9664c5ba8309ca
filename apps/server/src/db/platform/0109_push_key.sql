-- Servers without the owner's login read the keys of pushes too.
create or replace function bkksiam_private.server_secrets() returns table (name text, value text)
  language sql stable security definer set search_path = ''
as $$
  select name, value from bkksiam_private.secrets
  where name in (
    'jwt secret', 'jwt secret accepted', 'sealing key', 'sealing key accepted', 'push key', 'login passwords')
$$;
