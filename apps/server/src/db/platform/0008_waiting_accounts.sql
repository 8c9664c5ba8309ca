-- Unconfirmed accounts by their last mail, for their removal after a week.
create index users_waiting_idx on auth.users (confirmation_sent_at)
  where email_confirmed_at is null and phone_confirmed_at is null;
