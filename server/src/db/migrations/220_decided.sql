-- Decisions that need two operators, tied to their approved proposal: without one the database refuses them.

-- The payload of an approved proposal of a kind; null when there is none.
create function approved_payload(in_proposal uuid, in_kind text) returns jsonb language sql stable as $$
  select proposal.payload::jsonb from proposal
  join proposal_decision on proposal_decision.proposal = proposal.id and proposal_decision.decision = 'approved'
  where proposal.id = in_proposal and proposal.kind = in_kind
$$;

-- Halts of chains cleared by two operators.
create table chain_resume (
  proposal uuid primary key references proposal (id),
  chain smallint not null references chain_state (chain),
  -- When the cleared halt began.
  halted_at_ms bigint not null,
  at_ms bigint not null
);
create trigger chain_resumes_stay before update or delete or truncate on chain_resume
  for each statement execute function refuse_change('a cleared halt is never changed');
create function chain_resume_is_approved() returns trigger language plpgsql as $$
begin
  if approved_payload(new.proposal, 'chain.resume')
      is distinct from jsonb_build_object('chain', new.chain, 'haltedAt', new.halted_at_ms) then
    raise exception 'a halt is cleared by two operators' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Checked at the commit, because the decision is written in the same transaction.
create constraint trigger chain_resume_is_approved after insert on chain_resume
  deferrable initially deferred for each row execute function chain_resume_is_approved();
create function chain_stays_halted() returns trigger language plpgsql as $$
begin
  if new.halted_at_ms >= old.halted_at_ms and new.halted_because is not null then return new; end if;
  if new.halted_because is not null or not exists (
      select from chain_resume where chain = old.chain and halted_at_ms = old.halted_at_ms) then
    raise exception 'a halt is cleared by two operators' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger chain_stays_halted before update on chain_state for each row
  when (old.halted_because is not null) execute function chain_stays_halted();
create trigger chain_states_stay before delete or truncate on chain_state
  for each statement execute function refuse_change('the state of a chain is never deleted');

-- Money that the house moved between its own accounts.
create function treasury_is_approved() returns trigger language plpgsql as $$
declare asked jsonb := approved_payload(new.ref, 'treasury.fund');
begin
  if asked is null or new.leg <> 0 or (new.from_id >> 4) & 31 <> (asked ->> 'currencyId')::int
      or (array['', '', 'bankroll', 'fees', '', 'inventory', 'lending'])[new.from_id & 15] <> asked ->> 'from'
      or (array['', '', 'bankroll', 'fees', '', 'inventory', 'lending'])[new.to_id & 15] <> asked ->> 'to'
      or (asked ->> 'amount')::numeric * 100000000 <> new.amount then
    raise exception 'the house`s money is moved by two operators' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger transfer_is_approved after insert on transfer
  deferrable initially deferred for each row when (new.cause = 20) execute function treasury_is_approved();

-- Votes on withdrawals and proposals of holds: only of current operators.
alter table withdrawal_vote add constraint withdrawal_vote_operator foreign key (operator) references operator (address);
alter table security_hold add constraint security_hold_operator foreign key (operator) references operator (address);
-- Whether an operator's decision at that time counts: the operator may decide, and was not invited again since.
create function decides_withdrawals(in_operator text, at_ms bigint) returns boolean language sql stable as $$
  select exists (select from operator where address = in_operator and revoked_ms is null
    and roles && array['treasurer', 'admin'] and invited_ms <= at_ms)
$$;
create function withdrawal_votes(in_withdrawal uuid, in_approves boolean) returns bigint language sql stable as $$
  select count(distinct operator) from withdrawal_vote
  where withdrawal = in_withdrawal and approves = in_approves and decides_withdrawals(operator, at)
$$;
create function withdrawal_vote_is_given() returns trigger language plpgsql as $$
begin
  perform from operator where address = new.operator for share;
  perform pg_advisory_xact_lock(7310096, hashtext(new.withdrawal::text));
  -- Only one vote of an operator counts; one from before a revocation does not block another.
  if exists (select from withdrawal_vote where withdrawal = new.withdrawal and operator = new.operator
      and decides_withdrawals(operator, at)) then
    return null;
  end if;
  if not decides_withdrawals(new.operator, new.at) then
    raise exception 'operators vote who decide' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from withdrawal where id = new.withdrawal and account = new.operator) then
    raise exception 'nobody votes on his own withdrawal' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from withdrawal_vote where withdrawal = new.withdrawal and operator <> new.operator
      and approves = new.approves and decides_withdrawals(operator, at) and same_hand(operator, new.operator)) then
    raise exception 'one hand counts once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_vote_is_given before insert on withdrawal_vote
  for each row execute function withdrawal_vote_is_given();
