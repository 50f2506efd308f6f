-- The arbitrage programme's trades. Each order to a venue is written before it is sent, and its result once the venue has
-- answered: transfers under the order's id, cause 14: leg 0 the coins, leg 1 the USDT, leg 2 the fee. A move between venues is
-- transfers under its own id, cause 15: leg 0 the amount, leg 1 its cost.
create table arbitrage_trade (
  id uuid primary key,
  pid int not null check (pid > 0),
  began_at_ms bigint not null,
  -- When nothing of it was open any more.
  ended_at_ms bigint
);
create index arbitrage_trade_open on arbitrage_trade (began_at_ms) where ended_at_ms is null;

create table arbitrage_order (
  id uuid primary key,
  trade uuid not null references arbitrage_trade (id),
  -- 0 the purchase, 1 the sale, from 2 on the orders that close their rest.
  place smallint not null check (place >= 0),
  venue smallint not null check (venue between 1 and 5),
  -- 0 buy, 1 sell.
  side smallint not null check (side in (0, 1)),
  price_limit bigint not null check (price_limit > 0),
  size bigint not null check (size > 0),
  -- The venue's best levels behind the decision, as in its line.
  book text not null,
  sent_at_ms bigint not null,
  -- The venue's answer: 0 filled, 1 partly filled, 2 not filled, 3 refused.
  state smallint check (state between 0 and 3),
  filled bigint,
  quote bigint,
  fee bigint,
  told_at_ms bigint,
  constraint arbitrage_order_has_one_place unique (trade, place),
  constraint arbitrage_order_is_told_whole check (
    (state is null) = (filled is null) and (state is null) = (quote is null)
    and (state is null) = (fee is null) and (state is null) = (told_at_ms is null)
  ),
  constraint arbitrage_order_adds_up check (
    state is null or (
      filled between 0 and size and quote >= 0 and fee >= 0
      and (state = 0) = (filled = size) and (state = 1) = (filled > 0 and filled < size)
    )
  )
);
create index arbitrage_order_open on arbitrage_order (sent_at_ms) where state is null;

create table arbitrage_move (
  id uuid primary key,
  from_venue smallint not null check (from_venue between 1 and 5),
  to_venue smallint not null check (to_venue between 1 and 5 and to_venue <> from_venue),
  currency smallint not null,
  amount bigint not null check (amount > 0),
  -- USDT, paid at the venue that the move leaves.
  cost bigint not null check (cost >= 0),
  asked_at_ms bigint not null,
  -- When it arrived; until then its amount is counted at neither venue.
  ended_at_ms bigint
);
-- A second move of a currency would be decided on holdings without what is under way.
create unique index arbitrage_move_open on arbitrage_move (currency) where ended_at_ms is null;

-- The published line of each ended trade, and of each move and its arrival: core/src/arbitrage/evidence.ts. Numbers are assigned under a lock, so that
-- they have no gap and their times never decrease.
create table arbitrage_line (
  number bigint primary key check (number > 0),
  -- The trade or the move.
  about uuid not null,
  -- 0 trade, 1 move, 2 arrival.
  kind smallint not null check (kind between 0 and 2),
  at_ms bigint not null,
  profit bigint not null,
  text text not null,
  -- The log entry whose root covers it.
  log_seq bigint,
  unique (about, kind)
);
create index arbitrage_line_at on arbitrage_line (at_ms);
create index arbitrage_line_unlogged on arbitrage_line (number) where log_seq is null;
create index arbitrage_line_logged on arbitrage_line (log_seq, number) where log_seq is not null;

-- One row: the process that trades, its limits, and whether it may trade.
create table arbitrage_engine (
  id boolean primary key default true check (id),
  -- The process that holds the turn; no other begins a trade.
  holder uuid,
  looked_at_ms bigint,
  -- 1 by an operator, 2 too many open rests, 3 a day's loss.
  stopped smallint check (stopped between 1 and 3),
  stopped_at_ms bigint,
  most_trade bigint not null check (most_trade > 0),
  least_profit bigint not null check (least_profit > 0),
  day_loss bigint not null check (day_loss > 0),
  open_rests int not null check (open_rests > 0),
  constraint arbitrage_engine_stops_once check ((stopped is null) = (stopped_at_ms is null))
);

create trigger arbitrage_trade_stays before delete or truncate or update of id, pid, began_at_ms on arbitrage_trade
  for each statement execute function refuse_change('a trade is never changed');
create trigger arbitrage_trade_ends_once before update on arbitrage_trade for each row
  when (old.ended_at_ms is not null) execute function refuse_change('a trade ends once');
create trigger arbitrage_order_stays before delete or truncate or update of
    id, trade, place, venue, side, price_limit, size, book, sent_at_ms
  on arbitrage_order for each statement execute function refuse_change('an order to a venue is never changed');
create trigger arbitrage_order_is_told_once before update on arbitrage_order for each row
  when (old.state is not null) execute function refuse_change('a venue tells once what became of an order');
create trigger arbitrage_move_stays before delete or truncate or update of
    id, from_venue, to_venue, currency, amount, cost, asked_at_ms
  on arbitrage_move for each statement execute function refuse_change('a move is never changed');
create trigger arbitrage_move_ends_once before update on arbitrage_move for each row
  when (old.ended_at_ms is not null) execute function refuse_change('a move ends once');
create trigger arbitrage_line_stays before delete or truncate or update of number, about, kind, at_ms, profit, text
  on arbitrage_line for each statement execute function refuse_change('a line of the programme is never changed');
create trigger arbitrage_line_is_logged_once before update on arbitrage_line for each row
  when (old.log_seq is not null) execute function refuse_change('a line of the programme is logged once');

-- The sandbox's venues: their balances for the programme and their actions, from their own side. The house writes here only as a
-- customer would: by an order or a move with an id.
create table simulated_venue_balance (
  venue smallint not null,
  currency smallint not null,
  amount bigint not null check (amount >= 0),
  primary key (venue, currency)
);

create table simulated_venue_order (
  id uuid primary key,
  venue smallint not null,
  pid int not null,
  side smallint not null,
  price_limit bigint not null,
  size bigint not null,
  arrived_at_ms bigint not null,
  state smallint not null,
  filled bigint not null,
  quote bigint not null,
  fee bigint not null
);

-- Deposits of the house (from_venue 0) and moves between venues.
create table simulated_venue_transfer (
  id uuid primary key,
  from_venue smallint not null,
  to_venue smallint not null,
  currency smallint not null,
  amount bigint not null check (amount > 0),
  cost bigint not null check (cost >= 0),
  at_ms bigint not null
);
create trigger simulated_venue_orders_stay before delete or truncate or update on simulated_venue_order
  for each statement execute function refuse_change('what a venue did stays');
create trigger simulated_venue_transfers_stay before delete or truncate or update on simulated_venue_transfer
  for each statement execute function refuse_change('what a venue did stays');
