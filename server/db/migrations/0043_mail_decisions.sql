-- What people decide about mail that came in needs two things more of each mail.

-- Why it was held before somebody decided: restoring it brings that back.
alter table incoming_mails add column held_reason text;
-- The files that came with it: [{"name", "type", "bytes", "refused"}]; a refused one is in the original alone.
alter table incoming_mails add column files jsonb;
