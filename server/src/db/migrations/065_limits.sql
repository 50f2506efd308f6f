-- Limits that users set for themselves, breaks and self-exclusion, checked in the transaction that places an order.
--
-- Spans are the last 24 hours and 7 days in whole hours: the running hour and the 24 or 168 before it. The oldest counts
-- against the user alone: what was lost, staked or used in it counts whole, what was won in it does not.

create table user_limit (
  user_id bigint not null,
  kind text not null check (kind in ('lossDay', 'lossWeek', 'stakeDay', 'stakeWeek', 'minutesDay', 'minutesWeek')),
  -- Whole USDT or whole minutes; null for none.
  value bigint check (value > 0),
  -- A looser value, null for none, and when it comes into force; no moment, no such value.
  pending_value bigint check (pending_value > 0),
  pending_from_ms bigint check (pending_from_ms is not null or pending_value is null),
  changed_at_ms bigint not null,
  primary key (user_id, kind)
);

-- A moment in the past, or 0, is no break.
create table user_break (
  user_id bigint primary key,
  until_ms bigint not null default 0,
  excluded_until_ms bigint not null default 0,
  changed_at_ms bigint not null
);

-- Everyone who has ever had a row in one of the two: their orders are placed one by one, those of all others as ever.
create table bound_user (
  user_id bigint primary key,
  since_ms bigint not null
);

-- What bound users won, lost and staked with up/down orders of the real book, by the hour (ms / 3,600,000) in which it
-- was settled or accepted. Written under the book's lock; kept for 8 days.
create table result_hour (
  user_id bigint not null,
  currency smallint not null,
  hour int not null,
  won bigint not null,
  lost bigint not null,
  stake bigint not null,
  primary key (user_id, hour, currency)
) with (fillfactor = 70);

-- Minutes of an hour in which a user used the product: bit m stands for minute m. Kept for 8 days.
create table use_hour (
  user_id bigint not null,
  hour int not null,
  minutes bigint not null check (minutes > 0 and minutes < 1::bigint << 60),
  primary key (user_id, hour)
) with (fillfactor = 70);

-- Hours of use of a UTC day (ms / 86,400,000) that a user was told of.
create table reality_check (
  user_id bigint not null,
  day int not null,
  hours smallint not null,
  primary key (user_id, day, hours)
);

create function guard_limit() returns trigger language plpgsql as $$
declare
  held bigint := case when old.pending_from_ms <= new.changed_at_ms then old.pending_value else old.value end;
begin
  if (new.user_id, new.kind) <> (old.user_id, old.kind) or new.changed_at_ms < old.changed_at_ms then
    raise exception 'a limit stays what it is' using errcode = 'integrity_constraint_violation';
  end if;
  if held is not null and (new.value is null or new.value > held) then
    raise exception 'a limit is not loosened at once' using errcode = 'integrity_constraint_violation';
  end if;
  if new.pending_from_ms < new.changed_at_ms + 86400000
      and (new.pending_value, new.pending_from_ms) is distinct from (old.pending_value, old.pending_from_ms) then
    raise exception 'a limit is loosened after 24 hours' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger limits_begin_in_force before insert on user_limit for each row
  when (new.value is null or new.pending_from_ms is not null)
  execute function refuse_change('a limit begins in force');
create trigger limits_hold before update on user_limit for each row execute function guard_limit();
create trigger limits_stay before delete or truncate on user_limit
  for each statement execute function refuse_change('limits are never deleted');
create trigger breaks_hold before update on user_break for each row when (
    new.user_id <> old.user_id or new.until_ms < old.until_ms or new.excluded_until_ms < old.excluded_until_ms
    or new.changed_at_ms < old.changed_at_ms
  ) execute function refuse_change('a break is never shortened');
create trigger breaks_stay before delete or truncate on user_break
  for each statement execute function refuse_change('breaks are never deleted');
create trigger bound_users_stay before update or delete or truncate on bound_user
  for each statement execute function refuse_change('who is bound stays bound');
create trigger results_grow before update on result_hour for each row when (
    (new.user_id, new.currency, new.hour) <> (old.user_id, old.currency, old.hour)
    or new.won < old.won or new.lost < old.lost or new.stake < old.stake
  ) execute function refuse_change('what counts for a limit is never taken back');
