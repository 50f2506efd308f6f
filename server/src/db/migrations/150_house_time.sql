-- The house's time as last stored by the log's writer: one row, written when it changes.

create table house_time (
  only_row boolean primary key default true check (only_row),
  -- The database's clock minus the house's time.
  lead_ms bigint not null,
  -- Whether the writer's clocks agree. While they do not, no process takes new orders.
  is_agreed boolean not null
);
