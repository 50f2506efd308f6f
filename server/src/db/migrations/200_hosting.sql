-- Hosting in the arbitrage programme: products, orders, closed days and their payouts. The rules are in core/src/arbitrage.
-- Amounts are USDT in units of 1e-8, times milliseconds since 1970, and a day is its number since 1970 in UTC.
--
-- An order is transfers under its id: cause 17 leg 0 its principal; cause 18 leg 0 the returned principal and leg 1 the early
-- exit's fee. The key of transfers allows each once. What a day pays (cause 19) follows from its row in `hosting_payday` and its
-- payouts, as in 210_journal.sql.

-- Every version of every product. The newest of a `mid` is in force.
create table hosting_product (
  mid int not null check (mid between 1 and 9999),
  version int not null check (version > 0),
  -- The previous version, so that none can be left out.
  previous int generated always as (nullif(version - 1, 0)) stored,
  days int not null check (days between 1 and 365),
  least bigint not null check (least > 0 and least % 1000000 = 0),
  most bigint not null check (most >= least and most % 1000000 = 0),
  upper_ppm int not null check (upper_ppm between 1 and 10000),
  exit_fee_ppm int not null check (exit_fee_ppm between 0 and 50000),
  is_open boolean not null default true,
  from_ms bigint not null,
  -- The `product` log entry; null until it is logged. Orders are placed only under logged versions.
  log_seq bigint unique references log_entry,
  primary key (mid, version),
  foreign key (mid, previous) references hosting_product (mid, version),
  unique (mid, version, days, upper_ppm, exit_fee_ppm)
);
create trigger hosting_product_stays before delete or truncate or update of
    mid, version, days, least, most, upper_ppm, exit_fee_ppm, is_open, from_ms
  on hosting_product for each statement execute function refuse_change('a version of a product is never changed');
create trigger hosting_product_logged_once after update on hosting_product for each row when (old.log_seq is not null)
  execute function refuse_change('a version of a product is logged once');

-- OPENING_PRODUCTS in core/src/arbitrage/programme.ts.
insert into hosting_product (mid, version, days, least, most, upper_ppm, exit_fee_ppm, from_ms) values
  (1, 1, 7, 10000000000, 500000000000, 300, 5000, 0),
  (2, 1, 30, 50000000000, 2000000000000, 400, 10000, 0),
  (3, 1, 90, 100000000000, 5000000000000, 500, 15000, 0);

-- The house's signed statements about hosting orders: a ticket for each, and an exit for each order that its owner ended early.
-- Numbers are assigned under a lock, without gaps, so that times never decrease. core/src/arbitrage/hostings.ts.
create table hosting_statement (
  number bigint primary key check (number > 0),
  -- The previous statement, so that none can be left out.
  previous bigint generated always as (nullif(number - 1, 0)) stored references hosting_statement,
  -- 0 a ticket, 1 an exit.
  kind smallint not null check (kind in (0, 1)),
  order_id uuid not null,
  at_ms bigint not null,
  text text not null,
  signature bytea not null check (length(signature) = 64),
  -- The `hostings` log entry whose root covers this text; null until it is logged.
  log_seq bigint references log_entry,
  unique (order_id, kind)
);
create index hosting_statement_unlogged on hosting_statement (number) where log_seq is null;
create index hosting_statement_logged on hosting_statement (log_seq, number) where log_seq is not null;
create index hosting_statement_by_time on hosting_statement (at_ms, number);
create trigger hosting_statements_stay before delete or truncate or update of number, kind, order_id, at_ms, text, signature
  on hosting_statement for each statement execute function refuse_change('what was signed is never changed');
create trigger hosting_statements_logged_once after update on hosting_statement for each row when (old.log_seq is not null)
  execute function refuse_change('a statement is logged once');

