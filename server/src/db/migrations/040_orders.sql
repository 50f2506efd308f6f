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

-- The run of 37 hours (2^27 ms) in which an id was made: ids begin with their time.
create function run_of_id(id uuid) returns int language sql immutable parallel safe as $$
  select (get_byte(uuid_send(id), 0) << 13) | (get_byte(uuid_send(id), 1) << 5) | (get_byte(uuid_send(id), 2) >> 3)
$$;

-- Orders as they were placed; their rows never change.
create table placed_order (
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
  -- SHA-256 of the ticket
  ticket bytea not null,
  primary key (id),
  -- The page's keys begin with their time, so that new ones lie together.
  constraint placed_order_key unique (key, user_id),
  -- Few and short: PostgreSQL parses the text of every check again for each statement.
  constraint placed_order_terms check (
    stake > 0 and profit > 0 and fee >= 0 and user_id > 0 and book between 0 and 1 and direction between 0 and 1
    and currency between 1 and 31
  )
);
-- By run first, so that placing writes to the pages of today alone, however many orders a user had before: see `orders_of`.
create index placed_order_of_user on placed_order (run_of_id(id), user_id, id);
-- The newest orders, for an audit that goes on from an earlier one: a few bytes for each run of pages.
create index placed_order_by_time on placed_order using brin (accepted_at_ms) with (pages_per_range = 32, autosummarize = on);

-- Results, written once. An order is finished when it has one, and open until then.
create table settled_order (
  -- The order's, for `settled_order_late`.
  user_id bigint not null,
  due_at_ms bigint not null,
  settled_at_ms bigint not null,
  receipt_batch bigint not null,
  net bigint not null,
  id uuid not null,
  receipt_index int not null,
  -- 1 won, 2 lost, 3 tied, 4 void, 5 closed
  outcome smallint not null,
  bid bigint,
  entry_seq bigint,
  entry_price bigint,
  entry_at_ms bigint,
  exit_seq bigint,
  exit_price bigint,
  exit_at_ms bigint,
  primary key (id),
  constraint settled_order_whole check (
    outcome between 1 and 5 and (outcome = 5) = (bid is not null)
    and (outcome > 3 or num_nulls(entry_price, exit_price) = 0)
    and num_nulls(entry_seq, entry_price, entry_at_ms) % 3 = 0 and num_nulls(exit_seq, exit_price, exit_at_ms) % 3 = 0
  )
);
-- Orders that ended more than a minute late, as after an outage. All others are found by their ids, which tell when they
-- were placed: `settledSince` in orders/fundsStore.ts. It is almost always empty, so that settling does not pay for it.
create index settled_order_late on settled_order (user_id, settled_at_ms) where settled_at_ms > due_at_ms + 60000;
-- The seldom ends: tied, void and closed.
create index settled_order_seldom on settled_order (outcome, id) where outcome >= 3;
create index settled_order_by_time on settled_order using brin (settled_at_ms) with (pages_per_range = 32, autosummarize = on);

-- Each order with its result, which is null while the order is open.
create view orders as
  select p.*, (s.id is not null)::int::smallint as status, -- 0 open, 1 finished
      s.outcome, s.net, s.bid, s.entry_seq, s.entry_price, s.entry_at_ms, s.exit_seq, s.exit_price, s.exit_at_ms,
      s.settled_at_ms, s.receipt_batch, s.receipt_index
    from placed_order p left join settled_order s on s.id = p.id;

-- A user's orders with ids from `from_id` on and before `before_id`, by default all, run by run.
create function orders_of(
  in_user bigint,
  from_id uuid default '00000000-0000-0000-0000-000000000000',
  before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns setof orders language sql stable
  set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set enable_seqscan = off as $$
  select o.* from (select id from placed_order order by id limit 1) as oldest
    cross join lateral (select id from placed_order order by id desc limit 1) as newest
    cross join generate_series(run_of_id(greatest(from_id, oldest.id)), run_of_id(least(before_id, newest.id))) as run
    cross join lateral (
      select * from orders where run_of_id(id) = run and user_id = in_user and id >= from_id and id < before_id offset 0) as o
$$;

-- Finds an order by the last twelve digits of its id, which people read out: one filter for each run of pages. A row that came into a
-- freed place would write such a filter of 7 KB again; these rows are never deleted or updated.
create index placed_order_read_out on placed_order
  using brin (substr(uuid_send(id), 11) bytea_bloom_ops (n_distinct_per_range = 4000, false_positive_rate = 0.001))
  with (pages_per_range = 64, autosummarize = on);
-- The newest orders with these digits. The planner takes the filters of random digits for useless, so it is left no other way.
create function orders_with_digits(digits bytea) returns setof uuid language sql stable
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
  select id from placed_order where substr(uuid_send(id), 11) = digits order by id desc limit 5
$$;

-- The smallest id of an order made at a time: ids begin with their time.
create function first_order_id(at_ms bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(greatest(at_ms, 0)), 12, '0') || repeat('0', 20))::uuid
$$;

