-- The public log: one hash chain of prices, tickets, receipts, day commitments and keys. Times are ms since 1970.
create table log_entry (
  seq bigint primary key check (seq > 0),
  kind text not null check (kind in ('tick', 'tickets', 'receipts', 'day', 'reveal', 'keys')),
  at bigint not null,
  body text not null,
  hash bytea not null check (length(hash) = 32)
);
create unique index log_entry_tick_at on log_entry (at) where kind = 'tick';
create index log_entry_other on log_entry (kind, seq) where kind <> 'tick';

-- Ed25519 signatures over the log up to an entry, one a minute.
create table log_root (
  seq bigint primary key references log_entry,
  at bigint not null,
  hash bytea not null check (length(hash) = 32),
  signature bytea not null check (length(signature) = 64)
);

-- The log entries that committed to and revealed each day of a simulated index; one of each per day.
create table log_day (
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  event text not null check (event in ('committed', 'revealed')),
  seq bigint not null unique references log_entry,
  primary key (day, event)
);

-- OHLC in 1e-8 USDT, built from ticks; period and opened_at in seconds. A cache that can be rebuilt from the log.
create table candle (
  pid integer not null,
  period integer not null check (period > 0),
  opened_at bigint not null,
  open bigint not null check (open > 0),
  high bigint not null,
  low bigint not null,
  close bigint not null,
  primary key (pid, period, opened_at),
  check (low <= open and low <= close and high >= open and high >= close)
);

create function market_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete or truncate on log_entry
  for each statement execute function market_log_is_append_only();
create trigger append_only before update or delete or truncate on log_root
  for each statement execute function market_log_is_append_only();
create trigger append_only before update or delete or truncate on log_day
  for each statement execute function market_log_is_append_only();
