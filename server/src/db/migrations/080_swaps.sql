-- Swaps between two currencies of one book, against the house's inventory. Each swap is two transfers of cause 9 under
-- its id: leg 0 the currency given, leg 1 the currency received.
create table swap (
  id uuid primary key,
  user_id bigint not null,
  given bigint not null,
  received bigint not null,
  -- Prices of one unit of each side in USDT, 1e-8; the source's price is reduced by the house's spread.
  source_rate bigint not null,
  target_rate bigint not null,
  at_ms bigint not null,
  book smallint not null,
  source smallint not null,
  target smallint not null,
  constraint swap_terms check (
    given > 0 and received > 0 and source_rate > 0 and target_rate > 0 and user_id > 0 and book in (0, 1) and source <> target
  ),
  -- The same rule as swapReceives in core/src/wallet/swaps.ts, rounded down.
  constraint swap_follows_its_rates check (received = div(given::numeric * source_rate, target_rate))
);
create index swap_by_user on swap (user_id, book, at_ms desc, id desc);

create trigger swap_stays before update or delete or truncate on swap
  for each statement execute function refuse_change('swaps are never changed');

-- What an owner signed for his swap; a session without a key signs nothing. The key in the text gives the swap's id.
create table swap_consent (
  swap_id uuid primary key references swap,
  -- SHA-256 of the key that signed.
  session bytea not null references delegation,
  text text not null,
  signature bytea not null check (length(signature) = 64)
);
create trigger swap_consents_stay before update or delete or truncate on swap_consent
  for each statement execute function refuse_change('what an owner signed is never changed or deleted');
