import { assert } from '@tickmark/core/assert'
import type { RawAmount } from '@tickmark/core/money/rawUnits'
import type { Amount } from '@tickmark/core/money/money'
import { WITHDRAWAL_STATES, type WithdrawalState } from '@tickmark/core/wallet/withdrawals'
import type { WalletType } from '@tickmark/chainkit/addresses'
import type { WithdrawalRow } from './tables.ts'

/** The terms that the owner agreed to; never changed. Times in milliseconds since 1970. */
export interface WithdrawalTerms {
  id: string
  userId: number
  chainId: number
  currencyId: number
  amount: Amount
  feeCap: Amount
  /** Currency of the network's fee. */
  gasCurrencyId: number
  /**
   * Units of the currency per whole coin of gas, fixed at the request; null when gas is paid in the currency itself.
   */
  gasPrice: Amount | null
  /** The most that the transaction may burn, in the smallest unit of the network's coin. */
  gasCap: RawAmount
  to: string
  /** The address of the owner, who signed. */
  account: string
  walletType: WalletType
  /** The signed fields as canonical JSON. */
  intent: string
  nonce: string
  signature: string
  requestedAtMs: number
  /** Payments to the destination may begin then. */
  addressFromMs: number
  needsApproval: boolean
}

/** The result on the chain. `fee` is the owner's charge, `gas` the house's cost in the network's coin. */
export interface WithdrawalEnd {
  txid: string
  block: number
  fee: Amount
  gas: Amount
}

export interface Withdrawal extends WithdrawalTerms {
  state: WithdrawalState
  retryAtMs: number
  reason: string | null
  end: Partial<WithdrawalEnd>
}

export function withdrawalOfRow(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    userId: Number(row.user_id),
    chainId: row.chain,
    currencyId: row.currency,
    amount: row.amount,
    feeCap: row.fee_cap,
    gasCurrencyId: row.gas_currency,
    gasPrice: row.gas_price === 0n ? null : row.gas_price,
    gasCap: BigInt(row.gas_cap),
    to: row.destination,
    account: row.account,
    walletType: row.wallet_type === 2 ? 2 : 1,
    intent: row.intent,
    nonce: row.nonce,
    signature: row.signature,
    requestedAtMs: Number(row.requested_at),
    addressFromMs: Number(row.address_from),
    needsApproval: row.needs_approval,
    state: stateOf(row.state),
    retryAtMs: Number(row.retry_at),
    reason: row.reason,
    end: {
      ...(row.txid !== null && { txid: row.txid }),
      ...(row.block !== null && { block: Number(row.block) }),
      ...(row.fee !== null && { fee: row.fee }),
      ...(row.gas !== null && { gas: row.gas }),
    },
  }
}

const STATES = new Map(
  (Object.keys(WITHDRAWAL_STATES) as WithdrawalState[]).map((state) => [WITHDRAWAL_STATES[state], state]),
)

/** The transaction that pays a withdrawal: the mined one or, before that, the newest that was sent; undefined before the first. */
export function txidOf({ id, end }: Withdrawal, newest: ReadonlyMap<string, string>): string | undefined {
  return end.txid ?? newest.get(id)
}

/** The state of a stored number. */
export function stateOf(number: number): WithdrawalState {
  const state = STATES.get(number as (typeof WITHDRAWAL_STATES)[WithdrawalState])
  assert(state !== undefined, 'a stored state is a known one')
  return state
}