create table hosting_order (
  id uuid primary key,
  -- The number of its ticket.
  number bigint not null unique references hosting_statement deferrable initially deferred,
  user_id bigint not null references users (id),
  book smallint not null check (book in (0, 1)),
  -- The product's version at its placing, and that version's terms.
  mid int not null,
  version int not null,
  days int not null,
  upper_ppm int not null,
  exit_fee_ppm int not null,
  principal bigint not null check (principal > 0 and principal % 1000000 = 0),
  placed_at_ms bigint not null,
  -- The first midnight after its placing; from there it shares in whole days.
  shares_from_ms bigint not null check (shares_from_ms = (placed_at_ms / 86400000 + 1) * 86400000),
  expires_at_ms bigint not null check (expires_at_ms = shares_from_ms + days * 86400000::bigint),
  ended_at_ms bigint,
  how text check (how in ('expiry', 'exit')),
  -- The early exit's fee, and the number of its statement.
  fee bigint,
  exit_number bigint unique references hosting_statement,
  foreign key (mid, version, days, upper_ppm, exit_fee_ppm)
    references hosting_product (mid, version, days, upper_ppm, exit_fee_ppm),
  constraint hosting_ends_whole check (num_nonnulls(ended_at_ms, how, fee) in (0, 3)),
  constraint hosting_expires_in_time check (how <> 'expiry' or (ended_at_ms >= expires_at_ms and fee = 0)),
  -- exitFeeOf in core/src/arbitrage/sharing.ts: whole cents, rounded down.
  constraint hosting_exits_are_stated check ((exit_number is not null) = (how is not distinct from 'exit')),
  constraint hosting_exits_early check (
    how <> 'exit' or (ended_at_ms >= placed_at_ms and ended_at_ms < expires_at_ms
      and fee = div(principal::numeric * exit_fee_ppm, 1000000::numeric * 1000000) * 1000000)
  )
);
alter table hosting_statement add foreign key (order_id) references hosting_order;
create index hosting_order_by_user on hosting_order (user_id, book, placed_at_ms desc, id desc);
create index hosting_order_by_expiry on hosting_order (expires_at_ms);
create index hosting_order_open on hosting_order (expires_at_ms, id) where ended_at_ms is null;

create trigger hosting_terms_stay before update of id, number, user_id, book, mid, version, days, upper_ppm, exit_fee_ppm, principal,
    placed_at_ms, shares_from_ms, expires_at_ms
  on hosting_order for each statement execute function refuse_change('what was hosted is never changed');
create trigger hosting_orders_stay before delete or truncate on hosting_order
  for each statement execute function refuse_change('hosting orders are never deleted');
create trigger hosting_ends_once before update on hosting_order for each row
  when (old.ended_at_ms is not null) execute function refuse_change('a hosting order ends once');

-- A closed day. It follows from the day before and from the profit of its own trades (closeDay in core/src/arbitrage/sharing.ts).
create table hosting_day (
  day int primary key,
  -- Null only for the first day.
  previous int check (previous = day - 1),
  carried_before bigint not null check (carried_before <= 0),
  -- Number of the last trade line counted by the day before.
  last_before bigint not null check (last_before >= 0),
  last bigint not null check (last >= last_before),
  -- The same for statements about hosting orders: the last one of the day before, and of this day.
  hosted_before bigint not null check (hosted_before >= 0),
  hosted_last bigint not null check (hosted_last >= hosted_before),
  profit bigint not null,
  earned bigint not null check (earned = greatest(profit + carried_before, 0)),
  carried bigint not null check (carried = least(profit + carried_before, 0)),
  pool bigint not null check (pool = earned / 2),
  -- Merkle roots of the trade lines and of the payout lines.
  trades bytea not null check (length(trades) = 32),
  payouts bytea not null check (length(payouts) = 32),
  -- For each book: the orders that stood for the whole day, their principal, and their payouts.
  real_count int not null check (real_count >= 0),
  real_hosted bigint not null check (real_hosted >= 0),
  real_paid bigint not null check (real_paid between 0 and pool),
  simulated_count int not null check (simulated_count >= 0),
  simulated_hosted bigint not null check (simulated_hosted >= 0),
  simulated_paid bigint not null check (simulated_paid between 0 and pool),
  -- The programme's balances at its venues after these lines, less the withdrawals of days' earnings: JSON, by venue and
  -- currency.
  held text not null,
  closed_at_ms bigint not null check (closed_at_ms >= (day + 1) * 86400000::bigint),
  -- The `yield` log entry; null until it is logged.
  log_seq bigint unique references log_entry,
  -- Earnings withdrawn from the venues: first those of earlier days that later lines may not know of, last its own: JSON.
  taken text not null default '[]',
  -- Moves between the venues that are under way after these lines: JSON.
  moving text not null default '[]',
  unique (day, carried, last, hosted_last),
  foreign key (previous, carried_before, last_before, hosted_before)
    references hosting_day (day, carried, last, hosted_last),
  constraint hosting_days_begin_at_zero
    check (previous is not null or (carried_before = 0 and last_before = 0 and hosted_before = 0))
);
create unique index hosting_day_first on hosting_day ((true)) where previous is null;
create index hosting_day_unlogged on hosting_day (day) where log_seq is null;

-- What a day pays. Writing the row pays it (`hosting_pay` below), and its figures are those of these payouts.
create table hosting_payday (
  day int primary key constraint hosting_payday_is_closed references hosting_day deferrable initially deferred,
  pool bigint not null,
  at_ms bigint not null,
  real_count int not null,
  real_hosted bigint not null,
  real_paid bigint not null,
  simulated_count int not null,
  simulated_hosted bigint not null,
  simulated_paid bigint not null
);