create trigger use_grows before update on use_hour for each row when (
    (new.user_id, new.hour) <> (old.user_id, old.hour) or new.minutes & old.minutes <> old.minutes
  ) execute function refuse_change('what counts for a limit is never taken back');

-- Hours that limits may still look at stay: the week before the latest one.
create function keep_week() returns trigger language plpgsql as $$
declare
  latest int;
  latest_gone int;
begin
  execute format('select max(hour) from %I', tg_table_name) into latest;
  select max(hour) into latest_gone from gone;
  if latest_gone >= greatest(latest, latest_gone) - 168 then
    raise exception 'what counts for a limit is never taken back' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger results_stay after delete on result_hour
  referencing old table as gone for each statement execute function keep_week();
create trigger results_stay_whole before truncate on result_hour
  for each statement execute function refuse_change('what counts for a limit is never taken back');
create trigger use_stays after delete on use_hour
  referencing old table as gone for each statement execute function keep_week();
create trigger use_stays_whole before truncate on use_hour
  for each statement execute function refuse_change('what counts for a limit is never taken back');

-- The smallest id of an order made at a moment: ids begin with their time.
create function first_order_id(at_ms bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(greatest(at_ms, 0)), 12, '0') || repeat('0', 20))::uuid
$$;

-- What a user's orders of the real book won, lost, staked and how many were settled, by the hour, from an hour on.
create function order_hours(in_user bigint, from_hour int)
returns table (currency smallint, hour int, won bigint, lost bigint, stake bigint, settled bigint)
language sql stable as $$
  select currency, hour, sum(won)::bigint, sum(lost)::bigint, sum(stake)::bigint, sum(settled)::bigint from (
    select o.currency, (o.accepted_at_ms / 3600000)::int as hour, 0 as won, 0 as lost, o.stake, 0 as settled
      from orders o where o.user_id = in_user and o.status = 0 and o.book = 0
    union all
    select o.currency, (o.accepted_at_ms / 3600000)::int, 0, 0, o.stake, 0
      from orders o where o.user_id = in_user and o.status = 1 and o.book = 0
        and o.id >= first_order_id(from_hour * 3600000::bigint)
    union all
    select o.currency, (o.settled_at_ms / 3600000)::int, greatest(o.net, 0), greatest(-o.net, 0), 0, 1
      from orders o where o.user_id = in_user and o.status = 1 and o.book = 0
        -- Eight days for an order's run and for a server that settled late.
        and o.id >= first_order_id((from_hour - 192) * 3600000::bigint)
  ) as part where hour >= from_hour group by currency, hour
$$;

-- Makes a user one whose orders are checked, from this transaction on, and keeps both books until its end: no order of
-- his is under way, and none is counted twice or missed. Call it before his limits are read.
create function bind_user(in_user bigint, now_ms bigint) returns void language plpgsql as $$
begin
  perform lock_books(array[0, 1]::smallint[]);
  insert into bound_user values (in_user, now_ms) on conflict do nothing;
  if found then
    insert into result_hour (user_id, currency, hour, won, lost, stake)
      select in_user, h.currency, h.hour, h.won, h.lost, h.stake
      from order_hours(in_user, (now_ms / 3600000)::int - 192) as h;
  end if;
end $$;

-- What a user has lost and staked in the real book, and what is open, in 1e-16 USDT at `prices` (1e-8 USDT, by currency
-- id); `is_priced` is false when one that is needed is missing. Of a bound user the hours that were kept, of any other
-- his orders. A loss below zero is a gain.
create function money_use(
  in_user bigint, now_ms bigint, prices bigint[],
  out lost_day numeric, out lost_week numeric, out stake_day numeric, out stake_week numeric, out at_stake numeric,
  out is_priced boolean
) language plpgsql stable as $$
declare
  now_hour int := now_ms / 3600000;
  is_bound boolean := exists (select from bound_user b where b.user_id = in_user);
