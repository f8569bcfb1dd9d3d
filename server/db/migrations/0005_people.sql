-- People as they are sorted and searched, and the state of an invitation told by its link rather than by a copy.

-- Lower case without accents, so that Ángel stands beside Angela on every engine and locale.
create function name_key(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(normalize(lower(name), NFKD), '[\u0300-\u036f]', '', 'g')
$$;

alter table users add column name_key text generated always as (name_key(fullname)) stored;
alter table users add column search_key text generated always as (name_key(fullname) || ' ' || lower(email)) stored;
create index users_by_name on users (user_type, name_key, id);
create index users_by_company_name on users (company_id, name_key, id);
drop index users_by_type;
drop index users_by_company;

alter table companies add column name_key text generated always as (name_key(name)) stored;
alter table companies add column search_key text
  generated always as (name_key(name || ' ' || coalesce(description, ''))) stored;
create index companies_by_name on companies (name_key, id);

alter table users drop column invite_state;
alter table users drop column invite_expires_at;
