-- The addresses that ADMIN_EMAIL has named. Each is acted upon once, so that a later start gives no dismissed admin
-- their role back.
create table bkksiam_private.named_admins (
  email text primary key,
  named_at timestamptz not null default now()
);
alter table bkksiam_private.named_admins enable row level security;
revoke all on bkksiam_private.named_admins from public;

do $$
declare
  owner text := bkksiam_private.product_owner();
begin
  execute format('grant usage on schema bkksiam_private to %I', owner);
  execute format('grant select, insert on bkksiam_private.named_admins to %I', owner);
end
$$;
