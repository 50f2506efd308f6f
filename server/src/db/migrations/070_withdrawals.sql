-- Withdrawals: the signed requests, their states, the hot wallet's transactions that pay them, and their protection by
-- authenticators and address books. Times are milliseconds since 1970 of the server's clock.
-- core/src/wallet/withdrawals.ts defines the states' numbers.

create table withdrawal (
  id uuid primary key,
  -- Position among the requests, which are paid in this order; assigned under the book's lock.
  place bigint generated always as identity,
  user_id bigint not null references users (id),
  chain int not null check (chain > 0),
  currency smallint not null check (currency between 1 and 31),
  amount bigint not null check (amount > 0),
  fee_cap bigint not null check (fee_cap >= 0),
  -- Currency of the network's fee, and the price of one unit of it in units of `currency`; 0 when it is `currency`
  -- itself.
  gas_currency smallint not null check (gas_currency between 1 and 31),
  gas_price bigint not null check (gas_price >= 0 and (gas_price = 0) = (gas_currency = currency)),
  -- The most that the transaction may burn, in the smallest unit of the network's coin.
  gas_cap numeric(38, 0) not null check (gas_cap > 0),
  destination text not null check (length(destination) between 1 and 128),
  account text not null,
  wallet_type smallint not null check (wallet_type in (1, 2)),
  -- The eight signed fields as canonical JSON.
  intent text not null,
  nonce uuid not null constraint withdrawal_nonce unique,
  signature text not null,
  requested_at bigint not null,
  address_from bigint not null,
  needs_approval boolean not null,
  state smallint not null check (state between 0 and 9),
  state_at bigint not null,
  -- No new attempt before this time; a waiting request moves on by itself then.
  retry_at bigint not null default 0,
  -- An operator's code for a rejection, or the program's own code for an automatic end.
  reason text check (reason ~ '^[a-z_]{1,40}$'),
  -- The end: the transaction that counts, its block, the owner's charge, and the house's cost in the network's coin.
  txid text,
  block bigint,
  fee bigint check (fee between 0 and fee_cap),
  gas bigint check (gas >= 0),
  constraint withdrawal_final_is_whole check (state <> 6 or num_nulls(txid, block, fee, gas) = 0)
);
create index withdrawal_of_user on withdrawal (user_id, place);
create unique index withdrawal_place on withdrawal (place);
-- A transaction pays one withdrawal: core/src/log/withdrawals.ts.
create unique index withdrawal_txid on withdrawal (txid) where txid is not null;
create index withdrawal_destination on withdrawal (lower(destination));
-- Withdrawals of the last hour that needed no operator.
create index withdrawal_unasked on withdrawal (currency, requested_at) where not needs_approval;
-- Withdrawals requested before another one, for the audit of which needed operators.
create index withdrawal_by_time on withdrawal (currency, requested_at);
-- The few withdrawals in progress.
create index withdrawal_pending on withdrawal (chain, place) where state <= 5;

-- Each state of a withdrawal with its start; written by a trigger.
create table withdrawal_step (
  withdrawal uuid not null references withdrawal (id),
  state smallint not null,
  at bigint not null
);
create index withdrawal_step_of on withdrawal_step (withdrawal, at);

create function withdrawal_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.place, new.user_id, new.chain, new.currency, new.amount, new.fee_cap, new.gas_currency, new.gas_price, new.gas_cap,
      new.destination, new.account, new.wallet_type, new.intent, new.nonce, new.signature, new.requested_at,
      new.address_from, new.needs_approval) is distinct from
     (old.id, old.place, old.user_id, old.chain, old.currency, old.amount, old.fee_cap, old.gas_currency, old.gas_price, old.gas_cap,
      old.destination, old.account, old.wallet_type, old.intent, old.nonce, old.signature, old.requested_at,
      old.address_from, old.needs_approval) then
    raise exception 'the terms of a withdrawal are never changed' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state >= 6 then
    raise exception 'a withdrawal that ended is never changed' using errcode = 'integrity_constraint_violation';
  end if;
  if new.state <> old.state then
    if old.state * 10 + new.state not in (2, 1, 7, 8, 12, 10, 17, 18, 23, 27, 34, 37, 39, 45, 46, 49, 56, 59) then
      raise exception 'a withdrawal does not go from % to %', old.state, new.state
        using errcode = 'integrity_constraint_violation';
    end if;
    -- The clock of the process that takes it may be behind that of the one before.
    new.state_at := greatest(new.state_at, old.state_at);
    insert into withdrawal_step values (new.id, new.state, new.state_at);
  end if;
  return new;
