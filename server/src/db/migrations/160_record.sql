-- The house's record: a file of lines for each UTC day, made once after the day. Its root is in the log, so it is never remade.

create table record_day (
  -- 2026-11-21
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  orders bigint not null check (orders >= 0),
  withdrawals bigint not null check (withdrawals >= 0),
  root bytea not null check (length(root) = 32),
  -- Size of the file in bytes.
  size bigint not null check (size >= 0),
  -- `RecordFigures` as canonical JSON.
  figures text not null,
  -- The `record` log entry; null until the next tick.
  log_seq bigint unique references log_entry
);
create index record_day_unlogged on record_day (day) where log_seq is null;

-- The lines in order, some thousand at a time, compressed (gzip).
create table record_part (
  -- Written before the day's own row, whose root follows from them.
  day text not null references record_day deferrable initially deferred,
  part int not null check (part >= 0),
  lines bytea not null,
  primary key (day, part)
);
alter table record_part alter lines set storage external;

-- A day can only change by being logged.
create function record_day_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.log_seq is null and
      (new.day, new.orders, new.withdrawals, new.root, new.size, new.figures) =
      (old.day, old.orders, old.withdrawals, old.root, old.size, old.figures) then
    return new;
  end if;
  raise exception 'the record of a day is never changed' using errcode = 'restrict_violation';
end $$;
create trigger stays before update or delete on record_day for each row execute function record_day_stays();
create trigger append_only before truncate on record_day
  for each statement execute function market_log_is_append_only();
create trigger append_only before update or delete or truncate on record_part
  for each statement execute function market_log_is_append_only();

-- Completed runs of the auditor, with their findings.
create table audit_run (
  id bigint generated always as identity primary key,
  -- By the clock of the process that ran it: the house's, or the machine's for a run by hand.
  began_ms bigint not null,
  ended_ms bigint not null check (ended_ms >= began_ms),
  -- Number of all findings; at most 100 of them are stored.
  findings int not null check (findings >= 0),
  -- Whether it read everything, instead of only the entries since an earlier run.
  is_whole boolean not null,
  -- What a run without findings audited, for the log's `audited` entry: the number of its entries, the books up to a time, and a
  -- hash over all accounts and what they held then; when the newest whole run without findings began; and what the house owed its
  -- users then, as JSON. Null when it found something, or when there is no log.
  log_size bigint check (log_size > 0),
  until_ms bigint,
  whole_ms bigint,
  balances bytea check (length(balances) = 32),
  liabilities jsonb check (jsonb_typeof(liabilities) = 'array'),
  constraint audit_run_is_green_or_silent
    check (num_nulls(log_size, until_ms, whole_ms, balances, liabilities)
      = case when findings > 0 or log_size is null then 5 else 0 end)
);
create index audit_run_whole on audit_run (id) where is_whole;
create index audit_run_until on audit_run (until_ms) where until_ms is not null;
-- How far a run without findings audited the books, and the facts it carries from there: canonical JSON, signed with the receipts
-- key. The newest counts; without one, everything is read.
create table audit_checkpoint (
  run bigint primary key references audit_run (id),
  content text not null,
  -- Hex.
  key text not null check (key ~ '^[0-9a-f]{64}$'),
  signature bytea not null check (length(signature) = 64)
);
create trigger audit_checkpoints_stay before update or truncate on audit_checkpoint
  for each statement execute function refuse_change('a checkpoint of the audit is replaced by a newer one alone');
-- The key from which the salts of the liabilities' leaves follow (ledger/liabilities). Whoever knows it can tell whose leaf is whose.
create table liability_salt (
  one boolean primary key default true check (one),
  key bytea not null check (length(key) = 32)
);
-- 244 random bits: six of each identifier's are fixed.
insert into liability_salt (key)
  select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
create trigger liability_salt_stays before update or delete or truncate on liability_salt
  for each statement execute function refuse_change('the salt of the liabilities is never changed');
create table audit_finding (
  run bigint not null references audit_run (id),
  -- The invariant's number (ARCHITECTURE.md, "The ledger"), and the broken rule.
  number int not null,
  rule text not null,
  at text not null,
  expected text not null,
  found text not null,
  -- The end of the first run with the same finding, in an unbroken series of such runs.
  since_ms bigint not null
);
create index audit_finding_of on audit_finding (run);
create trigger audit_runs_stay before update or delete or truncate on audit_run
  for each statement execute function refuse_change('what the auditor found is never changed');
create trigger audit_findings_stay before update or delete or truncate on audit_finding
  for each statement execute function refuse_change('what the auditor found is never changed');
