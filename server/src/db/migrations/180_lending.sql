-- Disbursed loans with their schedules. The application of the same id has borrower and terms. Each loan is transfers under that
-- id: cause 12 leg 0 the money lent; cause 13 legs 1 to 12 the instalments and leg 0 the late fee, from the borrower's balance.
-- The journal's key allows each of them once.
create table loan (
  id uuid primary key references loan_application (id),
  started_at_ms bigint not null,
  -- When the late fee was charged, and when it was paid.
  fee_at_ms bigint,
  fee_paid_at_ms bigint,
  -- When everything was paid.
  ended_at_ms bigint,
  -- When to look at the loan again: to collect, to charge the late fee, or to notify its borrower.
  next_at_ms bigint,
  constraint loan_fee_is_charged_first check (
    fee_paid_at_ms is null or (fee_at_ms is not null and fee_at_ms <= fee_paid_at_ms)
  ),
  constraint loan_ends_paid check (ended_at_ms is null or fee_at_ms is null or fee_paid_at_ms is not null),
  constraint loan_is_looked_at check ((ended_at_ms is null) = (next_at_ms is not null))
);
create index loan_next on loan (next_at_ms, id) where next_at_ms is not null;

create trigger loan_start_stays before update of id, started_at_ms on loan
  for each statement execute function refuse_change('what was lent is never changed');
create trigger loan_stays before delete or truncate on loan
  for each statement execute function refuse_change('loans are never deleted');
-- The late fee is charged once, and a loan ends once.
create trigger loan_marks_stay before update on loan for each row
  when (
    (old.fee_at_ms is not null and new.fee_at_ms is distinct from old.fee_at_ms)
    or (old.fee_paid_at_ms is not null and new.fee_paid_at_ms is distinct from old.fee_paid_at_ms)
    or (old.ended_at_ms is not null and new.ended_at_ms is distinct from old.ended_at_ms)
  ) execute function refuse_change('a late fee is charged and paid once, and a loan ends once');

create table loan_instalment (
  loan uuid not null references loan (id),
  number smallint not null check (number between 1 and 12),
  amount bigint not null check (amount > 0 and amount % 1000000 = 0),
  due date not null,
  -- The notices already sent to the borrower: TOLD in core/src/loans/collecting.ts.
  told smallint not null default 0 check (told between 0 and 5),
  -- When the borrower was told that the late fee is near; it is charged at the earliest a day later.
  warned_at_ms bigint,
  paid_at_ms bigint,
  primary key (loan, number),
  constraint loan_warning_is_told check ((told = 5) = (warned_at_ms is not null))
);

create index loan_instalment_unpaid on loan_instalment (due) where paid_at_ms is null;

create trigger loan_schedule_stays before update of loan, number, amount, due on loan_instalment
  for each statement execute function refuse_change('a schedule is never changed');
create trigger loan_instalments_stay before delete or truncate on loan_instalment
  for each statement execute function refuse_change('a schedule is never changed');
create trigger loan_instalment_moves_on before update on loan_instalment for each row
  when (
    new.told < old.told
    or (old.warned_at_ms is not null and new.warned_at_ms is distinct from old.warned_at_ms)
    or (old.paid_at_ms is not null and new.paid_at_ms is distinct from old.paid_at_ms)
  ) execute function refuse_change('an instalment is paid once, and nothing is told twice');

-- Early ones are audited by their time.
create index loan_instalment_paid on loan_instalment (paid_at_ms);

-- What a borrower signed for a repayment (core/src/consent/repaymentConsent.ts), written with it. Each instalment and the late fee
-- are paid once, so that its last instalment names it.
create table loan_repayment (
  loan uuid not null references loan (id),
  -- Numbers of the first and the last instalment that it paid; both 0 when it paid the late fee alone.
  first smallint not null,
  last smallint not null,
  at_ms bigint not null,
  -- SHA-256 of the key that signed.
  session bytea not null references delegation (session),
  nonce bigint not null,
  text text not null,
  signature bytea not null check (length(signature) = 64),
  primary key (loan, last),
  unique (session, nonce),
  constraint loan_repayment_pays check ((first = 0 and last = 0) or (first between 1 and last and last <= 12))
);
create index loan_repayment_at on loan_repayment (at_ms);

create trigger loan_repayments_stay before update or delete or truncate on loan_repayment
  for each statement execute function refuse_change('what a borrower signed is never changed or deleted');
