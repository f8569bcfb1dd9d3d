-- A notice inside a transaction makes all commits of the database wait for each other's flush to the disk. A session that
-- says `waypost.announces = 'after'` gets each line back as a message instead, and tells of it when it has committed
-- (server/lib/work/announce-after-commit.ts); whoever says nothing, such as a command of the shell, is told for as before.
create or replace function announce_history() returns trigger language plpgsql as $$
declare
  line text := new.seq::text || ' ' || new.entity || ' ' || new.entity_id::text;
begin
  if current_setting('waypost.announces', true) = 'after' then
    -- Of this level messages reach the session whatever `client_min_messages` says, and no log.
    raise info using errcode = 'WP001', message = line;
  else
    perform pg_notify('waypost', line);
  end if;
  return null;
end $$;