begin
  select coalesce(sum(price * h.lost) filter (where h.hour >= now_hour - 24), 0)
        - coalesce(sum(price * h.won) filter (where h.hour > now_hour - 24), 0),
      coalesce(sum(price * h.lost), 0) - coalesce(sum(price * h.won) filter (where h.hour > now_hour - 168), 0),
      coalesce(sum(price * h.stake) filter (where h.hour >= now_hour - 24), 0),
      coalesce(sum(price * h.stake), 0),
      coalesce(bool_and(price > 0), true)
    into lost_day, lost_week, stake_day, stake_week, is_priced
    from (
      select r.currency, r.hour, r.won, r.lost, r.stake from result_hour r
        where is_bound and r.user_id = in_user and r.hour >= now_hour - 168
      union all
      select o.currency, o.hour, o.won, o.lost, o.stake from order_hours(in_user, now_hour - 168) o where not is_bound
    ) as h, lateral (select coalesce(prices[h.currency], 0)::numeric as price) as p;
  select coalesce(sum(price * (o.stake + o.fee)), 0), is_priced and coalesce(bool_and(price > 0), true)
    into at_stake, is_priced
    from orders o, lateral (select coalesce(prices[o.currency], 0)::numeric as price) as p
    where o.user_id = in_user and o.status = 0 and o.book = 0;
end $$;

-- Minutes of use in the spans up to a moment.
create function minutes_used(in_user bigint, now_ms bigint, out in_day bigint, out in_week bigint)
language plpgsql stable as $$
begin
  select coalesce(sum(used) filter (where hour >= now_ms / 3600000 - 24), 0), coalesce(sum(used), 0) into in_day, in_week from (
    select u.hour, bit_count(u.minutes::bit(64)) as used from use_hour u
      where u.user_id = in_user and u.hour >= now_ms / 3600000 - 168
  ) as hours;
end $$;

-- What of his own a bound user's order would break, as codes of `place_orders`; null when nothing. `bound` is the limit.
create function limits_against(
  the orders, prices bigint[],
  out code smallint, out available bigint, out bound bigint
) language plpgsql as $$
declare
  now_ms bigint := the.accepted_at_ms;
  minute_bit bigint := 1::bigint << (now_ms / 60000 % 60)::int;
  unit constant numeric := 10000000000000000;
  away user_break;
  most record;
  used record;
begin
  select * into away from user_break b where b.user_id = the.user_id;
  code := case when away.excluded_until_ms > now_ms then 11 when away.until_ms > now_ms then 10 end;
  if code is not null then
    available := case code when 11 then away.excluded_until_ms else away.until_ms end;
    return;
  end if;

  select max(value) filter (where kind = 'lossDay') as loss_day, max(value) filter (where kind = 'lossWeek') as loss_week,
      max(value) filter (where kind = 'stakeDay') as stake_day, max(value) filter (where kind = 'stakeWeek') as stake_week,
      max(value) filter (where kind = 'minutesDay') as minutes_day,
      max(value) filter (where kind = 'minutesWeek') as minutes_week
    into most from (
      select l.kind, case when l.pending_from_ms <= now_ms then l.pending_value else l.value end as value
        from user_limit l where l.user_id = the.user_id) as held;

  if coalesce(most.minutes_day, most.minutes_week) is not null then
    select * into used from minutes_used(the.user_id, now_ms);
    -- The minute of the order is one of use, written or not.
    if not exists (select from use_hour u where u.user_id = the.user_id and u.hour = now_ms / 3600000
        and u.minutes & minute_bit <> 0) then
      used.in_day := used.in_day + 1;
      used.in_week := used.in_week + 1;
    end if;
    bound := case when used.in_day > most.minutes_day then most.minutes_day
      when used.in_week > most.minutes_week then most.minutes_week end;
    if bound is not null then
      code := 9;
      return;
    end if;
  end if;

  if the.book = 1 or coalesce(most.loss_day, most.loss_week, most.stake_day, most.stake_week) is null then return; end if;
  select *, coalesce(prices[the.currency], 0)::numeric as price into used from money_use(the.user_id, now_ms, prices);
  if not used.is_priced or used.price = 0 then
    code := 12;
    return;
  end if;
  select item.code, item.limited, greatest(floor(item.room / 100000000), 0) into code, bound, available from (values
      (7, most.loss_day, most.loss_day * unit - greatest(used.lost_day, 0) - used.at_stake, the.stake + the.fee),
      (7, most.loss_week, most.loss_week * unit - greatest(used.lost_week, 0) - used.at_stake, the.stake + the.fee),
      (8, most.stake_day, most.stake_day * unit - used.stake_day, the.stake),
      (8, most.stake_week, most.stake_week * unit - used.stake_week, the.stake)
    ) as item (code, limited, room, asked)
    where item.asked * used.price > item.room
    -- The tightest one is what the user is told of.
    order by item.room limit 1;
