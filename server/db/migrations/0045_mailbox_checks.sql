-- What became of the last mail that a mailbox sent to a plus-address of its own.
alter table mailboxes add column plus_check text check (plus_check in ('waiting', 'came_back', 'lost', 'not_sent'));
-- Named in that mail, so that an earlier one does not count.
alter table mailboxes add column plus_token text;
