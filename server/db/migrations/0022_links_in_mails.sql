-- A link that is used or ended is of no use in a mail either. The mail of a link is found by its key, the hash of the
-- token, and a trigger does it, so that no way of ending a link can forget its mail.

-- A text of a mail without the tokens of its links: kept, they would open accounts to readers of the table.
create function without_link_tokens(body text) returns text language sql immutable parallel safe as $$
  select regexp_replace(body, '/(accept-invite|reset-password|undo-email-change)/[A-Za-z0-9_-]+', '/\1/...', 'g')
$$;

-- Mail that still waits goes out as it was written: who opens its link reads that it ended. People from outside end links
-- of their own and may not change mails, so it runs as its owner.
create function redact_mail_of_link() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update mails set body_text = without_link_tokens(body_text), body_html = without_link_tokens(body_html)
    where dedupe_key = 'link:' || encode(old.token_hash, 'hex') and state in ('captured', 'failed');
  return null;
end $$;

create trigger action_links_used after update of used_at on action_links
  for each row when (old.used_at is null and new.used_at is not null) execute function redact_mail_of_link();
create trigger action_links_deleted after delete on action_links
  for each row execute function redact_mail_of_link();

-- What was kept until today.
update mails m set body_text = without_link_tokens(body_text), body_html = without_link_tokens(body_html)
  where dedupe_key like 'link:%' and (state = 'failed' or state = 'captured' and not exists (
    select from action_links l where m.dedupe_key = 'link:' || encode(l.token_hash, 'hex')
      and l.used_at is null and l.expires_at > now()));
