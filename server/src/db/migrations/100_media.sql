-- Pictures that users and operators upload. Times are milliseconds since 1970 of the server's clock.

create table uploaded_file (
  -- Random, so that a public address cannot be guessed before it is published.
  id uuid primary key,
  owner_user bigint references users (id),
  -- An operator's address, or "seed" for a picture that ships with the app.
  owner_operator text check (length(owner_operator) between 1 and 64),
  -- The other user who may read it besides its owner.
  shared_with bigint references users (id),
  -- Whether another row refers to it; unreferenced pictures are deleted after a day.
  bound boolean not null default false,
  is_public boolean not null default false,
  width int not null check (width between 1 and 1024),
  height int not null check (height between 1 and 1024),
  bytes int not null check (bytes = length(content)),
  -- A plain JPEG: re-encoded by us, never the uploaded bytes; or a picture that ships with the app, unchanged.
  content bytea not null check (length(content) between 1 and 6291456),
  at_ms bigint not null,
  constraint file_has_one_owner check (num_nonnulls(owner_user, owner_operator) = 1),
  constraint public_is_bound check (bound or not is_public),
  constraint public_is_ours check (owner_operator is not null or not is_public)
);
-- JPEG does not compress further.
alter table uploaded_file alter column content set storage external;
create index uploaded_file_of_user on uploaded_file (owner_user, at_ms);
create index uploaded_file_of_operator on uploaded_file (owner_operator, at_ms);
create index uploaded_file_unbound on uploaded_file (at_ms) where not bound;

create trigger uploaded_files_stay before update of id, owner_user, owner_operator, width, height, bytes, content, at_ms
  on uploaded_file for each statement execute function refuse_change('a picture is never changed');
create trigger uploaded_files_stay_bound before update on uploaded_file
  for each row when (old.bound and not new.bound or old.is_public and not new.is_public)
  execute function refuse_change('a picture in use stays in use');