-- The fee that an order owes when it ends: tied and void orders give it back.
create function fee_due(outcome smallint, fee bigint) returns bigint language sql immutable parallel safe as
  'select case when outcome = any (''{1,2,5}'') then fee else 0 end';

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
  if exists (
    -- The offset keeps the planner from looking up the orders of those ids that have a result.
    select from (
      select due_at_ms, batch, one from gone, unnest(ids) as one where not exists (select from settled_order s where s.id = one) offset 0
    ) as unsettled join placed_order p on p.id = one and p.due_at_ms = unsettled.due_at_ms and p.batch = unsettled.batch
  ) then
    raise exception 'open orders stay listed for their due second' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger due_batches_wait after delete on due_batch
  referencing old table as gone for each statement execute function due_batch_is_finished();
create trigger due_batches_follow before insert on due_batch
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change('the lists of due orders follow from placing alone');
create trigger due_batches_stay before truncate on due_batch
  for each statement execute function refuse_change('open orders stay listed for their due second');
-- After the change, of rows: so the application has the right to update, which PostgreSQL demands for locking a row.
create trigger due_batch_stays after update on due_batch
  for each row execute function refuse_change('open orders stay listed for their due second');

-- Open orders, found by these lists; an order in the list of another second or batch does not count. The offsets keep the planner from
-- anything but a look-up of each id: before the first statistics of a growing table, it takes a whole index for as cheap.
create function open_orders() returns setof orders language sql stable
  set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set enable_seqscan = off as $$
  select o.* from due_batch d cross join unnest(d.ids) as one
    cross join lateral (select * from orders where id = one and outcome is null offset 0) as o
  where o.due_at_ms = d.due_at_ms and o.batch = d.batch
$$;
-- Open orders of these users, found by their ids: an id begins with the time of placing, or of signing up to 5 s before, and no order
-- lasts longer than a day, so none is older than the first of these lists less that.
create function open_orders_of(users bigint[]) returns setof orders language sql stable
  set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set enable_seqscan = off as $$
  select o.* from (select first_order_id(due_at_ms - 86411000) as id from due_batch order by due_at_ms limit 1) as oldest
    cross join lateral (select id from placed_order order by id desc limit 1) as newest
    cross join generate_series(run_of_id(oldest.id), run_of_id(newest.id)) as run
    cross join (select distinct unnest(users) as id) as owner
    cross join lateral (
      select id from placed_order p where run_of_id(p.id) = run and p.user_id = owner.id and p.id >= oldest.id offset 0) as p
    cross join lateral (select * from orders where id = p.id and outcome is null offset 0) as o
$$;

-- Open orders of some of these lists.
create function due_orders(due_times bigint[], batches bigint[], parts int[]) returns setof placed_order language sql stable
  set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set enable_seqscan = off as $$
  select o.* from unnest(due_times, batches, parts) as key (due_at_ms, batch, part)
      join due_batch d using (due_at_ms, batch, part) cross join unnest(d.ids) as one
      cross join lateral (select * from placed_order where id = one offset 0) as o
    where o.due_at_ms = d.due_at_ms and o.batch = d.batch and not exists (select from settled_order s where s.id = one offset 0)
$$;

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
-- Nonces begin with their time, so that new ones lie together.
create unique index order_consent_nonce on order_consent (nonce, session, book, closes, hosts) where not refused;
-- Early exits, whose fees are summed for their session.
create index order_consent_exits on order_consent (session) where closes and hosts and not refused;

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
  order_id uuid primary key references placed_order,
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

create trigger placed_orders_stay before update or delete or truncate on placed_order
  for each statement execute function refuse_change('the terms of an order are never changed or deleted');
create trigger settled_orders_stay before update or delete or truncate on settled_order
  for each statement execute function refuse_change('a settled order is never changed');

-- Updates the accounts with orders that were placed, and records that: the stake with the fee leaves the user's account and is at stake there, the
-- profit leaves the bankroll and may be won, and escrow has both. Lists the orders by due second.
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
  insert into due_batch (due_at_ms, batch, part, ids)
    select due_at_ms, batch, min(ticket_index), array_agg(id) from added group by due_at_ms, batch;
  return null;
end $$;

