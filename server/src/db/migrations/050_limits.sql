-- Limits that users set for themselves, breaks and self-exclusion, checked in the transaction that places an order.
--
-- The spans are the last 24 hours and 7 days in whole hours: the present hour and the 24 or 168 before it. The oldest
-- hour counts only against the user: its losses, stakes and minutes count fully, its wins do not count.

create table user_limit (
  user_id bigint not null,
  kind text not null check (kind in ('lossDay', 'lossWeek', 'stakeDay', 'stakeWeek', 'minutesDay', 'minutesWeek')),
  -- Whole USDT or whole minutes; null for none.
  value bigint check (value > 0),
  -- A looser value, null for none, and its effective time; no time means no pending value.
  pending_value bigint check (pending_value > 0),
  pending_from_ms bigint check (pending_from_ms is not null or pending_value is null),
  changed_at_ms bigint not null,
  primary key (user_id, kind)
);

-- A time in the past, or 0, means no break.
create table user_break (
  user_id bigint primary key,
  until_ms bigint not null default 0,
  excluded_until_ms bigint not null default 0,
  changed_at_ms bigint not null
);

-- Limited users: all who ever had a row in one of the two tables. Their orders are placed one by one, those of all
-- other users together.
create table limited_user (
  user_id bigint primary key,
  since_ms bigint not null
);

-- Wins, losses and stakes of limited users with up/down orders of the real book, by the hour (ms / 3,600,000) of
-- settlement or acceptance. Written under the book's lock; kept for 8 days.
create table result_hour (
  user_id bigint not null,
  currency smallint not null,
  hour int not null,
  won bigint not null,
  lost bigint not null,
  stake bigint not null,
  primary key (user_id, hour, currency)
) with (fillfactor = 70);

-- Minutes of an hour in which a user used the product: bit m is minute m. Kept for 8 days.
create table use_hour (
  user_id bigint not null,
  hour int not null,
  minutes bigint not null check (minutes > 0 and minutes < 1::bigint << 60),
  primary key (user_id, hour)
) with (fillfactor = 70);

-- Hours of use in a UTC day (ms / 86,400,000) for which the user got a reality check.
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
create trigger limited_users_stay before update or delete or truncate on limited_user
  for each statement execute function refuse_change('a limited user stays limited');
create trigger results_grow before update on result_hour for each row when (
    (new.user_id, new.currency, new.hour) <> (old.user_id, old.currency, old.hour)
    or new.won < old.won or new.lost < old.lost or new.stake < old.stake
  ) execute function refuse_change('what counts for a limit is never taken back');
create trigger use_grows before update on use_hour for each row when (
    (new.user_id, new.hour) <> (old.user_id, old.hour) or new.minutes & old.minutes <> old.minutes
  ) execute function refuse_change('what counts for a limit is never taken back');

-- Keeps the hours that limits may still read: the week before the latest one.
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

-- The smallest id of an order made at a time: ids begin with their time.
create function first_order_id(at_ms bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(greatest(at_ms, 0)), 12, '0') || repeat('0', 20))::uuid
$$;

-- A user's real-book orders by hour, from an hour on: won, lost, staked, and the number settled.
create function order_hours(in_user bigint, from_hour int)
returns table (currency smallint, hour int, won bigint, lost bigint, stake bigint, settled bigint)
language sql stable as $$
  select currency, hour, sum(won)::bigint, sum(lost)::bigint, sum(stake)::bigint, sum(settled)::bigint from (
    select o.currency, (o.accepted_at_ms / 3600000)::int as hour, 0 as won, 0 as lost, o.stake, 0 as settled
      from orders o where o.user_id = in_user and o.status = 0 and o.book = 0
    union all
    select o.currency, (o.accepted_at_ms / 3600000)::int, 0, 0, o.stake, 0
      from orders o where o.user_id = in_user and o.status = 1 and o.book = 0
        -- A signed order's id begins at the time that its owner signed, up to 5 s before its acceptance.
        and o.id >= first_order_id(from_hour * 3600000::bigint - 5000)
    union all
    select o.currency, (o.settled_at_ms / 3600000)::int, greatest(o.net, 0), greatest(-o.net, 0), 0, 1
      from orders o where o.user_id = in_user and o.status = 1 and o.book = 0
        -- Eight days for an order's duration and for late settlement.
        and o.id >= first_order_id((from_hour - 192) * 3600000::bigint)
  ) as part where hour >= from_hour group by currency, hour
