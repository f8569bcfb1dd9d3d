-- Deleted views are kept for a while, so that their deletion can be taken back with the pins of everybody.

alter table views add deleted_at timestamptz(3), add deleted_by uuid references principals;
create index views_deleted on views (deleted_at) where deleted_at is not null;
