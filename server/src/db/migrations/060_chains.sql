-- Chain data: our own addresses, recorded blocks, every change of our holdings, deposits. Sums on a chain are whole
-- numbers of its smallest unit (wei; 1e-6 for a dollar token). Hashes and addresses are text in raw form: 0x and
-- lower-case digits.

-- A deposit address is child 0/index of its coin type's account key. Each index is used only once.
create sequence deposit_index as int minvalue 0;
create table deposit_address (
  user_id bigint not null,
  coin_type int not null,
  index int not null,
  address text not null unique,
  -- Grows with every row: a reader's copy catches up from its last number.
  id bigint generated always as identity unique,
  created_at_ms bigint not null,
  primary key (user_id, coin_type),
  unique (coin_type, index),
  constraint deposit_address_is_raw check (address ~ '^0x[0-9a-f]{40}$')
);

create table chain_state (
  chain smallint primary key,
  -- The first recorded block. A node with a different one serves another chain.
  origin_number bigint not null,
  origin_hash text not null,
  -- Set when the chain changed deeper than its confirmations; two operators clear it (090_operators.sql).
  halted_because text,
  halted_at_ms bigint
);

-- Recorded blocks up to the newest, without gaps; old ones are deleted.
create table chain_block (
  chain smallint not null,
  number bigint not null,
  hash text not null,
  primary key (chain, number)
);

-- Every change of our addresses' holdings. The sum by address and currency equals the holdings on the chain after the
-- newest recorded block.
create table chain_move (
  chain smallint not null,
  block bigint not null,
  txid text not null,
  -- Index of the event among the transaction's logs; -1 the transaction's own value, -2 its fee, -1000 and below calls
  -- inside.
  index int not null,
  address text not null,
  currency smallint not null,
  raw numeric(78, 0) not null,
  -- 0 in, 1 out, 2 network fee, 3 held before the first block.
  kind smallint not null,
  primary key (chain, txid, index, address)
);
create index chain_move_by_block on chain_move (chain, block);
create index chain_move_by_address on chain_move (chain, address, currency) include (raw);

-- Payments received at our addresses, for a user or for the house (user 0).
create table deposit (
  id uuid primary key,
  chain smallint not null,
  txid text not null,
  index int not null,
  user_id bigint not null,
  address text not null,
  currency smallint not null,
  raw numeric(78, 0) not null,
  -- Ledger units, rounded down.
  amount bigint not null,
  -- Amount posted for it: the whole amount, or for the house the part that the books did not hold yet.
  posted bigint,
  -- 0 seen, 1 credited, 2 orphaned, 3 lost: credited and then no longer in the chain (the house bore the loss).
  state smallint not null default 0,
  block bigint not null,
  block_hash text not null,
  seen_at_ms bigint not null,
  credited_at_ms bigint,
  orphaned_at_ms bigint,
  unique (chain, txid, index),
  constraint deposit_posts_what_it_credits check ((posted is not null) = (state in (1, 3))),
  constraint deposit_posts_no_more check (posted between 0 and amount)
);
create index deposit_waiting on deposit (chain, block) where state = 0;
create index deposit_by_block on deposit (chain, block);
create index deposit_lost on deposit (block) where state = 3;
create index deposit_by_user on deposit (user_id, seen_at_ms desc, id);
create index deposit_newest on deposit (seen_at_ms desc, id desc);
