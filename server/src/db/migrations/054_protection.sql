-- What owners turn on to protect their withdrawals. Times are milliseconds since 1970 of the server's clock.

create table authenticator (
  user_id bigint primary key references users (id),
  -- The secret of RFC 6238 under AES-256-GCM: nonce, ciphertext, tag.
  secret bytea not null check (length(secret) between 40 and 128),
  -- Null until the owner showed a code.
  confirmed_at bigint,
  -- From when on it is off, because its owner asked for a reset; null while nobody did.
  off_at bigint check (off_at is null or confirmed_at is not null),
  -- Last time step whose code was taken; a code is taken once.
  last_step bigint not null default 0
);

-- Tries with a code, right or wrong, in the minute that began at `since`.
create table code_try (
  user_id bigint primary key references users (id),
  since bigint not null,
  tries int not null check (tries > 0)
);

create table recovery_code (
  user_id bigint not null references authenticator (user_id) on delete cascade,
  -- Keyed SHA-256 of the code.
  hash bytea not null check (length(hash) = 32),
  used_at bigint,
  primary key (user_id, hash)
);

create table address_book (
  user_id bigint primary key references users (id),
  -- Null while it is on; else when it ends.
  until bigint
);

create table address_book_entry (
  id uuid primary key,
  user_id bigint not null references users (id),
  address text not null check (length(address) between 1 and 128),
  label text not null check (length(label) <= 40),
  added_at bigint not null,
  usable_at bigint not null,
  unique (user_id, address)
);
