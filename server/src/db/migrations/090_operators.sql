-- Operators of the house: sign-in, actions, and the actions that needed two of them. Times are milliseconds since 1970 of the
-- house's clock.

create table operator (
  -- In canonical spelling; for an operator who signs in by link alone, an address whose key nobody has.
  address text primary key check (length(address) between 1 and 64),
  name text not null check (length(name) between 1 and 60),
  roles text[] not null check (
    cardinality(roles) between 1 and 6
    and roles <@ array['viewer', 'support', 'editor', 'reviewer', 'treasurer', 'admin']
  ),
  -- Null for operators of the configuration, and for the sandbox's own.
  invited_by text references operator (address),
  -- The approver of the invitation; null when one admin invited alone.
  invited_with text references operator (address),
  invited_ms bigint not null,
  -- Whether a one-time link is the whole sign-in; only in the sandbox.
  by_link boolean not null,
  revoked_by text references operator (address),
  revoked_ms bigint,
  -- Whether the operator ever was an admin; set by the database, and never reset.
  was_admin boolean not null default false,
  -- An admin suspended by another one: cannot sign in for an hour, and revoking takes two operators.
  suspended_by text references operator (address),
  suspended_ms bigint,
  check (suspended_by <> address),
  check ((suspended_by is null) = (suspended_ms is null)),
  check (invited_by <> address),
  constraint operator_is_invited_by_two check (invited_with <> invited_by),
  check (invited_with is null or invited_by is not null),
  constraint operator_is_revoked_by_another check (revoked_by <> address),
  check ((revoked_by is null) = (revoked_ms is null))
);

-- An operator stays in the list for ever, and a house that has an admin keeps one. Changes of admins are serialized.
create function operator_keeps() returns trigger language plpgsql as $$
begin
  if (new.address, new.by_link) is distinct from (old.address, old.by_link) then
    raise exception 'an operator’s address is never changed' using errcode = 'integrity_constraint_violation';
  end if;
  perform pg_advisory_xact_lock(7310090, 0);
  if old.revoked_ms is null and 'admin' = any (old.roles)
      and (new.revoked_ms is not null or not 'admin' = any (new.roles))
      and not exists (select from operator
        where address <> old.address and revoked_ms is null and 'admin' = any (roles)) then
    raise exception 'the last admin stays one'
      using errcode = 'integrity_constraint_violation', constraint = 'operator_last_admin';
  end if;
  return new;
end $$;
create function operator_was_admin() returns trigger language plpgsql as $$
begin
  new.was_admin := 'admin' = any (new.roles);
  if tg_op = 'UPDATE' then new.was_admin := old.was_admin or new.was_admin; end if;
  return new;
end $$;
create trigger operator_was_admin before insert or update on operator
  for each row execute function operator_was_admin();
create trigger operator_keeps before update on operator for each row execute function operator_keeps();
create trigger operators_stay before delete or truncate on operator
  for each statement execute function refuse_change('operators are revoked, never deleted');

-- The hand that an operator counts as: an operator who alone invited another could have invited their own second wallet.
create function hand_of(in_operator text) returns text language sql stable as $$
  select case when invited_with is null then coalesce(invited_by, address) else address end
  from operator where address = in_operator
$$;
-- Whether two operators count as one hand. A sandbox may have no further operator; only there do operators sign in by link.
create function same_hand(one text, other text, in_roles text[] default array['treasurer', 'admin'])
  returns boolean language sql stable as $$
  select hand_of(one) = hand_of(other) and not (
    exists (select from operator where by_link)
    and not exists (select from operator
      where revoked_ms is null and roles && in_roles and hand_of(address) <> hand_of(one)))
$$;

-- Texts for operators' wallets to sign.
create table operator_challenge (
  nonce text primary key,
  address text not null,
  wallet_type smallint not null check (wallet_type in (1, 2)),
  -- Keyed hash of the browser's own cookie: only the browser that requested the text may answer.
  browser bytea not null,
  message text not null,
  expires_ms bigint not null
);

-- Passkeys (WebAuthn).
create table operator_passkey (
  -- The credential's id, base64url.
  id text primary key check (length(id) between 1 and 1400),
  operator text not null references operator (address),
  -- COSE.
  public_key bytea not null check (length(public_key) between 1 and 2048),
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_ms bigint not null,
  used_ms bigint
);
create index operator_passkey_operator on operator_passkey (operator);

-- Authenticators (RFC 6238) of operators.
create table operator_code (
  operator text primary key references operator (address),
  -- The active secret under AES-256-GCM: nonce, ciphertext, tag. Null until one of its codes was shown.
  secret bytea check (length(secret) between 40 and 128),
  since_ms bigint check ((since_ms is null) = (secret is null)),
  -- The last time step whose code was accepted; each code is accepted once.
  last_step bigint not null default 0,
  -- A secret whose code was not shown yet.
  pending bytea check (length(pending) between 40 and 128)
);

create table operator_session (
  id uuid primary key,
  -- Keyed hash of the token; only the session's browser has the token itself.
  token bytea not null unique,
  operator text not null references operator (address),
  created_ms bigint not null,
  seen_ms bigint not null,
  -- When the second factor was proven; null while it is owed.
  factor_ms bigint,
  -- The challenge that a passkey must sign, base64url, and its expiry; an answer uses it up.
  challenge text,
  challenge_ms bigint check ((challenge_ms is null) = (challenge is null)),
  ended_ms bigint
);
create index operator_session_operator on operator_session (operator) where ended_ms is null;