end $$;

-- Adds to what counts for a bound user's limits. The caller holds the real book's lock.
create function count_hour(in_user bigint, in_currency smallint, in_hour int, in_won bigint, in_lost bigint, in_stake bigint)
returns void language plpgsql as $$
begin
  insert into result_hour as r (user_id, currency, hour, won, lost, stake)
    values (in_user, in_currency, in_hour, in_won, in_lost, in_stake)
    on conflict (user_id, hour, currency) do update
      set won = r.won + excluded.won, lost = r.lost + excluded.lost, stake = r.stake + excluded.stake;
end $$;

drop function place_orders;
drop function place_alone;

-- Places one order after the others of its batch are in: the same rules, one at a time in the order of arrival.
-- `limits` are the most a user may have at stake in a product, and the most the house may lose, in the order's currency.
-- A user's own limits come before his funds, so that nobody is sent to fetch money that he did not want to lose.
create function place_alone(
  the orders, user_most bigint, house_most bigint, prices bigint[],
  out code smallint, out order_id uuid, out available bigint, out bound bigint
) language plpgsql as $$
declare
  account_base bigint := the.book * 512 + the.currency * 16;
  earlier uuid;
  is_bound boolean := exists (select from bound_user b where b.user_id = the.user_id);
begin
  select o.id, o.fingerprint into order_id, earlier from orders o where o.user_id = the.user_id and o.key = the.key;
  if found then
    code := case when earlier = the.fingerprint then 1 else 2 end;
    return;
  end if;
  if is_bound then
    select against.code, against.available, against.bound into code, available, bound
      from limits_against(the, prices) as against;
    if code is not null then return; end if;
  end if;
  select a.balance into available from account a where a.id = the.user_id * 1024 + account_base + 1;
  available := coalesce(available, 0);
  if available < the.stake + the.fee then
    code := 3;
  elsif the.stake + coalesce((
      select sum(o.stake) from orders o where o.user_id = the.user_id and o.pid = the.pid and o.status = 0
        and o.book = the.book and o.currency = the.currency), 0) > user_most then
    code := 4;
  elsif the.profit + coalesce((
      select e.profit from exposure e where e.book = the.book and e.currency = the.currency), 0) > house_most then
    code := 5;
  elsif the.profit > coalesce((select a.balance from account a where a.id = account_base + 3), 0) then
    code := 6;
  else
    code := 0;
    order_id := the.id;
    insert into orders select (the).*;
    insert into transfer (from_id, to_id, amount, at_ms, ref, cause, leg) values
      (the.user_id * 1024 + account_base + 1, account_base + 2, the.stake + the.fee, the.accepted_at_ms, the.id, 1, 0),
      (account_base + 3, account_base + 2, the.profit, the.accepted_at_ms, the.id, 1, 1);
    perform raise_exposure(the.book, the.currency, the.profit);
    if is_bound and the.book = 0 then
      perform count_hour(the.user_id, the.currency, (the.accepted_at_ms / 3600000)::int, 0, 0, the.stake);
    end if;
  end if;
end $$;

