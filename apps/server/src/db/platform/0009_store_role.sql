-- The role the store service logs in as. Like those of 0001_roles.sql it belongs to the whole cluster; what it may read
-- is granted beside the store's tables.
do $$
begin
  if exists (select from pg_roles where rolname = 'bkksiam_store_reader') then
    return;
  end if;
  begin
    create role bkksiam_store_reader login noinherit;
  exception
    -- Another database's start made it between the look and the step.
    when duplicate_object or unique_violation then return;
  end;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant bkksiam_store_reader to %I', current_user);
  end if;
end
$$;
