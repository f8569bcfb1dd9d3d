-- Warnings of which nobody is mailed yet. What is due at once is told of in several transactions, and whoever is told gets one
-- mail of all of it.
alter table sla_warnings add column is_to_mail boolean not null default false;
create index sla_warnings_to_mail on sla_warnings (id) where is_to_mail;