-- Places a batch of orders of one book, or part of it. Replies with a row for each order that needs a word: code 0
-- accepted, 1 the key was used for this order, 2 used for another, 3 insufficient funds, 4 user limit, 5 exposure limit,
-- 6 bankroll uncovered, and of the user's own 7 loss limit, 8 stake limit, 9 time limit, 10 break, 11 self-exclusion,
-- 12 a price is missing to hold him to his limits. An order without a row was accepted. `available` is what is left: of
-- the balance (3) in the order's units, of a limit (7, 8) in 1e-8 USDT; or the end of a break (10, 11) in ms. `bound` is
-- the limit that binds (7, 8, 9) in whole USDT or minutes. `prices` are 1e-8 USDT by currency id, for the real book.
--
-- First one read finds the doubtful orders: users short or over their limit with all their orders together, those bound
-- by limits of their own, everything when the house is short. The others cannot fail in any order of arrival and are
-- written at once; then the doubtful ones are placed one by one. A key that was used before shows itself as a duplicate;
-- callers have looked for it, so that this is rare, and then its order is doubtful too.
create function place_orders(
  in_book smallint, in_batch bigint, in_root bytea, in_signature bytea, in_leaves bytea, tickets bytea,
  users bigint[], ids uuid[], keys uuid[], fingerprints uuid[], currencies smallint[], pids smallint[],
  durations smallint[], directions smallint[], barriers int[], rates int[], chances int[], margins int[],
  stakes bigint[], profits bigint[], fees bigint[], accepted bigint[], dues bigint[],
  user_most bigint[], house_most bigint[], prices bigint[]
) returns table (place int, code smallint, order_id uuid, available bigint, bound bigint) language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan as $$
declare
  base int := in_book * 512;
  doubtful int[];
  bound_users bigint[];
  placed int := cardinality(users);
  is_covered boolean;
begin
  perform pg_advisory_xact_lock(7310010, in_book);

  select coalesce(bool_and(
      total <= coalesce((select a.balance from account a where a.id = base + asked.currency * 16 + 3), 0)
      and total + coalesce((select e.profit from exposure e where e.book = in_book and e.currency = asked.currency), 0)
        <= house_most[asked.currency]), true)
    into is_covered
    from (select currency, sum(profit) as total from unnest(currencies, profits) as item (currency, profit)
      group by currency) as asked;

  if is_covered then
    select array_agg(item_place order by item_place) into doubtful from (
      select item_place,
          coalesce((select a.balance from account a where a.id = item.user_id * 1024 + base + item.currency * 16 + 1), 0)
            < sum(stake + fee) over (partition by user_id, currency) as is_short,
          coalesce((select sum(o.stake) from orders o where o.user_id = item.user_id and o.pid = item.pid
              and o.status = 0 and o.book = in_book and o.currency = item.currency), 0)
            + sum(stake) over (partition by user_id, currency, pid) > user_most[currency] as is_over
        from unnest(users, currencies, pids, stakes, fees) with ordinality
          as item (user_id, currency, pid, stake, fee, item_place)
    ) as looked where is_short or is_over;
    select array_agg(b.user_id) into bound_users from bound_user b where b.user_id = any (users);
    if bound_users is not null then
      doubtful := array(
        select i from generate_subscripts(users, 1) as i where i = any (doubtful) or users[i] = any (bound_users));
    end if;
  else
    doubtful := array(select generate_subscripts(users, 1));
  end if;

  begin
    perform write_orders(in_book, in_batch, tickets, users, ids, keys, fingerprints, currencies, pids, durations,
      directions, barriers, rates, chances, margins, stakes, profits, fees, accepted, dues, doubtful);
  exception when unique_violation then
    select array_agg(i order by i) into doubtful from generate_subscripts(users, 1) as i
      where i = any (doubtful)
        or (select o.id from orders o where o.user_id = users[i] and o.key = keys[i]) is not null;
    perform write_orders(in_book, in_batch, tickets, users, ids, keys, fingerprints, currencies, pids, durations,
      directions, barriers, rates, chances, margins, stakes, profits, fees, accepted, dues, doubtful);
  end;

  if doubtful is not null then
    foreach place in array doubtful loop
      select alone.code, alone.order_id, alone.available, alone.bound into code, order_id, available, bound
        from place_alone(
          row(users[place], stakes[place], profits[place], fees[place], accepted[place], dues[place], in_batch,
            ids[place], keys[place], fingerprints[place], place - 1, barriers[place], rates[place], chances[place],
            margins[place], in_book, currencies[place], pids[place], durations[place], directions[place], 0, null,
            substring(tickets from 32 * place - 31 for 32),
            null, null, null, null, null, null, null, null, null, null, null)::orders,
          user_most[currencies[place]], house_most[currencies[place]], prices) as alone;
      if code > 0 then placed := placed - 1; end if;
      return next;
    end loop;
  end if;
  if placed > 0 then
    insert into ticket_batch values (in_batch, cardinality(users), in_root, in_signature, in_leaves);
  end if;
