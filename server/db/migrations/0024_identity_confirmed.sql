-- When the person of a session last proved to be who they are; null until they do so after signing in. Grave actions ask
-- for a proof that is fresh (rule 592).
alter table sessions add column confirmed_at timestamptz;
