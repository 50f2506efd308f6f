import type { Generated } from 'kysely'

export interface MessageTable {
  id: string
  user_id: bigint
  kind: string
  category: string
  /** JSON. */
  facts: string
  ref: string
  at_ms: bigint
  read_at_ms: bigint | null
}

export interface MessageMuteTable {
  user_id: bigint
  category: string
}

export interface PushSubscriptionTable {
  id: string
  user_id: bigint
  session_id: string
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  added_at_ms: bigint
}

export interface PushJobTable {
  message: string
  subscription: string
  due_at_ms: bigint
  tries: Generated<number>
}

declare module '../db/schema.ts' {
  interface Schema {
    message: MessageTable
    message_mute: MessageMuteTable
    push_subscription: PushSubscriptionTable
    push_job: PushJobTable
  }
}
