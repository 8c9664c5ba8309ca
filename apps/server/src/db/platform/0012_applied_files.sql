-- The readiness check compares what is applied with the files of its release, over the auth service's login.
grant select (kind, name) on bkksiam_private.applied_files to supabase_auth_admin;