end $$;

-- Finishes orders that the caller holds locked: results, payouts and the signed batch of receipts, all or none. Raises
-- when one is not open any more or its parts do not sum to its escrow.
create or replace function finish_orders(
  in_batch bigint, in_root bytea, in_signature bytea, in_leaves bytea, in_settled_at_ms bigint,
  users bigint[], ids uuid[], books smallint[], currencies smallint[], outcomes smallint[], nets bigint[], bids bigint[],
  entry_seqs bigint[], entry_prices bigint[], entry_times bigint[],
  exit_seqs bigint[], exit_prices bigint[], exit_times bigint[],
  to_users bigint[], to_bankrolls bigint[], to_fees bigint[], profits bigint[]
) returns void language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan as $$
declare
  changed bigint;
  bound_users bigint[];
begin
  update orders o set status = 1, outcome = outcomes[i], net = nets[i], bid = bids[i],
      entry_seq = entry_seqs[i], entry_price = entry_prices[i], entry_at_ms = entry_times[i],
      exit_seq = exit_seqs[i], exit_price = exit_prices[i], exit_at_ms = exit_times[i],
      settled_at_ms = in_settled_at_ms, receipt_batch = in_batch, receipt_index = i - 1
    from generate_subscripts(ids, 1) as i
    -- The sums keep the planner from every index but the primary key's.
    where o.id = ids[i] and o.user_id + 0 = users[i] and o.status + 0 = 0
      and o.book = books[i] and o.currency = currencies[i] and o.profit = profits[i]
      and o.stake + o.profit + o.fee = to_users[i] + to_bankrolls[i] + to_fees[i];
  get diagnostics changed = row_count;
  if changed <> cardinality(ids) then
    raise exception '% of % orders can be finished so', changed, cardinality(ids) using errcode = 'integrity_constraint_violation';
  end if;
  -- Only now, so that two callers write their orders side by side.
  perform lock_books(books);
  insert into transfer (from_id, to_id, amount, at_ms, ref, cause, leg)
    select books[i] * 512 + currencies[i] * 16 + 2,
        case leg when 0 then users[i] * 1024 + 1 when 1 then 3 else 4 end + books[i] * 512 + currencies[i] * 16,
        case leg when 0 then to_users[i] when 1 then to_bankrolls[i] else to_fees[i] end,
        in_settled_at_ms, ids[i], 2, leg
      from (select k / 3 + 1 as i, k % 3 as leg from generate_series(0, 3 * cardinality(ids) - 1) as k) as item
      where case leg when 0 then to_users[i] when 1 then to_bankrolls[i] else to_fees[i] end > 0;
  perform raise_exposure(book, currency, -total) from (
    select book, currency, sum(profit)::bigint as total from unnest(books, currencies, profits)
      as item (book, currency, profit) group by book, currency) as asked;
  -- Under the lock, so that whoever becomes bound meanwhile is either filled from these orders or counted here.
  if 0 = any (books) then
    select array_agg(b.user_id) into bound_users from bound_user b where b.user_id = any (users);
  end if;
  if bound_users is not null then
    perform count_hour(user_id, currency, (in_settled_at_ms / 3600000)::int, won, lost, 0) from (
      select users[i] as user_id, currencies[i] as currency,
          sum(greatest(nets[i], 0))::bigint as won, sum(greatest(-nets[i], 0))::bigint as lost
        from generate_subscripts(ids, 1) as i
        where books[i] = 0 and users[i] = any (bound_users)
        group by 1, 2) as mine;
  end if;
  insert into receipt_batch values (in_batch, cardinality(ids), in_root, in_signature, in_leaves);
end $$;
