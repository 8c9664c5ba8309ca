-- Deletes what is kept by address instead of by account: mails that wait, the password of a sign-up, and that the address has
-- been named as an admin's.
create function bkksiam_private.erase_address(p_email text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from bkksiam_private.mail_outbox where recipient = p_email;
  delete from bkksiam_private.sign_up_passwords where email = p_email;
  delete from bkksiam_private.named_admins where email = p_email;
end
$$;
revoke all on function bkksiam_private.erase_address(text) from public;

do $$
begin
  execute format(
    'grant execute on function bkksiam_private.erase_address(text) to %I', bkksiam_private.product_owner());
end
$$;
