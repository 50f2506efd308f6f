-- Up/down orders with their signed batches of tickets and receipts. What counts for users' own limits (`count_hour`) is in
-- 050_limits.sql.

-- Batch numbers are part of signed texts, so a process reserves them in blocks before it signs.
create sequence ticket_batch_id increment 256;
create sequence receipt_batch_id increment 256;

-- The Merkle tree over the tickets of one statement. A refused order's leaf has no effect.
create table ticket_batch (
  id bigint primary key,
  count int not null check (count > 0),
  root bytea not null check (length(root) = 32),
  signature bytea not null check (length(signature) = 64),
  -- Leaf hashes, 32 bytes each, in order.
  leaves bytea not null check (length(leaves) = 32 * count),
  -- The `tickets` log entry with the root.
  log_seq bigint
);
create table receipt_batch (like ticket_batch including constraints, primary key (id));
-- Hashes do not compress. (Before PostgreSQL 16, CREATE TABLE cannot set this.)
alter table ticket_batch alter leaves set storage external;
alter table receipt_batch alter leaves set storage external;
create index ticket_batch_unlogged on ticket_batch (id) where log_seq is null;
create index receipt_batch_unlogged on receipt_batch (id) where log_seq is null;
create index ticket_batch_logged on ticket_batch (log_seq, id) where log_seq is not null;
create index receipt_batch_logged on receipt_batch (log_seq, id) where log_seq is not null;

create table orders (
  user_id bigint not null,
  stake bigint not null,
  profit bigint not null,
  fee bigint not null,
  accepted_at_ms bigint not null,
  due_at_ms bigint not null,
  batch bigint not null,
  id uuid not null,
  key uuid not null,
  fingerprint uuid not null,
  ticket_index int not null,
  barrier_ppm int not null,
  rate_pct int not null,
  chance_ppm int not null,
  margin_ppm int not null,
  -- The log entries that the price follows from.
  model_seq bigint not null,
  rules_seq bigint not null,
  book smallint not null,
  currency smallint not null,
  pid smallint not null,
  duration_id smallint not null,
  direction smallint not null,
  -- 0 open, 1 finished
  status smallint not null default 0,
  -- 1 won, 2 lost, 3 tied, 4 void, 5 closed
  outcome smallint,
  -- SHA-256 of the ticket
  ticket bytea not null,
  receipt_index int,
  net bigint,
  bid bigint,
  entry_seq bigint,
  entry_price bigint,
  entry_at_ms bigint,
  exit_seq bigint,
  exit_price bigint,
  exit_at_ms bigint,
  settled_at_ms bigint,
  receipt_batch bigint,
  primary key (id),
  constraint orders_key unique (user_id, key),
  -- Few and short: PostgreSQL parses the text of every check again for each statement.
  constraint orders_terms check (
    stake > 0 and profit > 0 and fee >= 0 and user_id > 0 and book between 0 and 1 and direction between 0 and 1
    and currency between 1 and 31
  ),
  constraint orders_result check (
    status between 0 and 1 and num_nulls(outcome, net, settled_at_ms, receipt_batch, receipt_index) = 5 - 5 * status
  )
);
-- Each partial index has its own condition, so that a query selects its index by that condition. A query that finds open orders by
-- their ids says `outcome is null`: otherwise the planner picks this index while its statistics say that hardly any order is open,
-- which is often, and soon outdated.
create index orders_open on orders (user_id, pid) where status = 0;
create index orders_finished on orders (user_id, id) where status = 1;
-- Orders that ended more than a minute late, as after an outage. All others are found by their ids, which tell when they
-- were placed: `settledSince` in orders/fundsStore.ts. It is almost always empty, so that settling does not pay for it.
create index orders_late on orders (user_id, settled_at_ms) where settled_at_ms > due_at_ms + 60000;
-- The seldom ends: tied, void and closed.
create index orders_seldom on orders (outcome, id) where outcome >= 3;
-- The newest orders and ends, for an audit that goes on from an earlier one: a few bytes for each run of pages.
create index orders_by_time on orders using brin (accepted_at_ms) with (pages_per_range = 32, autosummarize = on);
create index orders_by_end on orders using brin (settled_at_ms) with (pages_per_range = 32, autosummarize = on);
-- The ids once more, to find an order by the last twelve digits, which people read out: one filter for each run of pages. In
-- `orders` itself, rows that are settled free the place of others, and each order placed there would write a filter of 7 KB again. These
-- rows only ever append, where no filter is yet.
create table order_number (
  id uuid not null
);
create index order_number_read_out on order_number
  using brin (substr(uuid_send(id), 11) bytea_bloom_ops (n_distinct_per_range = 4000, false_positive_rate = 0.001))
  with (pages_per_range = 16, autosummarize = on);