end $$;
create function withdrawal_begins() returns trigger language plpgsql as $$
begin
  if new.state > 2 then
    raise exception 'a withdrawal begins with a request' using errcode = 'integrity_constraint_violation';
  end if;
  if new.state = 2 and new.needs_approval then
    raise exception 'a withdrawal is approved by two operators or by silence' using errcode = 'integrity_constraint_violation';
  end if;
  insert into withdrawal_step values (new.id, 0, new.requested_at);
  if new.state <> 0 then insert into withdrawal_step values (new.id, new.state, new.state_at); end if;
  return null;
end $$;
create trigger withdrawal_moves before update on withdrawal for each row execute function withdrawal_moves();
create trigger withdrawal_begins after insert on withdrawal for each row execute function withdrawal_begins();
create trigger withdrawals_stay before delete or truncate on withdrawal
  for each statement execute function refuse_change('withdrawals are never deleted');
create trigger withdrawal_steps_stay before update or delete or truncate on withdrawal_step
  for each statement execute function refuse_change('steps of a withdrawal are never changed');
create trigger withdrawal_steps_follow before insert on withdrawal_step
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change('steps follow the withdrawal alone');

-- The house's signed promise of each withdrawal, made with the request. Numbers are assigned under the book's lock, without gaps.
-- core/src/evidence/withdrawalPromise.ts.
create table withdrawal_promise (
  number bigint primary key check (number > 0),
  -- The previous promise, so that none can be left out.
  previous bigint generated always as (nullif(number - 1, 0)) stored references withdrawal_promise,
  withdrawal uuid not null unique references withdrawal (id),
  at_ms bigint not null,
  text text not null,
  signature bytea not null check (length(signature) = 64),
  -- The `withdrawals` log entry whose root covers this text; null until it is logged.
  log_seq bigint references log_entry,
  -- The `withdrawn` log entry that says how the withdrawal ended, and the end's number among all; null until it is logged.
  end_seq bigint references log_entry,
  end_number bigint unique check (end_number > 0),
  -- The previous end, so that none can be left out.
  end_previous bigint generated always as (nullif(end_number - 1, 0)) stored references withdrawal_promise (end_number),
  constraint withdrawal_end_is_whole check ((end_seq is null) = (end_number is null) and coalesce(log_seq < end_seq, end_seq is null))
);
create index withdrawal_promise_open on withdrawal_promise (number) where end_seq is null;
create index withdrawal_promise_ended on withdrawal_promise (end_seq, number) where end_seq is not null;
create index withdrawal_promise_unlogged on withdrawal_promise (number) where log_seq is null;
create index withdrawal_promise_logged on withdrawal_promise (log_seq, number) where log_seq is not null;
create trigger withdrawal_promises_stay before delete or truncate or update of number, withdrawal, at_ms, text, signature
  on withdrawal_promise for each statement execute function refuse_change('a promise is never changed or deleted');
create trigger withdrawal_promises_logged_once after update on withdrawal_promise for each row
  when (old.log_seq is not null and new.log_seq is distinct from old.log_seq)
  execute function refuse_change('a promise is logged once');
create trigger withdrawal_ends_logged_once after update on withdrawal_promise for each row
  when (old.end_seq is not null and (new.end_seq, new.end_number) is distinct from (old.end_seq, old.end_number))
  execute function refuse_change('how a withdrawal ended is logged once');

-- Operators' votes on a withdrawal above the limits, one per operator.
create table withdrawal_vote (
  withdrawal uuid not null references withdrawal (id),
  operator text not null check (length(operator) between 1 and 64),
  approves boolean not null,
  reason text check ((reason is null) = approves),
  at bigint not null,
  -- An operator revoked and invited again votes anew: the earlier vote no longer counts.
  primary key (withdrawal, operator, at)
);
create trigger withdrawal_votes_stay before update or delete or truncate on withdrawal_vote
  for each statement execute function refuse_change('a vote is never changed');

-- The nonce for the hot wallet's next transaction on a chain. Taking or returning a nonce locks the row.
create table hot_nonce (
  chain int primary key,
  sender text not null,
  next bigint not null check (next >= 0)
);

-- The hot wallet's nonce of each withdrawal: at most one per withdrawal, and a nonce pays only one.
create table withdrawal_slot (
  chain int not null,
  sender text not null,
  nonce bigint not null check (nonce >= 0),
  withdrawal uuid not null unique references withdrawal (id),
  -- The chain's head when another transaction was first seen to have taken the nonce.
  taken_at_block bigint,
  primary key (chain, sender, nonce)
);