-- One-time links: an invitation, or in the sandbox a sign-in.
create table operator_link (
  -- Keyed hash of the link's secret.
  hash bytea primary key check (length(hash) = 32),
  operator text not null references operator (address),
  expires_ms bigint not null,
  used_ms bigint
);
create index operator_link_operator on operator_link (operator) where used_ms is null;

-- The log of operator actions, written in the transaction of the action and never changed: a hash chain without gaps. The
-- database builds the chain, whatever the application gives for its columns.
create table operator_action (
  -- 1, 2, 3 …
  id bigint primary key,
  at_ms bigint not null,
  -- The operator's proven address.
  operator text not null,
  -- For example "content.publish".
  action text not null,
  -- The target of the action: the number of an item, a conversation.
  subject text not null,
  -- The affected user.
  user_id bigint references users (id),
  details jsonb not null,
  -- The hash of the line before; 32 zero bytes for the first.
  prev bytea not null check (length(prev) = 32),
  -- `operator_action_hash` of this line.
  hash bytea not null check (length(hash) = 32)
);
create index operator_action_subject on operator_action (subject, id);
create index operator_action_operator on operator_action (operator, id);
create index operator_action_action on operator_action (action, id);
-- Subjects that an operator viewed within the hour.
create index operator_action_reading on operator_action (operator, at_ms) where action = 'people.read';
create index operator_action_user on operator_action (user_id, id) where user_id is not null;

-- SHA-256 over the hash of the line before, then this line as a JSON list.
create function operator_action_hash(one operator_action) returns bytea language sql stable as $$
  select sha256(one.prev || convert_to(jsonb_build_array(
    one.id, one.at_ms, one.operator, one.action, one.subject, one.user_id, one.details)::text, 'UTF8'))
$$;

-- One line at a time: the lock is held to the end of the transaction.
create function operator_action_chain() returns trigger language plpgsql as $$
declare last record;
begin
  perform pg_advisory_xact_lock(7310091, 0);
  select id, hash into last from operator_action order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.prev := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := operator_action_hash(new);
  return new;
end $$;
create trigger operator_action_chain before insert on operator_action
  for each row execute function operator_action_chain();
create trigger operator_actions_stay before update or delete or truncate on operator_action
  for each statement execute function refuse_change('what operators did is never changed');

-- Proposals: actions that need two operators, as one of them proposed them.
create table proposal (
  id uuid primary key,
  -- Made by the proposer's client, so that a repeated request proposes once.
  key uuid not null,
  -- For example "treasury.fund".
  kind text not null check (length(kind) between 1 and 60),
  -- Canonical JSON.
  payload text not null check (length(payload) between 2 and 20000),
  payload_hash bytea not null constraint proposal_hash_is_of_its_payload
    check (payload_hash = sha256(convert_to(payload, 'UTF8'))),
  reason text not null check (length(reason) between 3 and 500),
  asked_by text not null references operator (address),
  asked_ms bigint not null,
  expires_ms bigint not null,
  constraint proposal_stands_an_hour check (expires_ms = asked_ms + 3600000),
  constraint proposal_key unique (asked_by, key),
  unique (id, payload_hash, asked_by, asked_ms, expires_ms)
);
create index proposal_asked on proposal (asked_ms, id);
create trigger proposals_stay before update or delete or truncate on proposal
  for each statement execute function refuse_change('a proposal is never changed');

-- Decisions: one per proposal, about exactly the proposed payload, by another operator, in time.
create table proposal_decision (
  proposal uuid primary key,
  payload_hash bytea not null,
  asked_by text not null,
  asked_ms bigint not null,
  expires_ms bigint not null,
  decided_by text not null references operator (address),
  decision text not null check (decision in ('approved', 'refused', 'withdrawn')),
  reason text check (length(reason) between 3 and 500),
  decided_ms bigint not null,
  constraint proposal_decision_is_of_its_proposal foreign key (proposal, payload_hash, asked_by, asked_ms, expires_ms)
    references proposal (id, payload_hash, asked_by, asked_ms, expires_ms),
  constraint proposal_takes_two check ((decision = 'withdrawn') = (decided_by = asked_by)),
  constraint proposal_is_decided_in_time check (decided_ms >= asked_ms and decided_ms < expires_ms),
  check (decision = 'approved' or reason is not null)
);
create function proposal_takes_two_hands() returns trigger language plpgsql as $$
begin
  if hand_of(new.asked_by) = hand_of(new.decided_by) and not exists (select from operator where by_link) then
    raise exception 'one hand counts once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger proposal_takes_two_hands before insert on proposal_decision
  for each row when (new.decision = 'approved') execute function proposal_takes_two_hands();
create function proposal_is_about_another() returns trigger language plpgsql as $$
begin
  if exists (select from proposal where id = new.proposal and kind in ('operators.revoke', 'operators.roles')
      and lower(payload::jsonb ->> 'operator') = lower(new.decided_by)) then
    raise exception 'nobody decides about himself' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger proposal_is_about_another before insert on proposal_decision
  for each row when (new.decision <> 'withdrawn') execute function proposal_is_about_another();
create trigger proposal_decisions_stay before update or delete or truncate on proposal_decision
  for each statement execute function refuse_change('a decision about a proposal is never changed');
