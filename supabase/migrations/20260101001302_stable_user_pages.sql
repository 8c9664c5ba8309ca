-- Pages of the users' list do not overlap: rows that are equal in what it is ordered by follow by their id. Most users are
-- equal in role and activity, so these two need it in their index.

create index bkk_user_roles_role_order_idx on public.bkk_user_roles (role, user_id);
create index bkk_user_roles_active_order_idx on public.bkk_user_roles (is_active, user_id);
drop index public.bkk_user_roles_role_idx;
drop index public.bkk_user_roles_active_idx;
