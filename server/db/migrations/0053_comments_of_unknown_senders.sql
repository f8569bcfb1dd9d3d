-- A mail of somebody who has no account may be joined to a ticket: the comment is the mailbox's, and says who wrote it.
alter table comments add column from_address text;
create or replace view public_comments with (security_invoker = true) as
  select * from comments where visibility = 'public' and deleted_at is null;
create index comments_by_address on comments (from_address) where from_address is not null;
select grant_app_rights();