$$;

-- Makes a user a limited user from this transaction on, and locks both books until its end: none of his orders is in
-- progress, and each counts once. Call it before reading his limits.
create function limit_user(in_user bigint, now_ms bigint) returns void language plpgsql as $$
begin
  perform lock_books(array[0, 1]::smallint[]);
  insert into limited_user values (in_user, now_ms) on conflict do nothing;
  if found then
    insert into result_hour (user_id, currency, hour, won, lost, stake)
      select in_user, h.currency, h.hour, h.won, h.lost, h.stake
      from order_hours(in_user, (now_ms / 3600000)::int - 192) as h;
  end if;
end $$;

-- A user's losses and stakes in the real book, and his open stake, in 1e-16 USDT at `prices` (1e-8 USDT, by currency
-- id); `is_priced` is false when a required price is missing. Reads the stored hours for a limited user, the orders for
-- any other. A loss below zero is a gain.
create function money_use(
  in_user bigint, now_ms bigint, prices bigint[],
  out lost_day numeric, out lost_week numeric, out stake_day numeric, out stake_week numeric, out at_stake numeric,
  out is_priced boolean
) language plpgsql stable as $$
declare
  now_hour int := now_ms / 3600000;
  is_limited boolean := exists (select from limited_user b where b.user_id = in_user);
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
        where is_limited and r.user_id = in_user and r.hour >= now_hour - 168
      union all
      select o.currency, o.hour, o.won, o.lost, o.stake from order_hours(in_user, now_hour - 168) o where not is_limited
    ) as h, lateral (select coalesce(prices[h.currency], 0)::numeric as price) as p;
  select coalesce(sum(price * a.at_stake), 0), is_priced and coalesce(bool_and(price > 0), true)
    into at_stake, is_priced
    from account a, lateral (select coalesce(prices[(a.id >> 4) & 31], 0)::numeric as price) as p
    -- His available accounts of the real book.
    where a.id between in_user * 1024 and in_user * 1024 + 511 and a.id & 15 = 1 and a.at_stake > 0;
end $$;

-- Minutes of use in the spans up to a time.
create function minutes_used(in_user bigint, now_ms bigint, out in_day bigint, out in_week bigint)
language plpgsql stable as $$
begin
  select coalesce(sum(used) filter (where hour >= now_ms / 3600000 - 24), 0), coalesce(sum(used), 0) into in_day, in_week from (
    select u.hour, bit_count(u.minutes::bit(64)) as used from use_hour u
      where u.user_id = in_user and u.hour >= now_ms / 3600000 - 168
  ) as hours;
end $$;

-- The user's own limit that a limited user's order would break, as a code of `place_orders`; null when none. `bound` is
-- the limit.
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
    -- The minute of the order counts as used, stored or not.
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
    -- The user sees the tightest limit.
    order by item.room limit 1;
end $$;

-- Adds to a limited user's hourly sums. The caller holds the real book's lock.
create function count_hour(in_user bigint, in_currency smallint, in_hour int, in_won bigint, in_lost bigint, in_stake bigint)
returns void language plpgsql as $$
begin
  insert into result_hour as r (user_id, currency, hour, won, lost, stake)
    values (in_user, in_currency, in_hour, in_won, in_lost, in_stake)
    on conflict (user_id, hour, currency) do update
      set won = r.won + excluded.won, lost = r.lost + excluded.lost, stake = r.stake + excluded.stake;
end $$;
