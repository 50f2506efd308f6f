-- The double-entry ledger: accounts are the running sums of a journal. What orders and the days of hosting move is in rows of their
-- own, everything else is a transfer; the view `movement` (210_journal.sql) is all of it together.
--
-- Lock order for every transaction that moves money: rows of the cause (request, orders) first, then the books'
-- advisory locks, real before simulated (`lock_books`), then accounts. Transactions in this order cannot deadlock.
--
-- PostgreSQL reads the text of every check again for each statement that writes, and evaluates the casts and lists in it. So
-- numbers that `&` joins with an id are quoted, and lists are array literals: these are stored as ready constants. With `id & 15` and
-- `in (…)` in the checks, placing a single order takes a quarter more of PostgreSQL's time.
--
-- id = owner x 1024 + book x 512 + currency x 16 + kind (core/src/ledger/accounts.ts). Kind 0, money from outside, has no
-- row: its balance is minus the sum of all others, and a row would only be a hot spot.
create table account (
  id bigint primary key,
  balance bigint not null,
  -- Of open orders: stakes with fees, and what they may win. On a user's available account those of his own orders in its
  -- book and currency, on the escrow account those of all: what it holds. Nobody has to sum the orders to know a limit.
  at_stake bigint not null default 0,
  may_win bigint not null default 0,
  constraint account_is_covered check (balance >= 0 and at_stake >= 0 and may_win >= 0),
  constraint account_stakes_fit check ((id & '15') between 1 and 2 or at_stake + may_win = 0),
  constraint account_is_known check (
    (id & '15') between 1 and 14 and (id & '496') > 0 and ((id & '15') = any ('{1,5,14}')) = (id >= 1024)
  )
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- The same in readable columns. Stored columns would cost a sixth of the ledger's speed.
create view account_in_words as
  select id, id >> 10 as owner, case (id >> 9) & 1 when 0 then 'real' else 'simulated' end as book,
    ((id >> 4) & 31)::int as currency, kinds[id & 15] as kind, balance, at_stake, may_win
  from account, -- and not alone: PostgreSQL 15 words the columns of a single table otherwise than its successors
    (values (array['available', 'escrow', 'bankroll', 'fees', 'hold', 'inventory', 'lending', 'venue1', 'venue2', 'venue3',
      'venue4', 'venue5', 'programme', 'hosted'])) as named (kinds);

create table transfer (
  from_id bigint not null,
  to_id bigint not null,
  amount bigint not null,
  at_ms bigint not null,
  ref uuid not null,
  cause smallint not null,
  leg smallint not null,
  primary key (ref, cause, leg),
  constraint transfer_amount_is_positive check (amount > 0),
  -- Book and currency are bits 4 to 9 of an account's id.
  constraint transfer_stays_in_its_book check ((from_id & '1008') = (to_id & '1008') and (from_id & '496') > 0),
  -- cause x 256 + kind paying x 16 + kind paid; the same matrix as FLOWS in core/src/ledger/accounts.ts.
  -- Without the causes 1, 2 and 19: what orders and the days of hosting move follows from their rows.
  constraint transfer_flow_is_allowed check (
    cause * 256 + (from_id & '15') * 16 + (to_id & '15') = any (
      '{769,1025,1040,1283,1286,1287,1288,1289,1290,1291,1292,1537,1813,2096,2128,
      2129,2132,2144,2326,2401,2608,2819,2822,2829,3185,3348,3351,3592,3593,3594,3595,3596,3712,3728,3744,
      3760,3776,3848,3849,3850,3851,3852,3968,3984,4000,4016,4032,4237,4253,4269,4285,4301,4382,4833,4836,
      5174,5175,5187,5190,5191,5219,5223,5235,5238}'::smallint[])
  ),
  -- The house's accounts grow by themselves in the simulated book alone, whose ids have bit 9.
  constraint transfer_growth_is_practice check (cause <> 11 or (from_id & '512') <> 0),
  -- Opening money and resets, too: real money comes in and goes out by deposits and withdrawals alone.
  constraint transfer_grant_is_practice check (cause not between 3 and 4 or (from_id & '512') <> 0),
  -- Loans are of the real book alone: no pool and no movement of a loan is in the other.
  constraint transfer_lending_is_real check (
    (from_id & '512') = 0 or ((from_id & '15') <> 7 and (to_id & '15') <> 7 and cause not between 12 and 13)
  ),
  -- The arbitrage programme trades in the real book alone; the simulated one follows its days.
  constraint transfer_venues_are_real check (
    (from_id & '512') = 0 or ((from_id & '15') not between 8 and 12 and (to_id & '15') not between 8 and 12)
  ),
  -- What the house moves between its own accounts is of the real book alone; the simulated one grows by itself.
  constraint transfer_treasury_is_real check (cause <> 20 or (from_id & '512') = 0),
  constraint transfer_owners_fit check (
    ((from_id & '15') = any ('{1,5,14}')) = (from_id >= 1024) and ((to_id & '15') = any ('{1,5,14}')) = (to_id >= 1024)
    and least(from_id, to_id) > 0
  ),
  -- Users cannot pay each other.
  constraint transfer_has_one_user check (from_id < 1024 or to_id < 1024 or from_id >> 10 = to_id >> 10)
);
-- Indexes for statements: a user's own transfers in time order, without the house's accounts.
create index transfer_by_payer on transfer (from_id, at_ms) where from_id >= 1024;
create index transfer_by_payee on transfer (to_id, at_ms) where to_id >= 1024;
-- What the house was funded with: few rows among all transfers.
create index transfer_funding on transfer (to_id) where cause = 5;
-- What the house moved between its own accounts: few rows.
create unique index transfer_treasury on transfer (ref) where cause = 20;
-- What the house lost in reorganisations: hardly any rows.
create index transfer_loss on transfer (to_id) where cause = 10;
-- The newest transfers, for an audit that goes on from an earlier one: a few bytes for each run of pages.
create index transfer_by_time on transfer using brin (at_ms) with (pages_per_range = 32, autosummarize = on);
-- What the arbitrage programme earned: a few rows a day.
create index transfer_earning on transfer (to_id) where cause = 16;

-- Locks books until the end of the transaction: only one transaction at a time changes a book. Pass both books in one
-- call.
create function lock_books(books smallint[]) returns void language plpgsql as $$
begin
  if 0 = any (books) then perform pg_advisory_xact_lock(7310010, 0); end if;
  if 1 = any (books) then perform pg_advisory_xact_lock(7310010, 1); end if;
end $$;

-- Changes these accounts, in the order of the list: balances, what is at stake and what may be won. One update per account. Only
-- the triggers of the journal call it, with accounts in the order of their ids, so that those of many users are found page by page.
create function change_accounts(ids bigint[], sums bigint[], stakes bigint[], wins bigint[]) returns void language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  changed bigint;
begin
  update account
    set balance = balance + net.delta, at_stake = at_stake + net.staked, may_win = may_win + net.won
    from unnest(ids, sums, stakes, wins) as net (id, delta, staked, won) where account.id = net.id;
  get diagnostics changed = row_count;
  if changed < cardinality(ids) then
    insert into account (id, balance, at_stake, may_win)
      select net.* from unnest(ids, sums, stakes, wins) as net (id, delta, staked, won)
      where not exists (select from account where account.id = net.id);
  end if;
end $$;

-- Updates the balances with the transfers of one statement, netted.
create function post_transfers() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7310010, book) from (
    select distinct ((from_id >> 9) & 1)::int as book from added order by 1) as books;
  perform change_accounts(array_agg(id), array_agg(delta), array_fill(0::bigint, array[count(*)::int]), array_fill(0::bigint, array[count(*)::int]))
    from (
      select id, sum(amount)::bigint as delta from (
        select to_id as id, amount from added where (to_id & 15) <> 0
        union all
        select from_id, -amount from added where (from_id & 15) <> 0
      ) as side group by id order by id
    ) as net;
  return null;
end $$;

create trigger transfer_posts after insert on transfer
  referencing new table as added for each statement execute function post_transfers();

-- Trigger function that refuses a change, with its argument as the message.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0] using errcode = 'integrity_constraint_violation';
end $$;

create trigger transfer_stays before update or delete or truncate on transfer
  for each statement execute function refuse_change('transfers are never changed');

-- At depth 0 the statement comes from outside; the journal's triggers run at depth 1.
create trigger account_follows before insert or update or delete on account
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change('balances follow transfers alone');
create trigger account_stays before truncate on account
  for each statement execute function refuse_change('balances follow transfers alone');

-- Answers to money requests by idempotency key, written in the transaction of their effect; kept for 30 days.
create table request (
  user_id bigint not null,
  route text not null,
  key uuid not null,
  -- First half of the request's SHA-256.
  fingerprint uuid not null,
  -- JSON; null only inside the transaction that executes the request.
  answer text,
  at_ms bigint not null,
  primary key (user_id, route, key)
);
create index request_age on request (at_ms);
