-- Operators' texts for all readers: news, notices, answers and hints, with every revision. Times are milliseconds since
-- 1970 of the server's clock.

create table content_item (
  id int generated always as identity primary key,
  kind text not null check (kind in ('news', 'notice', 'answer', 'text', 'reply')),
  -- Permanent: the app inserts the items that ship with it only once, by this key.
  key text not null unique check (length(key) between 1 and 120),
  -- For an answer.
  area text check (area in ('start', 'orders', 'wallet', 'safety', 'account', 'glossary')),
  -- For a notice or a hint: its type number.
  type int check (type between 1 and 99),
  -- For an answer: its place in its area, lowest first.
  place int not null default 0,
  source text not null default '' check (length(source) <= 120),
  picture uuid references uploaded_file (id),
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  -- Readers see a published item from this time on. Null until it is first published.
  publish_at bigint check (state = 'draft' or publish_at is not null),
  constraint answer_has_area check ((kind = 'answer') = (area is not null)),
  constraint notice_or_text_has_type check ((kind in ('notice', 'text')) = (type is not null))
);
create index content_item_published on content_item (kind, publish_at desc, id desc) where state = 'published';
create index content_item_kind on content_item (kind, id desc);

create trigger content_items_stay before delete or truncate on content_item
  for each statement execute function refuse_change('content is withdrawn, never deleted');
create trigger content_items_stay_named before update of id, kind, key, area, type on content_item
  for each statement execute function refuse_change('what an item is is never changed');

create table content_revision (
  item int not null references content_item (id),
  -- Counts per item, from 1, across languages.
  number int not null check (number > 0),
  language text not null check (language in ('english', 'japanese', 'korean', 'arab', 'chinese')),
  title text not null check (length(title) between 1 and 200),
  -- The text as the author wrote it.
  raw text not null check (length(raw) <= 40000),
  -- The text as readers see it, and its SHA-256.
  clean text not null,
  hash bytea not null check (hash = sha256(convert_to(clean, 'UTF8'))),
  at_ms bigint not null,
  -- An operator's address, or "seed".
  by text not null check (length(by) between 1 and 64),
  primary key (item, number)
);
create index content_revision_newest on content_revision (item, language, number desc);

create trigger content_revisions_stay before update or delete or truncate on content_revision
  for each statement execute function refuse_change('a revision is never changed');
