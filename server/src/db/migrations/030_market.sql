-- The public log: a Merkle tree (RFC 6962) over entries of prices, tickets, receipts, day commitments, keys, rules and models. Entry
-- `seq` is leaf `seq` - 1. Times are ms since 1970.
create table log_entry (
  seq bigint primary key check (seq > 0),
  kind text not null check (
    kind in (
      'tick', 'tickets', 'receipts', 'refusals', 'trades', 'day', 'reveal', 'keys', 'rules', 'model', 'record', 'yield', 'release',
      'hostings', 'product', 'actions', 'audited', 'withdrawals', 'withdrawn')
  ),
  at bigint not null,
  body text not null check (octet_length(body) <= 65535),
  -- SHA-256(00 and the body)
  leaf bytea not null check (length(leaf) = 32)
);
create unique index log_entry_tick_at on log_entry (at) where kind = 'tick';
create index log_entry_other on log_entry (kind, seq) where kind <> 'tick';

-- Full tiles of the tree: 256 hashes each. Tile n of level 0 holds the leaves of entries 256 n + 1 to 256 n + 256; a tile of a
-- higher level holds the roots of 256 tiles below it. Partial tiles are assembled when read.
create table log_tile (
  level smallint not null check (level >= 0),
  n bigint not null check (n >= 0),
  root bytea not null check (length(root) = 32),
  data bytea not null check (length(data) = 8192),
  primary key (level, n)
);
-- Hashes do not compress.
alter table log_tile alter data set storage external;

-- Signed heads of the log, one for each commit. The first of a minute and those that a receipt names are kept for good; the
-- others are deleted after a week.
create table log_checkpoint (
  size bigint primary key references log_entry,
  at bigint not null,
  root bytea not null check (length(root) = 32),
  note text not null,
  kept boolean not null
);
create index log_checkpoint_passing on log_checkpoint (at) where not kept;

-- The newest head signed by external witnesses, with their signatures; `at` is the time of its newest entry.
create table log_witnessed (
  is_only boolean primary key default true check (is_only),
  size bigint not null check (size > 0),
  at bigint not null,
  signatures integer not null check (signatures > 0),
  note text not null
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
create trigger append_only before update or delete or truncate on log_tile
  for each statement execute function market_log_is_append_only();
create trigger append_only before update or delete or truncate on log_day
  for each statement execute function market_log_is_append_only();

-- A checkpoint can only be marked to be kept, or be deleted while it is not.
create function log_checkpoint_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not old.kept then return old; end if;
  if tg_op = 'UPDATE' and new.kept and (old.size, old.at, old.root, old.note) = (new.size, new.at, new.root, new.note) then
    return new;
  end if;
  raise exception 'log_checkpoint is append-only' using errcode = 'restrict_violation';
end $$;
create trigger stays before update or delete on log_checkpoint
  for each row execute function log_checkpoint_stays();
create trigger append_only before truncate on log_checkpoint
  for each statement execute function market_log_is_append_only();
