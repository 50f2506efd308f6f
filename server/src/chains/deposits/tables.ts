import type { Generated } from 'kysely'

export interface DepositAddressTable {
  user_id: bigint
  coin_type: number
  index: number
  address: string
  id: Generated<bigint>
  created_at_ms: bigint
}

export interface ChainStateTable {
  chain: number
  origin_number: bigint
  origin_hash: string
  halted_because: string | null
  halted_at_ms: bigint | null
}

export interface ChainBlockTable {
  chain: number
  number: bigint
  hash: string
}

/** `raw` is numeric: text in both directions. */
export interface ChainMoveTable {
  chain: number
  block: bigint
  txid: string
  index: number
  address: string
  currency: number
  raw: string
  kind: number
}

export interface DepositTable {
  id: string
  chain: number
  txid: string
  index: number
  user_id: bigint
  address: string
  currency: number
  raw: string
  amount: bigint
  posted: bigint | null
  state: Generated<number>
  block: bigint
  block_hash: string
  seen_at_ms: bigint
  credited_at_ms: bigint | null
  orphaned_at_ms: bigint | null
}

interface ChainResumeTable {
  proposal: string
  chain: number
  halted_at_ms: bigint
  at_ms: bigint
}

declare module '../../db/schema.ts' {
  interface Schema {
    deposit_address: DepositAddressTable
    chain_state: ChainStateTable
    chain_resume: ChainResumeTable
    chain_block: ChainBlockTable
    chain_move: ChainMoveTable
    deposit: DepositTable
  }
}
