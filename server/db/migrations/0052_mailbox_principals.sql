-- A mailbox is who acts where nobody does: its principal is made and named with it, in one place for all who write mailboxes.
create function keep_mailbox_principal() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into principals (id, kind, name) values (new.id, 'mailbox', new.name) on conflict (id) do nothing;
  else
    update principals set name = new.name where id = new.id and kind = 'mailbox' and name <> new.name;
  end if;
  return new;
end $$;
revoke all on function keep_mailbox_principal() from public;
create trigger mailbox_principals before insert or update of name on mailboxes
  for each row execute function keep_mailbox_principal();
select grant_app_rights();
