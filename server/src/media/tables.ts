import type { Generated } from 'kysely'

export interface UploadedFileTable {
  id: string
  owner_user: bigint | null
  owner_operator: string | null
  shared_with: Generated<bigint | null>
  bound: Generated<boolean>
  is_public: Generated<boolean>
  width: number
  height: number
  bytes: number
  content: Buffer
  at_ms: bigint
}

declare module '../db/schema.ts' {
  interface Schema {
    uploaded_file: UploadedFileTable
  }
}
