-- What happens on the networks: addresses of our own, blocks that were read, every change of what we hold there, deposits.
-- Sums on a chain are whole numbers of its smallest unit (wei; 1e-6 for a dollar token). Hashes and addresses are text as
-- nodes write it: 0x and lower-case digits.

-- A deposit address is child 0/index of the account key of its coin type. An index is used once, for ever.
create sequence deposit_index as int minvalue 0;
create table deposit_address (
  user_id bigint not null,
  coin_type int not null,
  index int not null,
  address text not null unique,
  -- Grows with every row: a copy is brought up to date by reading on from its last number.
  id bigint generated always as identity unique,
  created_at_ms bigint not null,
  primary key (user_id, coin_type),
  unique (coin_type, index),
  constraint deposit_address_is_raw check (address ~ '^0x[0-9a-f]{40}$')
);

create table chain_state (
  chain smallint primary key,
  -- The first block that was read: a node that tells another one is of another chain.
  origin_number bigint not null,
  origin_hash text not null,
  -- Set when more changed than may change; an operator sets it back to null (clear_chain_halt).
  halted_because text,
  halted_at_ms bigint
);

-- Blocks that were read, up to the newest, without gaps; old ones are dropped.
create table chain_block (
  chain smallint not null,
  number bigint not null,
  hash text not null,
  primary key (chain, number)
);

-- Every change of what our addresses hold: the sum by address and currency is what the chain says after the newest block read.
create table chain_move (
  chain smallint not null,
  block bigint not null,
  txid text not null,
  -- Place of the event among the transaction's logs; -1 the transaction's own value, -2 its fee, -1000 and below calls inside.
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

-- What came in to an address of ours: a user's, or the house's (user 0).
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
  -- What was posted for it: the amount, for the house what was not in the books already.
  posted bigint,
  -- 0 seen, 1 credited, 2 no longer in the chain, 3 credited and then no longer in the chain (the house bore it).
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
create index deposit_by_user on deposit (user_id, seen_at_ms desc, id);

-- For the operator: goes on with a chain after a halt.
create function clear_chain_halt(in_chain int) returns void language sql as $$
  update chain_state set halted_because = null, halted_at_ms = null where chain = in_chain;
$$;
