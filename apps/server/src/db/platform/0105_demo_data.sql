-- The features whose demo data was inserted. Each is inserted once, so that a start brings back nothing that was deleted.
create table bkksiam_private.demo_features (
  name text primary key,
  inserted_at timestamptz not null default now()
);
alter table bkksiam_private.demo_features enable row level security;

revoke all on bkksiam_private.demo_features from public;

do $$
begin
  execute format('grant select, insert on bkksiam_private.demo_features to %I', bkksiam_private.product_owner());
end
$$;
