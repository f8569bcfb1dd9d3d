-- Whoever takes an address waits for whoever takes the same one in the other table. One lock for each address filled the
-- server's table of locks where an import makes thousands of people in one transaction; 64 stand for all addresses now, which
-- people share, so that they never wait for each other: their own unique index keeps them apart.
create or replace function keep_address_unique() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken boolean;
begin
  if tg_table_name = 'users' then
    if new.email is null or (tg_op = 'UPDATE' and lower(new.email) = lower(old.email)) then return new; end if;
    perform pg_advisory_xact_lock_shared(58, hashtext(lower(new.email)) & 63);
    taken := exists (select from user_addresses where address = lower(new.email) and user_id <> new.id);
  else
    perform pg_advisory_xact_lock(58, hashtext(new.address) & 63);
    taken := exists (select from users where lower(email) = new.address and id <> new.user_id);
  end if;
  if taken then raise exception 'address is taken' using errcode = 'unique_violation'; end if;
  return new;
end $$;
