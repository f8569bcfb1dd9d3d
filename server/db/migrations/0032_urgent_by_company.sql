-- A provider agrees with each company whether its people may call a ticket urgent themselves (rule 75).
alter table companies add column urgent_allowed boolean not null default true;
