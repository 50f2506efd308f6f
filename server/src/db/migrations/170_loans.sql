-- Applications for instalment loans, with their pictures and views. Times are milliseconds since 1970 of the server's clock.
--
-- Personal details and pictures are encrypted: `sealed` is a nonce, AES-256-GCM and its tag under a key of the record's
-- own, and `wrapped_key` is that key in the same form under the key `key_number` of the keys file
-- (server/src/platform/vault.ts). The database alone reveals neither.

create table loan_application (
  -- The id in the signed agreement.
  id uuid primary key,
  user_id bigint not null references users (id),
  -- 0 under review, 1 active, 2 rejected, 3 complete.
  state smallint not null default 0 check (state between 0 and 3),
  amount bigint not null check (amount > 0),
  instalments smallint not null check (instalments in (6, 12)),
  -- The facts of the agreement (core/src/loans/agreement.ts); the schedule follows from `written_at_ms`.
  site text not null,
  borrower text not null,
  written_at_ms bigint not null,
  details_hash bytea not null check (length(details_hash) = 32),
  -- Hashes of both photos in the signed agreement; `front_hash` and `back_hash` stay when the photos are deleted.
  front_hash bytea not null check (length(front_hash) = 32),
  back_hash bytea not null check (length(back_hash) = 32),
  drawing_hash bytea not null check (length(drawing_hash) = 32),
  -- The type of the wallet's signature over the agreement's text. A contract wallet cannot sign one, because nobody could check
  -- it later.
  wallet text not null check (wallet in ('evm', 'tron')),
  signature text not null,
  submitted_at_ms bigint not null,
  -- When it was approved or ended.
  decided_at_ms bigint,
  -- An operator's address, or "simulated".
  decided_by text,
  -- How an application without a loan ended.
  ending text check (ending in ('rejected', 'resubmit', 'withdrawn', 'lapsed')),
  -- Why it was rejected or returned: a rule of the simulated reviewer, or an operator's words.
  rule text,
  reason text check (length(reason) between 3 and 500),
  -- The personal details. All three columns are null once deleted.
  key_number int,
  wrapped_key bytea,
  sealed bytea,
  -- Set when details and pictures of an application without a loan are deleted.
  cleared_at_ms bigint,
  constraint loan_ends_whole check ((state = 2) = (ending is not null)),
  constraint loan_is_decided check ((state = 0) = (decided_at_ms is null)),
  constraint loan_reason_is_one check (
    num_nonnulls(rule, reason) = case when ending in ('rejected', 'resubmit') then 1 else 0 end
  ),
  constraint loan_decider_is_named check ((decided_by is not null) = (state in (1, 3) or coalesce(ending in ('rejected', 'resubmit'), false))),
  constraint loan_details_whole check (
    num_nonnulls(key_number, wrapped_key, sealed) = case when cleared_at_ms is null then 3 else 0 end
  ),
  constraint loan_details_stay check (cleared_at_ms is null or state = 2)
);
create index loan_application_of_user on loan_application (user_id, submitted_at_ms desc, id desc);
-- One open application or active loan at a time.
create unique index loan_application_open on loan_application (user_id) where state in (0, 1);
create index loan_application_queue on loan_application (submitted_at_ms, id) where state = 0;
create index loan_application_clearing on loan_application (decided_at_ms) where state = 2 and cleared_at_ms is null;

create trigger loan_terms_stay before update of
    id, user_id, amount, instalments, site, borrower, written_at_ms, details_hash, front_hash, back_hash,
    drawing_hash, wallet, signature, submitted_at_ms
  on loan_application for each statement execute function refuse_change('what was signed is never changed');
create trigger loan_applications_stay before delete or truncate on loan_application
  for each statement execute function refuse_change('applications are never deleted');
create trigger loan_moves_on before update on loan_application for each row
  when (old.state <> new.state and (old.state, new.state) not in ((0, 1), (0, 2), (1, 3)))
  execute function refuse_change('a loan''s state only moves on');
