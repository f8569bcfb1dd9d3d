-- The words of an event, as before: what gathers them sorts them and leaves out doubles itself, so `distinct` sorted them twice,
-- for 0.008 of 0.018 ms of every event.
create or replace function audit_words(kind text, ip text, reason text, before jsonb, after jsonb) returns tsvector
  language sql immutable parallel safe as $$
  select array_to_tsvector(array(
    select left(word, 60)
    from regexp_split_to_table(
      public.name_key(regexp_replace(
        kind || ' ' || coalesce(ip, '') || ' ' || coalesce(reason, '') || ' ' || coalesce(before::text, '') || ' ' ||
        coalesce(after::text, ''), '\\[bfnrt]', ' ', 'g')),
      '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+') as word
    where word <> ''))
$$;