-- The newest orders with these digits. The planner takes the filters of random digits for useless, so it is left no other way.
create function orders_with_digits(digits bytea) returns setof uuid language sql stable
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
  select id from order_number where substr(uuid_send(id), 11) = digits order by id desc limit 5
$$;
create trigger order_numbers_stay before update or delete or truncate on order_number
  for each statement execute function refuse_change('an order keeps its number');

-- The journal: what transfers and orders move. From its placing (cause 1) to its settlement (cause 2), escrow holds an order: the
-- user's stake and fee (leg 0) and the house's profit (leg 1) go in; all of it comes out, to the user (leg 0), the bankroll
-- (leg 1) and the fees (leg 2). These legs are computed from the order's row, so that each amount leaves one account for another, once,
-- in one book and currency. Triggers keep the row as it was written (`orders_terms_stay`, `orders_result_stays`, `orders_stay`).
create function fee_due(outcome smallint, fee bigint) returns bigint language sql immutable parallel safe as
  'select case when outcome = any (''{1,2,5}'') then fee else 0 end';
create view movement as
  select from_id, to_id, amount, at_ms, ref, cause, leg from transfer
  union all
  select payer, part + 2, amount, accepted_at_ms, id, 1::smallint, leg
    from orders, lateral (values ((book * 512 + currency * 16)::bigint)) as house (part),
      lateral (values (0::smallint, user_id * 1024 + part + 1, stake + fee), (1, part + 3, profit)) as side (leg, payer, amount)
  union all
  select part + 2, payee, amount, settled_at_ms, id, 2::smallint, leg
    from orders, lateral (values ((book * 512 + currency * 16)::bigint, fee_due(outcome, fee))) as house (part, fees),
      lateral (values (0::smallint, user_id * 1024 + part + 1, stake + fee + net), (1, part + 3, profit - net - fees), (2, part + 4, fees))
        as side (leg, payee, amount)
    where status = 1 and amount > 0;

-- A second record of what orders moved, apart from their rows: a list for each statement that placed or settled some, and each of their
-- batches. The audit compares both.
create table order_posting (
  -- 1: the batch of tickets was placed; 2: the batch of receipts was settled.
  cause smallint not null,
  batch bigint not null,
  -- The least place in the batch among these orders. A batch of tickets is written in one part or two.
  part int not null,
  at_ms bigint not null,
  -- Element i of each list is about the same order.
  ids uuid[] not null,
  -- Of the users, available.
  accounts bigint[] not null,
  -- Between the user and escrow, the bankroll and escrow, and escrow and the fees.
  of_users bigint[] not null,
  of_bankrolls bigint[] not null,
  of_fees bigint[],
  primary key (batch, cause, part)
);
-- Compressing them would take longer than anything else about them.
alter table order_posting alter ids set storage external, alter accounts set storage external, alter of_users set storage external,
  alter of_bankrolls set storage external, alter of_fees set storage external;
create index order_posting_by_time on order_posting using brin (at_ms) with (pages_per_range = 32, autosummarize = on);

