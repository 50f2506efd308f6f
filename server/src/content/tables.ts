import type { GeneratedAlways, Generated } from 'kysely'

export interface ContentItemTable {
  id: GeneratedAlways<number>
  kind: string
  key: string
  area: string | null
  type: number | null
  place: Generated<number>
  source: Generated<string>
  picture: string | null
  state: Generated<string>
  publish_at: Generated<bigint | null>
}

export interface ContentRevisionTable {
  item: number
  number: number
  language: string
  title: string
  raw: string
  clean: string
  hash: Buffer
  at_ms: bigint
  by: string
}

declare module '../db/schema.ts' {
  interface Schema {
    content_item: ContentItemTable
    content_revision: ContentRevisionTable
  }
}
