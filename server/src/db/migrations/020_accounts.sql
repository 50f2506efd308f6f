-- Users by address, their sessions, the texts they must sign, and their watchlists. Times are milliseconds since 1970
-- of the server's clock.

create table users (
  id bigint generated always as identity primary key,
  -- EIP-55 for Ethereum-style, base58check for Tron-style: one spelling per address.
  address text not null unique,
  wallet_type smallint not null check (wallet_type in (1, 2)),
  practice boolean not null,
  invite_code text not null constraint users_invite_code unique check (invite_code ~ '^[A-Z0-9]{8}$'),
  invited_by bigint references users (id),
  language text not null check (language in ('english', 'japanese', 'korean', 'arab', 'chinese')),
  created_at bigint not null,
  check (invited_by <> id),
  check (id > 0),
  check (case wallet_type when 1 then address ~ '^0x[0-9a-fA-F]{40}$' else address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$' end)
);

-- For operators, who search by the beginning of an address in any spelling.
create index users_by_address on users (lower(address) collate "C", id);
create index users_invited_by on users (invited_by) where invited_by is not null;

-- Only a user's language changes.
create function users_keep() returns trigger language plpgsql as $$
begin
  if (new.id, new.address, new.wallet_type, new.practice, new.invite_code, new.invited_by, new.created_at)
      is distinct from
     (old.id, old.address, old.wallet_type, old.practice, old.invite_code, old.invited_by, old.created_at) then
    raise exception 'of a user only the language changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger users_keep before update on users for each row execute function users_keep();

create table challenge (
  nonce text primary key,
  address text not null,
  wallet_type smallint not null,
  -- Keyed hash of the browser's own cookie: only the browser that requested the text may answer.
  browser bytea not null,
  message text not null,
  expires_at bigint not null
);

create index challenge_expires_at on challenge (expires_at);

-- An owner's delegation to a browser's key: the sign-in text and the wallet's signature over it. It outlives its session, because
-- receipts contain it.
create table delegation (
  -- SHA-256 of the key. Each key gets one delegation.
  session bytea primary key check (length(session) = 32),
  text text not null,
  signature text not null,
  address text not null,
  -- `contract`: a contract confirmed the signature (ERC-1271).
  kind text not null check (kind in ('evm', 'tron', 'contract'))
);

-- Whether an owner has ever had a key.
create index delegation_address on delegation (address);

create trigger delegations_stay before update or delete or truncate on delegation
  for each statement execute function refuse_change('delegations are never changed or deleted');

-- A wallet's first sign-in that named no key, with its signature: only its owner may act without a signed text, because a house
-- cannot make such a row for another wallet.
create table keyless_sign_in (
  address text primary key,
  text text not null,
  signature text not null,
  -- As of a delegation.
  kind text not null check (kind in ('evm', 'tron', 'contract'))
);

create trigger keyless_sign_ins_stay before update or delete or truncate on keyless_sign_in
  for each statement execute function refuse_change('sign-ins without a key are never changed or deleted');

create table session (
  id uuid primary key,
  -- Keyed hash of the token; only the session's browser has the token itself.
  token bytea not null unique,
  address text not null,
  wallet_type smallint not null check (wallet_type in (1, 2)),
  practice boolean not null,
  transport text not null check (transport in ('cookie', 'bearer')),
  device text not null,
  -- The key that signs the session's orders; null for a client that signs none.
  key bytea references delegation (session),
  created_at bigint not null,
  seen_at bigint not null
);

create index session_address on session (address, created_at);

create table favourite (
  user_id bigint not null references users (id),
  pid int not null,
  added_at bigint not null,
  primary key (user_id, pid)
);