create trigger order_postings_stay before update or delete or truncate on order_posting
  for each statement execute function refuse_change('what orders moved is never changed or deleted');

-- The orders that fall due: a list for each statement that placed some, each of its batches, and each due second. Whoever finishes an
-- order locks the list with it first. A list goes when all its orders are finished, or later.
create table due_batch (
  due_at_ms bigint not null,
  batch bigint not null,
  -- The least place in the batch among these orders. A batch of tickets is written in one part or two.
  part int not null,
  ids uuid[] not null,
  primary key (due_at_ms, batch, part)
);
alter table due_batch alter ids set storage external;

create function due_batch_is_finished() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if exists (select from gone, unnest(ids) as one join orders o on o.id = one where o.outcome is null) then
    raise exception 'open orders stay listed for their due second' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger due_batches_wait after delete on due_batch
  referencing old table as gone for each statement execute function due_batch_is_finished();
create trigger due_batches_stay before truncate on due_batch
  for each statement execute function refuse_change('open orders stay listed for their due second');
-- After the change, of rows: so the application has the right to update, which PostgreSQL demands for locking a row.
create trigger due_batch_stays after update on due_batch
  for each row execute function refuse_change('open orders stay listed for their due second');

-- Locks the next of these lists, first due first, until they have `most` orders or more; skips those locked by another transaction.
create function take_due(up_to_ms bigint, after_due_at_ms bigint, after_batch bigint, after_part int, most int)
returns setof due_batch language plpgsql as $$
declare
  due cursor for select * from due_batch
    where due_at_ms <= up_to_ms and (due_at_ms, batch, part) > (after_due_at_ms, after_batch, after_part)
    order by due_at_ms, batch, part for update skip locked;
  one due_batch;
  taken int := 0;
begin
  open due;
  while taken < most loop
    fetch due into one;
    exit when not found;
    taken := taken + cardinality(one.ids);
    return next one;
  end loop;
  close due;
end $$;

-- What owners signed for orders and early closes, and for hosting orders and early exits, carried out or refused. A text has one row: whichever comes first, an
-- acceptance or a refusal, excludes the other, also when a process dies or two of them work. A nonce is used once in a session, in the statement that acts on it: once
-- for orders and once for closes of each book, which a signed text names, and the same for hosting. So nobody who holds a book's lock waits for a nonce
-- that is being used under no lock, or under the other book's.
create table order_consent (
  -- SHA-256 of the key that signed.
  session bytea not null,
  nonce bigint not null,
  order_id uuid not null,
  -- The id that follows from the text (`consentedOrderId`): of an order its own, of a close another.
  asked uuid not null,
  book smallint not null check (book in (0, 1)),
  -- Of a hosting order: an early exit.
  closes boolean not null,
  -- Whether it is about a hosting order.
  hosts boolean not null default false,
  refused boolean not null default false,
  text text not null,
  signature bytea not null check (length(signature) = 64),
  -- What ticket or settlement names; see `consentHash` in core/src/consent/bundle.ts.
  hash bytea not null check (length(hash) = 32),
  primary key (order_id, asked),
  constraint order_consent_asked check (closes or order_id = asked)
);
create unique index order_consent_nonce on order_consent (session, nonce, book, closes, hosts) where not refused;

create trigger consents_stay before update or delete or truncate on order_consent
  for each statement execute function refuse_change('what an owner signed is never changed or deleted');

-- Signed refusals of what owners signed, one for each text; see `Refusal` in core/src/receipts/refusal.ts. Numbers are part of
-- the signed text, so a process reserves them in blocks before it signs.
create sequence refusal_number increment 256;
create table order_refusal (
  number bigint primary key,
  order_id uuid not null,
  asked uuid not null,
  user_id bigint not null,
  code text not null check (code ~ '^[a-z][a-z_]{1,39}$'),
  -- Figures and words in the refusal's text, as JSON; they are not signed.
  facts text not null,
  at_ms bigint not null,
  signature bytea not null check (length(signature) = 64),
  -- Leaf hash of the signed text.
  leaf bytea not null check (length(leaf) = 32),
  -- The `refusals` log entry with the leaf.
  log_seq bigint,
  unique (order_id, asked),
  foreign key (order_id, asked) references order_consent
);
create index order_refusal_unlogged on order_refusal (number) where log_seq is null;
create index order_refusal_logged on order_refusal (log_seq, number) where log_seq is not null;

