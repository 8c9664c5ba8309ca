-- The store service reads as a role of its own. The auth service's role keeps its grants: the release before reads by them.
grant usage on schema bkksiam_store to bkksiam_store_reader;
grant select on bkksiam_store.products, bkksiam_store.variants to bkksiam_store_reader;
