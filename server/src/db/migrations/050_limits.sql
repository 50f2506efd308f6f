-- Limits that users set for themselves, breaks and self-exclusion. The transaction that places an order reads them under the book's
-- lock, and core/src/limits/ownLimits.ts decides.
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

-- Limited users: all who ever had a row in one of the two tables. The tables are read only for these users' orders.
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

-- Deletes all hours but those that limits may still read: the week before the latest one.
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

-- A user's real-book orders by hour, from an hour on and before another: won, lost, staked, and the number settled.
create function order_hours(in_user bigint, from_hour int, before_hour int default null)
returns table (currency smallint, hour int, won bigint, lost bigint, stake bigint, settled bigint)
language sql stable as $$
  select currency, hour, sum(won)::bigint, sum(lost)::bigint, sum(stake)::bigint, sum(settled)::bigint from (
    select mine.currency, part.* from (
      -- An order lasts a day at most, and ends up to a minute late. A signed order's id begins with its owner's signing time, up to
      -- 5 s from its acceptance.
      select * from orders_of(in_user, first_order_id(from_hour * 3600000::bigint - 86470000),
        case when before_hour is null then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else first_order_id(before_hour * 3600000::bigint + 5000) end)
      where book = 0
    ) as mine cross join lateral (values
      ((mine.accepted_at_ms / 3600000)::int, 0::bigint, 0::bigint, mine.stake, 0),
      (case when mine.settled_at_ms <= mine.due_at_ms + 60000 then (mine.settled_at_ms / 3600000)::int end,
        greatest(mine.net, 0), greatest(-mine.net, 0), 0, 1)) as part (hour, won, lost, stake, settled)
    union all
    select o.currency, (o.settled_at_ms / 3600000)::int, greatest(o.net, 0), greatest(-o.net, 0), 0, 1
      from orders o where o.book = 0 and o.id in (
        select id from settled_order s
        where s.user_id = in_user and s.settled_at_ms >= from_hour * 3600000::bigint and s.settled_at_ms > s.due_at_ms + 60000)
  ) as part where hour >= from_hour and (before_hour is null or hour < before_hour) group by currency, hour
$$;

-- Makes a user a limited user from this transaction on, and locks both books until its end: no order of the user is in progress,
-- and each counts once. Call it before reading the user's limits. No order is under way for an hour: the hours before the last one are
-- complete, and a long history of them is summed while others trade.
create function limit_user(in_user bigint, now_ms bigint) returns void language plpgsql as $$
declare
  last_hour int := now_ms / 3600000 - 1;
  earlier result_hour[];
begin
  if not exists (select from limited_user l where l.user_id = in_user) then
    select array_agg(row(in_user, h.currency, h.hour, h.won, h.lost, h.stake)::result_hour) into earlier
      from order_hours(in_user, last_hour - 191, last_hour) as h;
  end if;
  perform lock_books(array[0, 1]::smallint[]);
  insert into limited_user values (in_user, now_ms) on conflict do nothing;
  if found then
    insert into result_hour (user_id, currency, hour, won, lost, stake)
      select user_id, currency, hour, won, lost, stake from unnest(earlier)
      union all
      select in_user, h.currency, h.hour, h.won, h.lost, h.stake from order_hours(in_user, last_hour) as h;
  end if;
end $$;

-- The facts about limited users for the rules in core/src/limits/ownLimits.ts: a row for each of these users, with hours from
-- `from_hour` on; null for missing facts. The caller holds the book's lock.
create function own_limit_facts(users bigint[], from_hour int) returns table (
  user_id bigint, break_until_ms bigint, excluded_until_ms bigint,
  kinds text[], "values" bigint[], pending_values bigint[], pending_from_ms bigint[],
  used_hours int[], used_minutes bigint[],
  hours int[], hour_currencies int[], won bigint[], lost bigint[], staked bigint[],
  stake_currencies int[], stakes bigint[]
) language sql stable as $$
  select who.user_id, b.until_ms, b.excluded_until_ms, l.kinds, l.held, l.pending, l.pending_from,
      u.hours, u.minutes, r.hours, r.currencies, r.won, r.lost, r.stake, a.currencies, a.stakes
    from unnest(users) as who (user_id)
    left join user_break b on b.user_id = who.user_id
    cross join lateral (select array_agg(kind) as kinds, array_agg(value) as held, array_agg(pending_value) as pending,
        array_agg(l.pending_from_ms) as pending_from
      from user_limit l where l.user_id = who.user_id) as l
    cross join lateral (select array_agg(hour) as hours, array_agg(minutes) as minutes
      from use_hour u where u.user_id = who.user_id and u.hour >= from_hour) as u
    cross join lateral (select array_agg(hour) as hours, array_agg(currency::int) as currencies, array_agg(r.won) as won,
        array_agg(r.lost) as lost, array_agg(r.stake) as stake
      from result_hour r where r.user_id = who.user_id and r.hour >= from_hour) as r
    -- The user's available accounts of the real book.
    cross join lateral (select array_agg(((a.id >> 4) & 31)::int) as currencies, array_agg(a.at_stake) as stakes
      from account a where a.id between who.user_id * 1024 and who.user_id * 1024 + 511 and a.id & 15 = 1 and a.at_stake > 0) as a
$$;

-- Adds to a limited user's hourly sums. The caller holds the real book's lock.
create function count_hour(in_user bigint, in_currency smallint, in_hour int, in_won bigint, in_lost bigint, in_stake bigint)
returns void language plpgsql as $$
begin
  insert into result_hour as r (user_id, currency, hour, won, lost, stake)
    values (in_user, in_currency, in_hour, in_won, in_lost, in_stake)
    on conflict (user_id, hour, currency) do update
      set won = r.won + excluded.won, lost = r.lost + excluded.lost, stake = r.stake + excluded.stake;
end $$;
