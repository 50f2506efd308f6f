-- Messages to users with their categories, and the browsers that receive them by Web Push. Times are milliseconds since
-- 1970 of the server's clock.

create table message (
  -- Version 7: in order of creation.
  id uuid primary key,
  user_id bigint not null references users (id),
  kind text not null,
  category text not null check (category in ('orders', 'money', 'alerts', 'support', 'account', 'security')),
  -- Named values; the reader's language supplies the sentence.
  facts jsonb not null,
  -- The subject of the message.
  ref text not null,
  at_ms bigint not null,
  read_at_ms bigint,
  constraint message_once unique (user_id, ref)
);
create index message_page on message (user_id, id);
create index message_unread on message (user_id, category) where read_at_ms is null;

create trigger message_stays before update of id, user_id, kind, category, facts, ref, at_ms on message
  for each statement execute function refuse_change('of a message only that it was read changes');
create trigger messages_stay before delete or truncate on message
  for each statement execute function refuse_change('messages are never deleted');

create table message_mute (
  user_id bigint not null references users (id),
  category text not null check (category in ('orders', 'money', 'alerts', 'support', 'account')),
  primary key (user_id, category)
);

-- Browsers with a push subscription (RFC 8030); the keys are the browser's (RFC 8291).
create table push_subscription (
  id uuid primary key,
  user_id bigint not null references users (id),
  -- The session that subscribed. When its owner ends it, the subscription is deleted; when it expires, not.
  session_id uuid not null,
  endpoint text not null constraint push_subscription_endpoint unique,
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  added_at_ms bigint not null
);
create index push_subscription_user on push_subscription (user_id, added_at_ms, id);
create index push_subscription_session on push_subscription (session_id);

-- Messages still to be sent. Taking a job postpones it, so that it returns if the process dies.
create table push_job (
  message uuid not null references message (id),
  subscription uuid not null references push_subscription (id) on delete cascade,
  due_at_ms bigint not null,
  tries int not null default 0,
  primary key (subscription, message)
);
create index push_job_due on push_job (due_at_ms);
