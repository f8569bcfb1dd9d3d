-- Letters that no accent is dropped from (ß, ø, ł ...) are folded as well, and words are found by what they hold within.

-- The same list as LETTERS in contract/folding.ts.
create or replace function name_key(name text) returns text language sql immutable parallel safe as $$
  select translate(
    replace(replace(replace(replace(
      lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðħŧŋıȷĸƒƀƶǥɨəɛɔɓɗƙɣςґ', 'olddhtnijkfbzgieeobdkgσг')
$$;

-- What is stored was made by the function as it was.
alter table users drop column name_key, drop column search_key;
alter table users
  add column name_key text generated always as (name_key(fullname)) stored,
  add column search_key text generated always as (name_key(fullname || ' ' || email)) stored;
create index users_by_name on users (user_type, name_key, id);
create index users_by_company_name on users (company_id, name_key, id);
alter table companies drop column name_key, drop column search_key;
alter table companies
  add column name_key text generated always as (name_key(name)) stored,
  add column search_key text generated always as (name_key(name || ' ' || coalesce(description, ''))) stored;
create index companies_by_name on companies (name_key, id);

-- Every word of every ticket cut at each of its letters: "firewall" stands here as firewall, irewall, rewall, ewall and
-- wall, so that an index leads from "wall" to it (docs/decisions/0016). Without a key: two who write the same new word at
-- once need not wait for each other, and reading takes each word once.
create table search_parts (
  part text collate "C" not null,
  word text collate "C" not null
);
create index search_parts_by_part on search_parts (part, word);

-- Adds those of the words that are not known. Left out are numbers, long keys, and scripts without spaces, where a
-- "word" is a sentence. A part has three letters, or two of a script whose letters are syllables.
create function learn_words(words text[]) returns void language sql security definer set search_path = public as $$
  -- Whoever forgets words waits for those who learn some, and begins when nobody does (server/tickets/forgetting.ts).
  select pg_advisory_xact_lock_shared(hashtext('waypost search words'));
  insert into search_parts (part, word)
  select substr(word, place), word
  from (
    select distinct word from unnest(words) as word
    where (char_length(word) > 3 or octet_length(word) > 8)
      and word ~ '[^0-9]'
      and (char_length(word) <= 20 or word !~ '[0-9]')
      and word !~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]'
  ) as fresh
  cross join lateral generate_series(1, char_length(word)) as place
  where not exists (select from search_parts known where known.part = fresh.word and known.word = fresh.word)
    and (place = 1 or char_length(word) - place >= 2 or octet_length(substr(word, place)) >= 6)
$$;

create function learn_new_rows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform learn_words(array(select distinct word from fresh, unnest(tsvector_to_array(staff_words)) as word));
  return null;
end $$;
create trigger ticket_words_learnt after insert on ticket_words
  referencing new table as fresh for each statement execute function learn_new_rows();

create function learn_changed_row() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform learn_words(array(
    select unnest(tsvector_to_array(new.staff_words)) except select unnest(tsvector_to_array(old.staff_words))));
  return null;
end $$;
create trigger ticket_words_learnt_more after update of staff_words on ticket_words for each row
  when (old.staff_words is distinct from new.staff_words) execute function learn_changed_row();

-- What the tickets that are here hold.
select learn_words(array(select word from ts_stat('select staff_words from ticket_words')));

-- Words with those letters are made anew by server/tickets/renewal.ts, since only it makes words; here it begins.
insert into settings (key, value)
select 'words_renewed_up_to', '"00000000-0000-0000-0000-000000000000"' where exists (select from ticket_words);

-- Outsiders search their own tickets: the words of all companies are not theirs to ask.
do $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  revoke all on search_parts from waypost_guest;
end $$;
revoke execute on function learn_words(text[]) from public;
