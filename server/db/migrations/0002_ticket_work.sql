-- Working on tickets.

-- When staff last wrote an internal note. Apart from `updated`, which clients see: a note must move nothing of theirs.
alter table tickets add column noted timestamptz(3);

-- The closed ticket that this one goes on from.
alter table tickets add column follow_up_of_id uuid references tickets;
