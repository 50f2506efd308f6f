-- The ledger's part in the wallet: what users withdraw waits in a hold of theirs, swaps go against the house's inventory.
-- The same numbers stand in core/src/ledger.ts.

alter table account
  drop constraint account_is_known,
  add constraint account_is_known check (
    (id & 15) between 1 and 6 and (id & 496) > 0 and ((id & 15) in (1, 5)) = (id >= 1024));

create or replace view account_in_words as
  select id, id >> 10 as owner, case (id >> 9) & 1 when 0 then 'real' else 'simulated' end as book,
    ((id >> 4) & 31)::int as currency,
    (array['available', 'escrow', 'bankroll', 'fees', 'hold', 'inventory'])[id & 15] as kind, balance
  from account;

alter table transfer
  drop constraint transfer_flow_is_allowed,
  add constraint transfer_flow_is_allowed check (
    cause * 256 + (from_id & 15) * 16 + (to_id & 15) in (
      274, 306, 545, 547, 548, 769, 1025, 1040, 1283,
      1286, 1537, 1813, 2096, 2128, 2129, 2132, 2144, 2326, 2401, 2608)),
  drop constraint transfer_owners_fit,
  add constraint transfer_owners_fit check (
    ((from_id & 15) in (1, 5)) = (from_id >= 1024) and ((to_id & 15) in (1, 5)) = (to_id >= 1024)
    and least(from_id, to_id) > 0),
  -- Users do not pay each other.
  add constraint transfer_has_one_user check (from_id < 1024 or to_id < 1024 or from_id >> 10 = to_id >> 10);

-- Statements: a user's own movements in the order of time. The house's accounts are not in them.
-- What orders moved is found by the orders' ids, which their transfers carry, so that placing and settling need not write
-- to these indexes: with every cause in them placing takes a tenth longer or more.
create index transfer_by_payer on transfer (from_id, at_ms) where from_id >= 1024 and cause > 2;
create index transfer_by_payee on transfer (to_id, at_ms) where to_id >= 1024 and cause > 2;
