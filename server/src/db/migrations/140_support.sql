-- Conversations with support. What was said is never changed; how far it came moves forward alone. Times are milliseconds
-- since 1970 of the server's clock.

create table thread (
  id uuid primary key,
  user_id bigint not null references users (id),
  subject text not null check (subject in ('general', 'order', 'deposit', 'withdrawal', 'swap', 'loan')),
  -- The order, transfer or loan that it is about.
  subject_id uuid,
  -- What it is about and its receipt as they were when it was opened: `subjectFacts` of wire/src/texts/subjects.ts.
  facts jsonb not null,
  opened_at_ms bigint not null,
  -- When something was said last; the opening, until then.
  moved_at_ms bigint not null,
  -- Since when the user waits for an answer; null while he does not.
  waiting_since_ms bigint,
  -- Messages so far: the number of the latest.
  messages int not null default 0 check (messages >= 0),
  check ((subject = 'general') = (subject_id is null)),
  check (waiting_since_ms is null or messages > 0)
);
create index thread_by_user on thread (user_id, moved_at_ms desc, id desc);
-- One about a thing, and one general one in which nothing was said yet.
create unique index thread_of_subject on thread (user_id, subject, subject_id) where subject_id is not null;
create unique index thread_unused on thread (user_id) where subject = 'general' and messages = 0;
-- The order of the inbox.
create index thread_inbox on thread (waiting_since_ms, moved_at_ms desc, id desc) where messages > 0;

create table chat_message (
  id uuid primary key,
  thread uuid not null references thread (id),
  -- Counts from 1 in its conversation, without a gap: given under the lock of the thread's row.
  number int not null check (number > 0),
  from_user boolean not null,
  -- The address that the operator proved; null for the user's.
  operator text,
  -- By what name the user knows that operator; empty for the user's own.
  operator_name text not null,
  -- Made by the page, so that a repeat is one message.
  key uuid not null,
  text text not null check (length(text) <= 4000),
  files uuid[] not null check (cardinality(files) <= 4),
  at_ms bigint not null,
  -- When the other side's page had it, and when it was read there.
  delivered_at_ms bigint,
  read_at_ms bigint,
  unique (thread, number),
  unique (thread, from_user, key),
  check (text <> '' or cardinality(files) > 0),
  check (from_user = (operator is null) and from_user = (operator_name = '')),
  check (read_at_ms is null or delivered_at_ms is not null)
);
create index chat_message_unread on chat_message (thread, from_user, number) where read_at_ms is null;

create trigger threads_keep before update of id, user_id, subject, subject_id, facts, opened_at_ms on thread
  for each statement execute function refuse_change('what a conversation is about is never changed');
create trigger threads_grow after update on thread for each row
  when (new.messages < old.messages or new.moved_at_ms < old.moved_at_ms)
  execute function refuse_change('a conversation only grows');
create trigger threads_stay before delete or truncate on thread
  for each statement execute function refuse_change('conversations are never deleted');

create trigger chat_messages_keep before update of
    id, thread, number, from_user, operator, operator_name, key, text, files, at_ms
  on chat_message for each statement execute function refuse_change('what was said is never changed');
create trigger chat_messages_move_on after update on chat_message for each row
  when (
    old.delivered_at_ms is distinct from new.delivered_at_ms and old.delivered_at_ms is not null
    or old.read_at_ms is distinct from new.read_at_ms and old.read_at_ms is not null
  ) execute function refuse_change('what was delivered or read stays so');
create trigger chat_messages_stay before delete or truncate on chat_message
  for each statement execute function refuse_change('what was said is never deleted');