create trigger refusals_stay before delete or truncate or update of
    number, order_id, asked, user_id, code, facts, at_ms, signature, leaf
  on order_refusal for each statement execute function refuse_change('a refusal is never changed or deleted');
create trigger refusals_are_logged_once after update on order_refusal for each row when (old.log_seq is not null)
  execute function refuse_change('a refusal is logged once');

-- Receipts that their owners share with whoever has the link. The name is random, and gone when the sharing ends.
create table shared_receipt (
  order_id uuid primary key references orders,
  user_id bigint not null,
  name text not null unique check (length(name) = 22)
);

-- Users' results on real orders that were priced with an estimated deviation: a row for the orders of a coin that ended in
-- one second, the newest rows only. The house's limit follows them; core/src/orders/realisedEdge.ts.
create table realised_edge (
  -- Of Unix time.
  second bigint not null,
  pid smallint not null,
  orders int not null check (orders > 0),
  -- Sum of the orders' net results, each in millionths of its stake.
  result_ppm bigint not null,
  primary key (second, pid)
);

-- A row for each batch of receipts whose orders settled by themselves. The notifier deletes the row and writes the messages
-- in one transaction.
create table settled_batch (
  batch bigint primary key,
  users bigint[] not null,
  ids uuid[] not null
);

create trigger orders_terms_stay before update of
    user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch, id, key, fingerprint, ticket_index, barrier_ppm,
    rate_pct, chance_ppm, margin_ppm, model_seq, rules_seq, book, currency, pid, duration_id, direction, ticket
  on orders for each statement execute function refuse_change('the terms of an order are never changed');
create trigger orders_begin_open after insert on orders
  for each row when (new.status <> 0) execute function refuse_change('an order begins open');
create trigger orders_end_whole after update on orders
  for each row when (
    new.status <> 1 or new.outcome not between 1 and 5
    or new.net not between -new.stake - new.fee and new.profit - fee_due(new.outcome, new.fee)
    or (new.outcome = 5) <> (new.bid is not null)
    or new.outcome <= 3 and num_nulls(new.entry_price, new.exit_price) > 0
    or num_nulls(new.entry_seq, new.entry_price, new.entry_at_ms) not in (0, 3)
    or num_nulls(new.exit_seq, new.exit_price, new.exit_at_ms) not in (0, 3)
  ) execute function refuse_change('an order ends with a whole result');
create trigger orders_result_stays after update on orders
  for each row when (old.status <> 0) execute function refuse_change('a settled order is never changed');
create trigger orders_stay before delete or truncate on orders
  for each statement execute function refuse_change('orders are never deleted');

-- Updates the accounts with orders that were placed, and records that: the stake with the fee leaves the user's account and is at stake there, the
-- profit leaves the bankroll and may be won, and escrow has both. Lists the orders by number and due second.
create function post_placed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7310010, book) from (select distinct book::int as book from added order by 1) as books;
  perform change_accounts(array_agg(id), array_agg(delta), array_agg(staked), array_agg(won)) from (
    select id, sum(delta)::bigint as delta, sum(staked)::bigint as staked, sum(won)::bigint as won from (
      select user_id * 1024 + book * 512 + currency * 16 + 1 as id, -(stake + fee) as delta, stake + fee as staked, profit as won from added
      union all
      select part + kind, case kind when 2 then staked + won else -won end,
          case kind when 2 then staked else 0 end, case kind when 2 then won else 0 end
        from (select book * 512 + currency * 16 as part, sum(stake + fee) as staked, sum(profit) as won from added group by 1) as house,
          (values (2), (3)) as kinds (kind)
    ) as side group by id order by id
  ) as net;
  insert into order_posting (cause, batch, part, at_ms, ids, accounts, of_users, of_bankrolls)
    select 1, batch, min(ticket_index), max(accepted_at_ms), array_agg(id), array_agg(user_id * 1024 + book * 512 + currency * 16 + 1),
        array_agg(stake + fee), array_agg(profit)
      from added group by batch;
  insert into order_number select id from added;
  insert into due_batch (due_at_ms, batch, part, ids)
    select due_at_ms, batch, min(ticket_index), array_agg(id) from added group by due_at_ms, batch;
  return null;
