-- The log of operator actions, written in the transaction of the action and never changed.
create table operator_action (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  -- The address that the operator proved.
  operator text not null,
  -- For example "content.publish".
  action text not null,
  -- The target of the action: the number of an item, a conversation.
  subject text not null,
  details jsonb not null
);
create index operator_action_subject on operator_action (subject, id);

create trigger operator_actions_stay before update or delete or truncate on operator_action
  for each statement execute function refuse_change('what operators did is never changed');