create trigger loan_decision_stays before update on loan_application for each row
  when (
    old.decided_at_ms is not null
    and (old.decided_at_ms, old.decided_by, old.ending, old.rule, old.reason)
      is distinct from (new.decided_at_ms, new.decided_by, new.ending, new.rule, new.reason)
  ) execute function refuse_change('a decision is never changed');
create trigger loan_clearing_stays before update on loan_application for each row
  when (old.cleared_at_ms is not null and (old.cleared_at_ms, old.sealed) is distinct from (new.cleared_at_ms, new.sealed))
  execute function refuse_change('what was deleted stays deleted');

-- Identity photos and drawn signatures: redrawn by us, without metadata, encrypted.
create table loan_picture (
  id uuid primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('front', 'back', 'signature')),
  -- The application that shows it; an unreferenced picture is deleted after a day.
  application uuid references loan_application (id),
  width int not null check (width between 1 and 1024),
  height int not null check (height between 1 and 1024),
  -- Size and SHA-256 of the picture itself.
  bytes int not null check (bytes > 0),
  hash bytea not null check (length(hash) = 32),
  key_number int not null,
  wrapped_key bytea not null,
  sealed bytea not null check (length(sealed) = bytes + 28),
  at_ms bigint not null
);
alter table loan_picture alter column sealed set storage external;
create index loan_picture_of_user on loan_picture (user_id, at_ms);
create index loan_picture_of_application on loan_picture (application) where application is not null;
create index loan_picture_loose on loan_picture (at_ms) where application is null;

create trigger loan_pictures_keep before update of id, user_id, purpose, width, height, bytes, hash, sealed, at_ms
  on loan_picture for each statement execute function refuse_change('a picture is never changed');

-- Users' input so far: one draft each.
create table loan_draft (
  user_id bigint primary key references users (id),
  id uuid not null unique,
  key_number int not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  front uuid references loan_picture (id),
  back uuid references loan_picture (id),
  -- The application that a reviewer asked to have sent again.
  again uuid references loan_application (id),
  until_ms bigint not null
);
create index loan_draft_until on loan_draft (until_ms);
create index loan_draft_front on loan_draft (front);
create index loan_draft_back on loan_draft (back);

-- Agreements that their owners may still sign: one each, with the details at the time of writing.
create table loan_agreement (
  user_id bigint primary key references users (id),
  -- Becomes the application's id.
  id uuid not null unique,
  amount bigint not null check (amount > 0),
  instalments smallint not null check (instalments in (6, 12)),
  site text not null,
  borrower text not null,
  written_at_ms bigint not null,
  details_hash bytea not null check (length(details_hash) = 32),
  key_number int not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  front uuid not null references loan_picture (id),
  back uuid not null references loan_picture (id)
);
create index loan_agreement_written on loan_agreement (written_at_ms);
create index loan_agreement_front on loan_agreement (front);
create index loan_agreement_back on loan_agreement (back);

-- Every view of an application's details or pictures by anyone but its owner.
create table loan_view (
  id bigint generated always as identity primary key,
  application uuid not null references loan_application (id),
  what text not null check (what in ('details', 'front', 'back', 'signature')),
  -- An operator's address, or "simulated".
  viewer text not null,
  -- The reason, in the operator's words; for the simulated reviewer, "rules".
  reason text not null check (length(reason) between 3 and 500),
  at_ms bigint not null
);
create index loan_view_of_application on loan_view (application);
create index loan_view_of_viewer on loan_view (viewer, at_ms);

create trigger loan_views_stay before update or delete or truncate on loan_view
  for each statement execute function refuse_change('a view is never changed');

-- The number of times owners read their own data on each UTC day (ms / 86,400,000). It only grows.
create table loan_own_view (
  user_id bigint not null references users (id),
  day int not null,
  times int not null check (times > 0),
  primary key (user_id, day)
);

create trigger loan_own_views_grow before update on loan_own_view for each row
  when ((new.user_id, new.day) <> (old.user_id, old.day) or new.times < old.times)
  execute function refuse_change('a count of views only grows');
create trigger loan_own_views_stay before delete or truncate on loan_own_view
  for each statement execute function refuse_change('a count of views only grows');