-- Updates the accounts with orders that were settled, and records that. Escrow gives the whole sum back; nothing of the order is at stake
-- or may be won any more. Refuses results that are not of a placed order, or that give more than it holds.
create function post_settled() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  fitting int;
  accounts bigint[];
  sums bigint[];
  stakes bigint[];
  wins bigint[];
begin
  with done as materialized (
    select e.*, p.user_id * 1024 + p.book * 512 + p.currency * 16 + 1 as account, p.book * 512 + p.currency * 16 as part,
        p.stake + p.fee as staked, p.profit, fee_due(e.outcome, p.fee) as fees
      from ended e join placed_order p on p.id = e.id
      where p.user_id + 0 = e.user_id and p.due_at_ms = e.due_at_ms
        and e.net between -p.stake - p.fee and p.profit - fee_due(e.outcome, p.fee)
  ), posted as (
    insert into order_posting (cause, batch, part, at_ms, ids, accounts, of_users, of_bankrolls, of_fees)
      select 2, receipt_batch, min(receipt_index), max(settled_at_ms), array_agg(id order by receipt_index),
          array_agg(account order by receipt_index), array_agg(staked + net order by receipt_index),
          array_agg(profit - net - fees order by receipt_index), array_agg(fees order by receipt_index)
        from done group by receipt_batch
  )
  select (select count(*) from done), array_agg(id), array_agg(delta), array_agg(staked), array_agg(won)
    into fitting, accounts, sums, stakes, wins
    from (
      select id, sum(delta)::bigint as delta, sum(staked)::bigint as staked, sum(won)::bigint as won from (
        select account as id, net + staked as delta, -staked as staked, -profit as won from done
        union all
        select part + kind, case kind when 2 then -staked - won when 3 then won - given - fees else fees end,
            case kind when 2 then -staked else 0 end, case kind when 2 then -won else 0 end
          from (select part, sum(staked) as staked, sum(profit) as won, sum(net) as given, sum(fees) as fees from done group by 1) as house,
            (values (2), (3), (4)) as kinds (kind)
      ) as side group by id order by id
    ) as net where (delta, staked, won) <> (0, 0, 0);
  if fitting <> (select count(*) from ended) then
    raise exception 'an order ends with what it holds' using errcode = 'integrity_constraint_violation';
  end if;
  perform pg_advisory_xact_lock(7310010, book)
    from (select distinct ((id >> 9) & 1)::int as book from unnest(accounts) as id order by 1) as books;
  perform change_accounts(accounts, sums, stakes, wins);
  return null;
end $$;

create trigger order_is_placed after insert on placed_order
  referencing new table as added for each statement execute function post_placed();
create trigger order_is_settled after insert on settled_order
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
          'areKnown', exists (select from unnest(left_out) as i join placed_order o on o.user_id = users[i] and o.key = keys[i]),
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
  insert into placed_order (user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch, id, key, fingerprint, ticket_index,
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
  users bigint[], due_times bigint[], ids uuid[], books smallint[], currencies smallint[], outcomes smallint[], nets bigint[],
  bids bigint[], entry_seqs bigint[], entry_prices bigint[], entry_times bigint[],
  exit_seqs bigint[], exit_prices bigint[], exit_times bigint[],
  to_users bigint[], to_bankrolls bigint[], to_fees bigint[]
) returns void language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan as $$
declare
  limited_users bigint[];
begin
  insert into settled_order (user_id, due_at_ms, settled_at_ms, receipt_batch, net, id, receipt_index, outcome, bid,
      entry_seq, entry_price, entry_at_ms, exit_seq, exit_price, exit_at_ms)
    select user_id, due_at_ms, in_settled_at_ms, in_batch, net, id, place - 1, outcome, bid,
        entry_seq, entry_price, entry_at_ms, exit_seq, exit_price, exit_at_ms
      from unnest(users, due_times, ids, outcomes, nets, bids,
          entry_seqs, entry_prices, entry_times, exit_seqs, exit_prices, exit_times) with ordinality
        as ending (user_id, due_at_ms, id, outcome, net, bid,
          entry_seq, entry_price, entry_at_ms, exit_seq, exit_price, exit_at_ms, place);
  -- What the trigger moved by the orders' own terms is what the caller computed.
  if not exists (
    select from order_posting o where o.batch = in_batch and o.cause = 2 and o.part = 0 and o.ids = finish_orders.ids
      and o.accounts = (
        select array_agg(user_id * 1024 + book * 512 + currency * 16 + 1 order by place)
          from unnest(users, books, currencies) with ordinality as one (user_id, book, currency, place))
      and o.of_users = to_users and o.of_bankrolls = to_bankrolls and o.of_fees = to_fees
  ) then
    raise exception 'these orders move something else' using errcode = 'integrity_constraint_violation';
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
