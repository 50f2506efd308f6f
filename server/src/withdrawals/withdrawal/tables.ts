import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

export interface WithdrawalTable {
  id: string
  place: GeneratedAlways<bigint>
  user_id: bigint
  chain: number
  currency: number
  amount: bigint
  fee_cap: bigint
  gas_currency: number
  gas_price: bigint
  gas_cap: string
  destination: string
  account: string
  wallet_type: number
  intent: string
  nonce: string
  signature: string
  requested_at: bigint
  address_from: bigint
  needs_approval: boolean
  state: number
  state_at: bigint
  retry_at: Generated<bigint>
  reason: Generated<string | null>
  txid: Generated<string | null>
  block: Generated<bigint | null>
  fee: Generated<bigint | null>
  gas: Generated<bigint | null>
}

/** A withdrawal as queries return it. */
export type WithdrawalRow = Selectable<WithdrawalTable>

interface PromiseTable {
  number: bigint
  previous: ColumnType<bigint | null, never, never>
  withdrawal: string
  at_ms: bigint
  text: string
  signature: Buffer
  log_seq: Generated<bigint | null>
  end_seq: Generated<bigint | null>
  end_number: Generated<bigint | null>
  end_previous: ColumnType<bigint | null, never, never>
}

interface StepTable {
  withdrawal: string
  state: number
  at: bigint
}

interface VoteTable {
  withdrawal: string
  operator: string
  approves: boolean
  reason: string | null
  at: bigint
}

interface NonceTable {
  chain: number
  sender: string
  next: bigint
}

interface SlotTable {
  chain: number
  sender: string
  nonce: bigint
  withdrawal: string
  taken_at_block: Generated<bigint | null>
}

export type SlotRow = Selectable<SlotTable>

interface TxTable {
  chain: number
  txid: string
  withdrawal: string
  raw: Buffer
  max_fee: string
  tip: string
  made_at: bigint
}

interface GasOwedTable {
  withdrawal: string
}

interface HoldTable {
  case_id: string
  user_id: bigint
  operator: string
  reason: string
  until: bigint
  at: bigint
  /** Set by the database, whatever is given. */
  takes_effect: ColumnType<boolean, never, never>
}

interface AuthenticatorTable {
  user_id: bigint
  secret: Buffer
  confirmed_at: bigint | null
  off_at: Generated<bigint | null>
  last_step: Generated<bigint>
}

interface CodeTryTable {
  user_id: bigint
  since: bigint
  tries: number
}

interface RecoveryCodeTable {
  user_id: bigint
  hash: Buffer
  used_at: Generated<bigint | null>
}

interface AddressBookTable {
  user_id: bigint
  until: bigint | null
}

interface AddressBookEntryTable {
  id: string
  user_id: bigint
  address: string
  label: string
  added_at: bigint
  usable_at: bigint
}

declare module '../../db/schema.ts' {
  interface Schema {
    withdrawal: WithdrawalTable
    withdrawal_promise: PromiseTable
    withdrawal_step: StepTable
    withdrawal_vote: VoteTable
    hot_nonce: NonceTable
    withdrawal_slot: SlotTable
    withdrawal_tx: TxTable
    gas_owed: GasOwedTable
    security_hold: HoldTable
    authenticator: AuthenticatorTable
    code_try: CodeTryTable
    recovery_code: RecoveryCodeTable
    address_book: AddressBookTable
    address_book_entry: AddressBookEntryTable
  }
}
