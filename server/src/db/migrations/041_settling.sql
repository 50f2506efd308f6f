-- Settling takes the book's lock after it has written the orders; before, it took it first.

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
  insert into receipt_batch values (in_batch, cardinality(ids), in_root, in_signature, in_leaves);
end $$;
