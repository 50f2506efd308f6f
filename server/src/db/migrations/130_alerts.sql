-- Price alerts of users. Prices are 1e-8 USDT, times milliseconds since 1970 of the server's clock.

create table price_alert (
  -- Version 7: in order of creation.
  id uuid primary key,
  user_id bigint not null references users (id),
  pid int not null,
  kind text not null check (kind in ('price', 'percent')),
  -- The price as the user requested it.
  value text not null,
  level bigint not null check (level > 0),
  -- 0 fires at or above the level, 1 at or below it.
  side smallint not null check (side in (0, 1)),
  set_at_ms bigint not null,
  -- The tick at which the alert was set; only a later one fires it.
  set_seq bigint not null,
  fired_at_ms bigint,
  fired_price bigint,
  fired_seq bigint,
  constraint price_alert_fires_whole check (num_nulls(fired_at_ms, fired_price, fired_seq) in (0, 3)),
  constraint price_alert_fires_at_its_level check (
    fired_seq is null or fired_seq > set_seq and case side when 0 then fired_price >= level else fired_price <= level end
  )
);
-- Each index has its own condition, so that a query selects its index by that condition.
create index price_alert_above on price_alert (pid, level) where side = 0 and fired_at_ms is null;
create index price_alert_below on price_alert (pid, level) where side = 1 and fired_at_ms is null;
create index price_alert_since on price_alert (set_seq) where fired_seq is null;
create index price_alert_waiting on price_alert (user_id, id) where fired_price is null;
create index price_alert_fired on price_alert (user_id, fired_at_ms, id) where fired_at_ms is not null;

create trigger price_alert_terms_stay before update of
    id, user_id, pid, kind, value, level, side, set_at_ms, set_seq on price_alert
  for each statement execute function refuse_change('the terms of an alert are never changed');
create trigger price_alert_fires_once before update on price_alert
  for each row when (old.fired_at_ms is not null) execute function refuse_change('an alert fires once');

-- The last tick for which waiting alerts were evaluated. Evaluation locks the row exclusively; setting an alert takes a
-- shared lock. So no tick is missed between setting an alert and its evaluation.
create table alert_cursor (
  one boolean primary key default true check (one),
  seq bigint not null
);
insert into alert_cursor (seq) values (0);