end $$;

-- Updates the accounts with orders that were settled, and records that: `orders_end_whole` and `orders_result_stays` let an update settle an order, once,
-- and do nothing else. Escrow gives the whole sum back; nothing of the order is at stake or may be won any more.
create function post_settled() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7310010, book) from (select distinct book::int as book from ended order by 1) as books;
  perform change_accounts(array_agg(id), array_agg(delta), array_agg(staked), array_agg(won)) from (
    select id, sum(delta)::bigint as delta, sum(staked)::bigint as staked, sum(won)::bigint as won from (
      select user_id * 1024 + book * 512 + currency * 16 + 1 as id, net + stake + fee as delta, -(stake + fee) as staked, -profit as won from ended
      union all
      select part + kind, case kind when 2 then -staked - won when 3 then won - given - fees else fees end,
          case kind when 2 then -staked else 0 end, case kind when 2 then -won else 0 end
        from (select book * 512 + currency * 16 as part, sum(stake + fee) as staked, sum(profit) as won, sum(net) as given,
            sum(fee_due(outcome, fee)) as fees from ended group by 1) as house,
          (values (2), (3), (4)) as kinds (kind)
    ) as side group by id order by id
  ) as net where (delta, staked, won) <> (0, 0, 0);
  insert into order_posting (cause, batch, part, at_ms, ids, accounts, of_users, of_bankrolls, of_fees)
    select 2, receipt_batch, min(receipt_index), max(settled_at_ms), array_agg(id), array_agg(user_id * 1024 + book * 512 + currency * 16 + 1),
        array_agg(stake + fee + net), array_agg(profit - net - fee_due(outcome, fee)), array_agg(fee_due(outcome, fee))
      from ended group by receipt_batch;
  return null;
end $$;

create trigger orders_placed after insert on orders
  referencing new table as added for each statement execute function post_placed();
create trigger orders_settled after update on orders
  referencing new table as ended for each statement execute function post_settled();

create trigger ticket_batch_stays after update on ticket_batch for each row
  when (old.log_seq is not null or (old.id, old.count, old.root, old.signature, old.leaves)
    is distinct from (new.id, new.count, new.root, new.signature, new.leaves))
  execute function refuse_change('a signed batch is never changed');
create trigger receipt_batch_stays after update on receipt_batch for each row
  when (old.log_seq is not null or (old.id, old.count, old.root, old.signature, old.leaves)
    is distinct from (new.id, new.count, new.root, new.signature, new.leaves))
  execute function refuse_change('a signed batch is never changed');
create trigger ticket_batches_stay before delete or truncate on ticket_batch
  for each statement execute function refuse_change('signed batches are never deleted');
create trigger receipt_batches_stay before delete or truncate on receipt_batch
  for each statement execute function refuse_change('signed batches are never deleted');

-- What admission reads of a batch of one book: of these accounts those that there are, and which of these users have limits of
-- their own. Locks the book until the end of the transaction, so that this still holds when the admitted orders are written.
-- The rules are in core/src/orders/admission.ts; here are only constraints and triggers, the last word.
create function admission_facts(
  in_book smallint, accounts bigint[], users bigint[],
  out ids bigint[], out balances bigint[], out stakes bigint[], out wins bigint[], out limited bigint[]
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7310010, in_book);
  select array_agg(a.id), array_agg(a.balance), array_agg(a.at_stake), array_agg(a.may_win) into ids, balances, stakes, wins
    from account a where a.id = any (accounts);
  select array_agg(l.user_id) into limited from limited_user l where l.user_id = any (users);