-- A day's payouts to all orders that stood for the whole day, including zero, in the order of their lines: up to 64 of a book in a
-- row, because a row for each with an index of random ids would be most of a close's work. 64 are found without a detour: a longer
-- row would not fit its page's quarter, and PostgreSQL would store its lists elsewhere.
create table hosting_payout_part (
  day int not null,
  -- Position of its first line under the day's root, counted from 0.
  first int not null check (first >= 0),
  book smallint not null check (book in (0, 1)),
  -- The order of its first line: a book's lines are in the order of their orders' ids, so this finds an order's row.
  first_order uuid not null,
  orders uuid[] not null,
  amounts bigint[] not null,
  primary key (day, first),
  unique (day, book, first_order),
  constraint hosting_payouts_pair check (
    cardinality(orders) between 1 and 64 and cardinality(amounts) = cardinality(orders) and 0 <= all (amounts)
  )
);
create view hosting_payout as
  select line.order_id, part.day, (part.first + line.place - 1)::int as leaf, line.amount
  from hosting_payout_part as part
  cross join unnest(part.orders, part.amounts) with ordinality as line (order_id, amount, place);

-- The leaves of a day's payout lines, 256 hashes a row, with the root over these; a line's path is built from them.
create table hosting_leaves (
  day int not null references hosting_day,
  part int not null check (part >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  root bytea not null check (length(root) = 32),
  primary key (day, part)
);

-- A day that paid nothing and whose hosts must still be told. A work queue, so its rows come and go.
create table hosting_untold (
  day int primary key references hosting_day,
  -- The last user who was told.
  after_user bigint not null default 0
);

create function hosting_day_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.log_seq is null and new.log_seq is not null
      and to_jsonb(new) - 'log_seq' = to_jsonb(old) - 'log_seq' then
    return new;
  end if;
  raise exception 'a closed day is never changed' using errcode = 'restrict_violation';
end $$;
create trigger stays before update or delete on hosting_day for each row execute function hosting_day_stays();
create trigger append_only before truncate on hosting_day
  for each statement execute function refuse_change('a closed day is never changed');
create trigger append_only before update or delete or truncate on hosting_payday
  for each statement execute function refuse_change('payouts are never changed');
create trigger append_only before update or delete or truncate on hosting_payout_part
  for each statement execute function refuse_change('payouts are never changed');
-- At depth 0 the statement comes from outside; hosting_pay itself runs at depth 1.
create trigger hosting_payouts_follow before insert on hosting_payout_part
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change('payouts follow from their day alone');
create trigger append_only before update or delete or truncate on hosting_leaves
  for each statement execute function refuse_change('payouts are never changed');

-- `pool x principal / hosted`, rounded down. Principals are whole cents, and so is their sum, so that 64 bits nearly always
-- suffice: the whole part of the pool's share per cent, and the rest. Numerics, for larger values, take several times as long.
create function hosting_part(pool bigint, principal bigint, hosted bigint) returns bigint language sql immutable as $$
  select case when principal < 9000000000000 and hosted < 1000000000000000000
    then pool / (hosted / 1000000) * (principal / 1000000)
      + pool % (hosted / 1000000) * (principal / 1000000) / (hosted / 1000000)
    else div(pool::numeric * principal, hosted)::bigint end
$$;

-- The orders of both books that stood for the whole of a day, with its payouts to them: payoutOf in
-- core/src/arbitrage/sharing.ts. All shares of a book together never exceed the pool.
create function hosting_shares(of_day int, of_pool bigint)
  returns table (order_id uuid, number bigint, user_id bigint, book smallint, mid int, version int, upper_ppm int,
    principal bigint, shares_from_ms bigint, expires_at_ms bigint, leaf int, amount bigint)
  language sql stable as $$
  select id, number, user_id, book, mid, version, upper_ppm, principal, shares_from_ms, expires_at_ms, leaf,
    least(hosting_part(of_pool, principal, hosted), principal / 1000000 * upper_ppm)
  from (
    select id, number, user_id, book, mid, version, upper_ppm, principal, shares_from_ms, expires_at_ms,
      (row_number() over (order by book, id) - 1)::int as leaf, (sum(principal) over (partition by book))::bigint as hosted
    from hosting_order
    where shares_from_ms <= of_day * 86400000::bigint and expires_at_ms >= (of_day + 1) * 86400000::bigint
      and (ended_at_ms is null or ended_at_ms >= (of_day + 1) * 86400000::bigint)
  ) as stood
$$;

-- The payouts of some orders, newest first, each found by its day, book and order.
create function hosting_payouts_of(of_orders uuid[])
  returns table (order_id uuid, user_id bigint, book smallint, day int, leg smallint, amount bigint, at_ms bigint)
  language sql stable as $$
  select id, one.user_id, one.book, paid.day, (paid.day - shares_from_ms / 86400000)::smallint,
    amounts[array_position(orders, id)], paid.at_ms
  from hosting_order one
    join hosting_payday paid
      on paid.day >= shares_from_ms / 86400000 and paid.day < least(expires_at_ms, ended_at_ms) / 86400000
    cross join lateral (
      select orders, amounts from hosting_payout_part part
      where part.day = paid.day and part.book = one.book and first_order <= id
      order by first_order desc limit 1) as part
  where id = any (of_orders)
  order by paid.day desc
$$;

-- Pays a day: each order that stood for the whole of it gets its share, from the programme's account to its owner's available one
-- (16 + kind in core/src/ledger/accounts.ts). One statement computes the shares once, for the payouts, the balances and the figures
-- alike. The memory holds the shares of 100,000 orders.
create function hosting_pay() returns trigger language plpgsql set work_mem = '64MB' as $$
declare
  accounts bigint[];
  sums bigint[];
begin
  with share as materialized (
    select order_id, user_id, book, principal, leaf, amount from hosting_shares(new.day, new.pool)
  ), kept as (
    insert into hosting_payout_part (day, first, book, first_order, orders, amounts)
    select new.day, min(leaf), book, (array_agg(order_id order by leaf))[1], array_agg(order_id order by leaf),
      array_agg(amount order by leaf)
    from share group by book, leaf / 64
  ), paid as (
    select user_id * 1024 + book * 512 + 17 as id, sum(amount)::bigint as delta from share where amount > 0 group by 1
    union all
    select book * 512 + 29, -sum(amount)::bigint from share where amount > 0 group by book
  )
  select count(*) filter (where book = 0), coalesce(sum(principal) filter (where book = 0), 0),
      coalesce(sum(amount) filter (where book = 0), 0), count(*) filter (where book = 1),
      coalesce(sum(principal) filter (where book = 1), 0), coalesce(sum(amount) filter (where book = 1), 0),
      (select array_agg(id order by id) from paid), (select array_agg(delta order by id) from paid)
    into new.real_count, new.real_hosted, new.real_paid, new.simulated_count, new.simulated_hosted, new.simulated_paid,
      accounts, sums
    from share;
  if accounts is not null then
    perform lock_books(array(select distinct ((id >> 9) & 1)::smallint from unnest(accounts) as id));
    perform change_accounts(accounts, sums, array_fill(0::bigint, array[cardinality(accounts)]),
      array_fill(0::bigint, array[cardinality(accounts)]));
  end if;
  return new;
end $$;
create trigger pays before insert on hosting_payday for each row execute function hosting_pay();

-- At its commit, a day has paid its share, once, to every order that stood for the whole day, and its figures add up. Neither a day
-- nor what it pays can be committed without the other, because each is written once.
create function hosting_day_adds_up() returns trigger language plpgsql as $$
begin
  if not exists (
    select from hosting_payday where day = new.day and row (pool, at_ms, real_count, real_hosted, real_paid,
        simulated_count, simulated_hosted, simulated_paid)
      = row (new.pool, new.closed_at_ms, new.real_count, new.real_hosted, new.real_paid,
        new.simulated_count, new.simulated_hosted, new.simulated_paid)
  ) then
    raise exception 'the payouts of day % do not follow from its orders', new.day using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger adds_up after insert on hosting_day deferrable initially deferred
  for each row execute function hosting_day_adds_up();

-- A closed day does not change afterwards: no order begins or ends within one.
create function hosting_keeps_out_of_closed_days() returns trigger language plpgsql as $$
begin
  if (case tg_op when 'INSERT' then new.placed_at_ms else new.ended_at_ms end)
      < (select (max(day) + 1) * 86400000::bigint from hosting_day) then
    raise exception 'this day is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger hosting_keeps_out_of_closed_days before insert or update on hosting_order
  for each row execute function hosting_keeps_out_of_closed_days();

-- The times of statements never decrease, and none lies in a closed day.
create function hosting_statements_go_on() returns trigger language plpgsql as $$
begin
  if new.at_ms < (select (max(day) + 1) * 86400000::bigint from hosting_day)
      or new.at_ms < (select at_ms from hosting_statement where number = new.number - 1) then
    raise exception 'statements go on in time' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger hosting_statements_go_on before insert on hosting_statement
  for each row execute function hosting_statements_go_on();

-- No trade ends in a closed day: every line belongs to exactly one day's close. A process whose clock lags retries.
create function arbitrage_keeps_out_of_closed_days() returns trigger language plpgsql as $$
begin
  if new.at_ms < (select (max(day) + 1) * 86400000::bigint from hosting_day) then
    raise exception 'this day is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger arbitrage_keeps_out_of_closed_days before insert on arbitrage_line
  for each row execute function arbitrage_keeps_out_of_closed_days();
