-- Whose name reads like that of a member of the staff. One fold for both sides, and an index, so that a conversation
-- asks once and nobody outside is shown the people it compares with.

-- What a name looks like: letters of other scripts that look Latin, as they are written (a capital may look like another
-- letter than its small one), then accents and case, then what is hardly told apart, then everything but letters and
-- digits. A small part of Unicode's confusables (UTS 39), with the letters of Cyrillic and Greek.
create function name_look(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    replace(replace(
      translate(
        public.name_key(translate(normalize(name, NFKD),
          'АВЕКМНОРСТХУІЈЅӀԌԚԜаеорсухіјѕһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονρυικτχɑɡ',
          'ABEKMHOPCTXYIJSIGQWaeopcyxijshdqwlABEZHIKMNOPTYXaovpuiktxag')),
        'l1|0', 'iiio'),
      'rn', 'm'), 'vv', 'w'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]',
    '', 'g')
$$;

create index users_by_look on users (name_look(fullname)) where user_type = 'internal' and deleted_at is null;

-- Those of the given names that read like a name of the staff, and nothing of whose it is.
create function staff_look_alikes(names text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select name from unnest(names) as name
  where name_look(name) <> '' and exists (
    select from users where user_type = 'internal' and deleted_at is null and name_look(fullname) = name_look(name))
$$;

do $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  grant execute on function staff_look_alikes(text[]) to waypost_guest;
end $$;
