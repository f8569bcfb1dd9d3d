-- A mail may name a ticket by its number where it came from.
create index tickets_by_old_number on tickets (old_number) where old_number is not null;
