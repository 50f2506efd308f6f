-- The journal: all that moved between accounts, as transfers and as rows of its causes.
--
-- From its placing (cause 1) to its settlement (cause 2), escrow holds an order: the user's stake and fee (leg 0) and the house's profit
-- (leg 1) go in; all of it comes out, to the user (leg 0), the bankroll (leg 1) and the fees (leg 2). A closed day of hosting pays each
-- order that stood for the whole of it (cause 19), from the programme to its owner; the leg is the number of the day within the order.
-- These legs are computed from rows that triggers keep as they were written, so that each amount leaves one account for another, once,
-- in one book and currency.
create view movement as
  select from_id, to_id, amount, at_ms, ref, cause, leg from transfer
  union all
  select payer, part + 2, amount, accepted_at_ms, id, 1::smallint, leg
    from placed_order, lateral (values ((book * 512 + currency * 16)::bigint)) as house (part),
      lateral (values (0::smallint, user_id * 1024 + part + 1, stake + fee), (1, part + 3, profit)) as side (leg, payer, amount)
  union all
  select part + 2, payee, amount, s.settled_at_ms, s.id, 2::smallint, leg
    from settled_order s join placed_order p on p.id = s.id,
      lateral (values ((book * 512 + currency * 16)::bigint, fee_due(outcome, fee))) as house (part, fees),
      lateral (values (0::smallint, p.user_id * 1024 + part + 1, stake + fee + net), (1, part + 3, profit - net - fees), (2, part + 4, fees))
        as side (leg, payee, amount)
    where amount > 0
  union all
  select (o.book * 512 + 29)::bigint, o.user_id * 1024 + o.book * 512 + 17, amount, paid.at_ms, o.id, 19::smallint,
      (paid.day - o.shares_from_ms / 86400000)::smallint
    from hosting_payday paid join hosting_payout_part part on part.day = paid.day
      cross join unnest(part.orders, part.amounts) as line (order_id, amount) join hosting_order o on o.id = order_id
    where amount > 0;