-- Every signed transaction of a withdrawal, stored before it is first sent. They share one nonce, so at most one is
-- mined.
create table withdrawal_tx (
  chain int not null,
  txid text not null,
  withdrawal uuid not null references withdrawal (id),
  raw bytea not null,
  max_fee numeric(38, 0) not null,
  tip numeric(38, 0) not null,
  made_at bigint not null,
  primary key (chain, txid)
);
create index withdrawal_tx_of on withdrawal_tx (withdrawal, made_at);
create trigger withdrawal_txs_stay before update or delete or truncate on withdrawal_tx
  for each statement execute function refuse_change('signed transactions are never changed');

-- Ended withdrawals whose gas (column `gas`) the house still owes, because its accounts lacked the network's coin.
create table gas_owed (
  withdrawal uuid primary key references withdrawal (id)
);

-- Holds on all withdrawals of a user. A hold is in force when two operators proposed the same; it ends by itself.
create table security_hold (
  case_id text not null check (length(case_id) between 1 and 64),
  user_id bigint not null references users (id),
  operator text not null check (length(operator) between 1 and 64),
  reason text not null check (reason ~ '^[a-z_]{1,40}$'),
  until bigint not null,
  at bigint not null,
  -- Whether this proposal brought the hold into force; the trigger sets it, whatever is given.
  takes_effect boolean not null default false,
  primary key (case_id, operator),
  constraint hold_is_short check (until > at and until <= at + 72 * 3600000)
);
create index security_hold_of on security_hold (user_id, until);
-- All proposals of a case ask for the same hold with the same end, and the next case does not extend it: after a hold in force,
-- the user cannot be held for 30 days. Until it is in force, only current operators who may decide count (220_decided.sql).
create function security_hold_is_rare() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7310522, hashint8(new.user_id));
  if exists (select from security_hold where case_id = new.case_id
      and (user_id, reason, until) is distinct from (new.user_id, new.reason, new.until)) then
    raise exception 'a hold is agreed to as it was proposed' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from security_hold where user_id = new.user_id and case_id <> new.case_id
      and takes_effect and until > new.at - 30 * 86400000::bigint) then
    raise exception 'a user is not held again within 30 days' using errcode = 'integrity_constraint_violation';
  end if;
  if not decides_withdrawals(new.operator, new.at) then
    raise exception 'a hold is proposed by operators who decide' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from security_hold where case_id = new.case_id and operator <> new.operator
      and decides_withdrawals(operator, at) and same_hand(operator, new.operator)) then
    raise exception 'one hand counts once' using errcode = 'integrity_constraint_violation';
  end if;
  -- Only once: the hold then stays in force to its end, even if its proposers are revoked.
  new.takes_effect := (select not coalesce(bool_or(takes_effect), false)
      and count(*) filter (where decides_withdrawals(operator, at)) >= 1
    from security_hold where case_id = new.case_id and operator <> new.operator);
  return new;
end $$;
create trigger security_holds_are_rare before insert on security_hold
  for each row execute function security_hold_is_rare();
create trigger security_holds_stay before update or delete or truncate on security_hold
  for each statement execute function refuse_change('a hold is never changed');

-- Authenticators that owners turned on for their withdrawals.
create table authenticator (
  user_id bigint primary key references users (id),
  -- The secret of RFC 6238 under AES-256-GCM: nonce, ciphertext, tag.
  secret bytea not null check (length(secret) between 40 and 128),
  -- Null until the owner has shown a code.
  confirmed_at bigint,
  -- The end set by the owner's reset; null without a reset.
  off_at bigint check (off_at is null or confirmed_at is not null),
  -- The last time step whose code was accepted; each code is accepted once.
  last_step bigint not null default 0
);

-- Attempts with a code, right or wrong, in the minute that began at `since`.
create table code_try (
  user_id bigint primary key references users (id),
  since bigint not null,
  tries int not null check (tries > 0)
);

create table recovery_code (
  user_id bigint not null references authenticator (user_id) on delete cascade,
  -- Keyed SHA-256 of the code.
  hash bytea not null check (length(hash) = 32),
  used_at bigint,
  primary key (user_id, hash)
);

create table address_book (
  user_id bigint primary key references users (id),
  -- Null while it is on; otherwise its end.
  until bigint
);

create table address_book_entry (
  id uuid primary key,
  user_id bigint not null references users (id),
  address text not null check (length(address) between 1 and 128),
  label text not null check (length(label) <= 40),
  added_at bigint not null,
  usable_at bigint not null,
  unique (user_id, address)
);