end $$;

-- Writes the admitted orders of a batch: their rows, what they move, what their owners signed, and the signed batch, unless
-- `in_leaves` is null because an earlier call has stored it with others of its orders. Either the caller has read
-- `admission_facts` in this transaction and decided, or `demanding` lists accounts and what they must hold for all
-- of them to be admitted (`demandsOf`): the least balance, the most at stake, and the most that may be won. Then it locks the book and
-- compares. It leaves out all orders of a user whose account holds otherwise, or who has limits of his own, and every order when an
-- account of the house does. When it leaves any out, it returns their places in these lists, and what decides about them unless an
-- owner of them has limits of his own (`areLimited`) or a key of theirs was used before (`areKnown`): what the house's accounts and
-- their owners' hold. The orders that it writes change of that only what the house's hold, and when it writes any, that is enough for all.
-- `places` are the orders' places in the batch, whose other leaves have no effect.
-- Element i of `grown` is by how much the bankroll of currency i grows first; null when none does. `consents` lists what owners signed:
-- {place, session, nonce, text, signature, hash}, bytes in hex; null when none did. `counted` are orders whose stakes count toward
-- their owners' own limits; null for none. Both name orders by their places in these lists, from 1.
create function write_orders(
  in_book smallint, in_batch bigint, in_root bytea, in_signature bytea, in_leaves bytea, tickets bytea, places int[],
  users bigint[], ids uuid[], keys uuid[], fingerprints uuid[], currencies smallint[], pids smallint[],
  durations smallint[], directions smallint[], barriers int[], rates int[], chances int[], margins int[],
  models bigint[], rules bigint[], stakes bigint[], profits bigint[], fees bigint[], accepted bigint[], dues bigint[],
  consents json, grown bigint[], counted int[],
  demanding bigint[], least_held bigint[], most_staked bigint[], most_won bigint[]
) returns json language plpgsql as $$
declare
  base int := in_book * 512;
  unsure bigint[];
  left_out int[];
  seen json;
begin
  if demanding is not null then
    perform pg_advisory_xact_lock(7310010, in_book);
    select array_agg(owner) into unsure from (
      select demanding[i] >> 10 as owner from generate_subscripts(demanding, 1) as i left join account a on a.id = demanding[i]
        where a.balance < least_held[i] or a.at_stake > most_staked[i] or a.may_win > most_won[i] or a.id is null
      union all select l.user_id from limited_user l where l.user_id = any (users)) as found;
    if unsure is not null then
      -- The house is owner 0.
      left_out := array(select i from generate_subscripts(users, 1) as i where users[i] = any (unsure) or 0 = any (unsure));
      select json_build_object('places', left_out,
          'areLimited', exists (select from limited_user l where l.user_id = any (unsure)),
          'areKnown', exists (select from unnest(left_out) as i join orders o on o.user_id = users[i] and o.key = keys[i]),
          'accounts', json_agg(array[a.id, a.balance, a.at_stake, a.may_win]::text[]))
        into seen from account a where a.id = any (
          array(select d from unnest(demanding) as d where d < 1024 or d >> 10 = any (unsure) or 0 = any (unsure)));
      if cardinality(left_out) = cardinality(users) then return seen; end if;
    end if;
  end if;
  if grown is not null then
    insert into transfer (from_id, to_id, amount, at_ms, ref, cause, leg)
      select base + i * 16, base + i * 16 + 3, grown[i], accepted[1], gen_random_uuid(), 11, 0
        from generate_subscripts(grown, 1) as i where grown[i] > 0;
  end if;
  insert into orders (user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch, id, key, fingerprint, ticket_index,
      barrier_ppm, rate_pct, chance_ppm, margin_ppm, model_seq, rules_seq, book, currency, pid, duration_id, direction, ticket)
    select users[i], stakes[i], profits[i], fees[i], accepted[i], dues[i], in_batch, ids[i], keys[i], fingerprints[i], places[i],
        barriers[i], rates[i], chances[i], margins[i], models[i], rules[i], in_book, currencies[i], pids[i], durations[i], directions[i],
        substring(tickets from 32 * i - 31 for 32)
      from generate_subscripts(users, 1) as i where left_out is null or i <> all (left_out);
  if consents is not null then
    insert into order_consent (session, nonce, order_id, asked, book, closes, text, signature, hash)
      select decode(c.session, 'hex'), c.nonce, ids[c.place], ids[c.place], in_book, false, c.text, decode(c.signature, 'hex'), decode(c.hash, 'hex')
        from json_to_recordset(consents)
          as c (place int, session text, nonce bigint, text text, signature text, hash text)
        where left_out is null or c.place <> all (left_out);
  end if;
  if counted is not null then
    perform count_hour(user_id, currency, hour, 0, 0, stake) from (
      select users[i] as user_id, currencies[i] as currency, (accepted[i] / 3600000)::int as hour, sum(stakes[i])::bigint as stake
        from unnest(counted) as i group by 1, 2, 3) as mine;
  end if;
  if in_leaves is not null then
    insert into ticket_batch values (in_batch, length(in_leaves) / 32, in_root, in_signature, in_leaves);
  end if;
  return seen;
