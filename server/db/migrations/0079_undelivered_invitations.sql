-- As migration 20 has it; but an invitation whose mail came back, or was not sent since mail to its address does, has reached nobody
-- either (rule 114).
create or replace function sign_in_states(asked uuid[], moment timestamptz)
  returns table (user_id uuid, has_password boolean, has_second_factor boolean, invite_state text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, k.id is not null, f.secret is not null,
    case
      when l.token_hash is null or l.used_at is not null then case when k.id is null then 'not_sent' else 'none' end
      when l.expires_at <= moment then 'expired'
      when m.state in ('failed', 'bounced', 'skipped') or (m.state = 'queued' and m.last_error is not null) then 'not_sent'
      else 'pending' end
  from users u
  left join credentials k on k.user_id = u.id and k.kind = 'password'
  left join second_factors f on f.user_id = u.id
  left join lateral (select * from action_links where action_links.user_id = u.id and purpose = 'invite'
    order by created_at desc, used_at desc nulls first limit 1) l on true
  left join mails m on m.dedupe_key = 'link:' || encode(l.token_hash, 'hex')
  where u.id = any(asked)
    and (not is_guest() or u.id = guest_id()
      or (guest_is_admin() and u.user_type = 'external' and u.company_id = guest_company()))
$$;
