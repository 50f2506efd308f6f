import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { ledgerFloor } from '@tickmark/core/money/rawUnits'
import { HOUSE } from '@tickmark/core/ledger/accounts'
import { confirmationsOf } from '@tickmark/core/wallet/confirmations'
import type { ReplyOf } from '@tickmark/wire/call'
import { UUID_PATTERN } from '@tickmark/wire/fields'
import type { operatorChainRoutes } from '@tickmark/wire/routes/operators/chains'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import type { Deposit } from './deposits/depositStore.ts'
import {
  consoleDeposits,
  heldSums,
  type HeldSum,
  storedHalts,
  type StoredHalt,
  unconfirmedDeposits,
} from './console/consoleStore.ts'
import { rawAddress, spelledAddress } from './node/addresses.ts'
import type { Chains, ChainState } from './node/chainStates.ts'
import { findCoin } from './node/network.ts'

export interface ChainConsoleDeps {
  reader: Reader
  chains: Chains
}

type Routes = typeof operatorChainRoutes
type ChainItem = ReplyOf<Routes['consoleChains']>['list'][number]
type DepositItem = ReplyOf<Routes['consoleDeposits']>['list'][number]

/** A slower node counts as not reporting its lag. */
const ANSWER_MS = 1_000

/** Operators view networks and deposits. Two of them together clear a network's halt (`resumeChain.ts`). */
export function chainOperatorAnswers({ reader, chains }: ChainConsoleDeps): Answers<Routes> {
  return {
    async consoleChains() {
      const states = chains.all()
      const hots = states.flatMap(({ chain, hot }) =>
        hot === null ? [] : [[chain.id, rawAddress(hot)] as const],
      )
      const [halts, held, unconfirmed] = await Promise.all([
        storedHalts(reader),
        heldSums(reader, new Map(hots)),
        unconfirmedDeposits(reader),
      ])
      const list = await Promise.all(
        states.map(async (state) => {
          const { id } = state.chain
          const newest = await newestOf(chains, id)
          return chainItem(state, {
            newest,
            halt: halts.get(id) ?? null,
            held: held.filter((one) => one.chain === id),
            unconfirmed: unconfirmed.get(id) ?? 0,
          })
        }),
      )
      return { list }
    },
    async consoleDeposits({ before, limit, state, chain, currencyId, begins, userId }) {
      const rows = await consoleDeposits(reader, {
        after: before === undefined ? null : placeIn(before),
        most: limit + 1,
        state,
        chain,
        currencyId,
        userId: userId === 'house' ? HOUSE : userId,
        begins: begins === undefined ? undefined : rawBeginning(begins),
      })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const next = rows.length > limit && last ? `${last.seenAtMs}.${last.id}` : null
      return { list: page.map((one) => depositItem(one, chains.find(one.chain))), next }
    },
  }
}

/** The newest block of a network's nodes; null without an answer in time. */
async function newestOf(chains: Chains, id: number): Promise<number | null> {
  const answer = await Promise.race([
    chains
      .node(id)
      .headNumber()
      .catch(() => null),
    sleep(ANSWER_MS, null, { ref: false }),
  ])
  return answer
}

interface ChainFacts {
  newest: number | null
  halt: StoredHalt | null
  held: readonly HeldSum[]
  unconfirmed: number
}

function chainItem(
  { chain, hot, haltedBecause, head }: ChainState,
  { newest, halt, held, unconfirmed }: ChainFacts,
): ChainItem {
  const sums = (of: 'hot' | 'others') =>
    held.flatMap((one) => {
      const coin = findCoin(chain, one.currency)
      const currency = currencyById(one.currency)?.code
      if (!coin || currency === undefined || one[of] <= 0n) return []
      return [{ currency, amount: formatAmount(ledgerFloor(one[of], coin.decimals)) }]
    })
  return {
    id: chain.id,
    name: chain.name,
    halted: haltedBecause,
    stop: halt && { because: halt.because, at: halt.atMs },
    head,
    lag: newest === null || head === null ? null : Math.max(0, newest - head),
    confirmations: chain.confirmations,
    hot,
    hotHolds: sums('hot'),
    depositsHold: sums('others'),
    unconfirmed,
  }
}

function depositItem(one: Deposit, state: ChainState | null): DepositItem {
  const isRecorded = one.state === 'seen' || one.state === 'credited'
  return {
    id: one.id,
    userId: one.userId === HOUSE ? null : one.userId,
    network: state?.chain.name ?? '',
    currency: currencyById(one.currency)?.code ?? '',
    amount: formatAmount(one.amount),
    posted: one.posted === null ? null : formatAmount(one.posted),
    address: spelledAddress(one.address, state?.chain.kind ?? 'evm'),
    txid: one.txid,
    block: one.block,
    confirmations: isRecorded && state?.head != null ? confirmationsOf(one.block, state.head) : 0,
    needed: state?.chain.confirmations ?? 0,
    state: one.state,
    seenAt: one.seenAtMs,
    creditedAt: one.creditedAtMs,
  }
}

/** A whole Tron address is stored in its raw form; other text is compared as typed, in lower case. */
function rawBeginning(text: string): string {
  try {
    return rawAddress(text)
  } catch {
    return text.toLowerCase()
  }
}

const PLACE = new RegExp(String.raw`^(\d{1,15})\.(${UUID_PATTERN})$`)

function placeIn(cursor: string): { seenAtMs: number; id: string } {
  const match = PLACE.exec(cursor)
  if (!match) throw new Refused('bad_request')
  return { seenAtMs: Number(match[1]), id: match[2] ?? '' }
}