end $$;

-- Finishes orders whose lists in `due_batch` the caller has locked: results, payouts and the signed batch of receipts, all or none. Raises
-- when an order is not open any more or its result does not move what the caller computed. The books are locked when all results
-- are written, by the trigger that moves the money, so that two callers write their orders in parallel.
create function finish_orders(
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
  limited_users bigint[];
begin
  update orders o set status = 1, outcome = outcomes[i], net = nets[i], bid = bids[i],
      entry_seq = entry_seqs[i], entry_price = entry_prices[i], entry_at_ms = entry_times[i],
      exit_seq = exit_seqs[i], exit_price = exit_prices[i], exit_at_ms = exit_times[i],
      settled_at_ms = in_settled_at_ms, receipt_batch = in_batch, receipt_index = i - 1
    from generate_subscripts(ids, 1) as i
    -- The sums keep the planner from using any index but the primary key's.
    where o.id = ids[i] and o.user_id + 0 = users[i] and o.status + 0 = 0
      and o.book = books[i] and o.currency = currencies[i] and o.profit = profits[i]
      and o.stake + o.fee + nets[i] = to_users[i] and fee_due(outcomes[i], o.fee) = to_fees[i]
      and o.stake + o.profit + o.fee = to_users[i] + to_bankrolls[i] + to_fees[i];
  get diagnostics changed = row_count;
  if changed <> cardinality(ids) then
    raise exception '% of % orders can be finished so', changed, cardinality(ids) using errcode = 'integrity_constraint_violation';
  end if;
  -- Under the lock, so that these orders count once for a user who sets his first limit meanwhile: here, or in
  -- limit_user.
  if 0 = any (books) then
    select array_agg(b.user_id) into limited_users from limited_user b where b.user_id = any (users);
  end if;
  if limited_users is not null then
    perform count_hour(user_id, currency, (in_settled_at_ms / 3600000)::int, won, lost, 0) from (
      select users[i] as user_id, currencies[i] as currency,
          sum(greatest(nets[i], 0))::bigint as won, sum(greatest(-nets[i], 0))::bigint as lost
        from generate_subscripts(ids, 1) as i
        where books[i] = 0 and users[i] = any (limited_users)
        group by 1, 2) as mine;
  end if;
  insert into receipt_batch values (in_batch, cardinality(ids), in_root, in_signature, in_leaves);
end $$;
