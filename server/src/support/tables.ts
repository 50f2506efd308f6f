import type { Generated } from 'kysely'

export interface ThreadTable {
  id: string
  user_id: bigint
  subject: string
  subject_id: string | null
  /** JSON. */
  facts: string
  opened_at_ms: bigint
  moved_at_ms: bigint
  waiting_since_ms: bigint | null
  messages: Generated<number>
}

export interface ChatMessageTable {
  id: string
  thread: string
  number: number
  from_user: boolean
  operator: string | null
  operator_name: string
  key: string
  text: string
  files: string[]
  at_ms: bigint
  delivered_at_ms: bigint | null
  read_at_ms: bigint | null
}

declare module '../db/schema.ts' {
  interface Schema {
    thread: ThreadTable
    chat_message: ChatMessageTable
  }
}