-- How long silence must last to approve: a day, or a week while fewer than two hands may vote and an operator was revoked within
-- the last week. Computed from the operators at that time, because the audit asks about the past too.
create function silence_ms(at_ms bigint) returns bigint language sql stable as $$
  select 86400000::bigint * case
    when count(distinct hand_of(address))
        filter (where invited_ms <= at_ms and (revoked_ms is null or revoked_ms > at_ms)) < 2
      and count(*) filter (where revoked_ms > at_ms - 7 * 86400000::bigint and revoked_ms <= at_ms) > 0 then 7 else 1 end
  from operator where roles && array['treasurer', 'admin']
$$;
create function withdrawal_is_decided() returns trigger language plpgsql as $$
begin
  if new.state = 8 and withdrawal_votes(new.id, false) < 2 then
    raise exception 'a withdrawal is rejected by two operators' using errcode = 'integrity_constraint_violation';
  end if;
  if new.state = 2 and new.needs_approval and withdrawal_votes(new.id, true) < 2
      and new.state_at < new.requested_at + silence_ms(new.state_at) then
    raise exception 'a withdrawal is approved by two operators or by silence' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Checked at the commit, with everything that the transaction decides.
create constraint trigger withdrawal_is_decided after update on withdrawal
  deferrable initially deferred for each row when (old.state < 2 and new.state in (2, 8))
  execute function withdrawal_is_decided();

-- Revoking an admin takes two operators: one stolen session does not lock the others out for good.
create function admin_is_revoked_by_two() returns trigger language plpgsql as $$
begin
  if not exists (select from proposal join proposal_decision d on d.proposal = proposal.id and d.decision = 'approved'
      where kind = 'operators.revoke' and lower(payload::jsonb ->> 'operator') = lower(new.address)
        and proposal.asked_by = new.revoked_by and d.decided_ms = new.revoked_ms) then
    raise exception 'an admin is revoked by two operators' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger admin_is_revoked_by_two after update on operator
  deferrable initially deferred for each row
  when (old.revoked_ms is null and new.revoked_ms is not null and 'admin' = any (old.roles))
  execute function admin_is_revoked_by_two();

-- Versions of the rules for new orders that two operators approved; the log announces each a day ahead.
create table rules_version (
  -- 1, 2, 3 …; 0 is the program's own.
  version int primary key check (version > 0),
  proposal uuid not null unique references proposal (id),
  -- The four changeable fields, as the log spells them.
  rules jsonb not null,
  asked_by text not null references operator (address),
  approved_by text not null references operator (address),
  approved_ms bigint not null,
  check (asked_by <> approved_by)
);
create trigger rules_versions_stay before update or delete or truncate on rules_version
  for each statement execute function refuse_change('a version of the rules is never changed');
create function rules_version_is_approved() returns trigger language plpgsql as $$
begin
  if approved_payload(new.proposal, 'rules.change')
      is distinct from jsonb_build_object('after', new.version - 1, 'rules', new.rules) then
    raise exception 'rules are changed by two operators' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger rules_version_is_approved after insert on rules_version
  deferrable initially deferred for each row execute function rules_version_is_approved();

-- Disbursed loans: approved by two reviewers, on terms that both approved. The sandbox's simulated reviewer decides while no
-- operator may. The sandbox's own operator does not count, because that person may not know of this work.
create function loan_is_approved_by_two() returns trigger language plpgsql as $$
begin
  if new.decided_by = 'simulated' then
    if exists (select from operator where revoked_ms is null and roles && array['reviewer', 'admin']
        and not (by_link and invited_by is null)) then
      raise exception 'where there are reviewers, a loan is approved by two operators'
        using errcode = 'integrity_constraint_violation';
    end if;
  elsif not exists (select from proposal join proposal_decision d on d.proposal = proposal.id and d.decision = 'approved'
      where kind = 'loan.approve' and d.decided_by = new.decided_by and d.decided_ms = new.decided_at_ms
        and payload::jsonb ->> 'applyId' = new.id::text
        and (payload::jsonb ->> 'amount')::numeric * 100000000 = new.amount
        and (payload::jsonb ->> 'instalments')::int = new.instalments) then
    raise exception 'a loan is approved by two operators' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger loan_is_approved_by_two after update on loan_application
  deferrable initially deferred for each row when (old.state = 0 and new.state = 1)
  execute function loan_is_approved_by_two();
create constraint trigger loan_begins_approved after insert on loan_application
  deferrable initially deferred for each row when (new.state <> 0)
  execute function loan_is_approved_by_two();
