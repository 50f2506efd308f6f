import { admitExposure } from '@tickmark/core/orders/exposure'
import type { Book } from '@tickmark/core/money/currencies'
import type { Tick } from '@tickmark/core/market/fixing'
import type { Amount } from '@tickmark/core/money/money'
import { CURRENCIES } from '@tickmark/core/money/currencies'
import {
  accountId,
  FLOWS,
  HOUSE,
  type AccountKey,
  type Cause,
  type Kind,
} from '@tickmark/core/ledger/accounts'
import { settle, settleClosed, sumsFor, type Settlement } from '@tickmark/core/orders/orders'
import type { Sums } from '@tickmark/core/orders/terms'
import type { PlaceLimits } from './placing/admitBatch.ts'
import type { PlaceRequest } from './placing/placingStore.ts'

/** The rules of ledger and orders in memory, one command at a time. The database must agree with it. */
export interface Books {
  balances: Map<bigint, Amount>
  orders: Map<string, ModelOrder>
  fund(book: Book, currency: number, amount: Amount): void
  grantOpening(userId: number): void
  reset(userId: number): void
  place(request: PlaceRequest): string
  close(userId: number, key: string, bid: Amount): void
  settle(userId: number, key: string, entry: Tick | null, exit: Tick | null): Settlement
  /** All errors in the books; empty when they balance. */
  problems(): string[]
}

export interface ModelOrder {
  request: PlaceRequest
  sums: Sums
  settlement: Settlement | null
}

export function createBooks(limits: PlaceLimits): Books {
  const balances = new Map<bigint, Amount>()
  const orders = new Map<string, ModelOrder>()
  const problems: string[] = []
  const balance = (key: AccountKey) => balances.get(accountId(key)) ?? 0n

  function move(cause: Cause, from: AccountKey, to: AccountKey, amount: Amount): void {
    if (amount === 0n) return
    if (amount < 0n) problems.push(`${cause} moves ${amount}`)
    if (from.book !== to.book || from.currency !== to.currency) problems.push(`${cause} mixes books`)
    if (!FLOWS[cause].some(([a, b]) => a === from.kind && b === to.kind)) {
      problems.push(`${cause} from ${from.kind} to ${to.kind}`)
    }
    balances.set(accountId(from), balance(from) - amount)
    balances.set(accountId(to), balance(to) + amount)
    if (from.kind !== 'external' && balance(from) < 0n)
      problems.push(`${from.kind} of ${from.owner} below zero`)
  }

  const accountsOf = (userId: number, book: Book, currency: number) => {
    const house = (kind: Kind): AccountKey => ({ owner: HOUSE, book, currency, kind })
    const user: AccountKey = { owner: userId, book, currency, kind: 'available' }
    return {
      user,
      outside: house('external'),
      escrow: house('escrow'),
      bankroll: house('bankroll'),
      fees: house('fees'),
    }
  }

  function grantOpening(userId: number): void {
    for (const { id, opening } of CURRENCIES) {
      const { outside, user } = accountsOf(userId, 'simulated', id)
      move('grant', outside, user, opening)
    }
  }

  function reset(userId: number): void {
    for (const { id, opening } of CURRENCIES) {
      const { outside, user } = accountsOf(userId, 'simulated', id)
      const missing = opening - balance(user)
      if (missing > 0n) move('reset', outside, user, missing)
      else move('reset', user, outside, -missing)
    }
  }

  const openOrders = new Set<ModelOrder>()
  const open = () => [...openOrders]
  const sum = (list: Amount[]) => list.reduce((a, b) => a + b, 0n)

  function place(request: PlaceRequest): string {
    const { userId, book, currencyId, terms } = request
    const earlier = orders.get(`${userId} ${request.key}`)
    if (earlier) return earlier.request.fingerprint === request.fingerprint ? 'repeated' : 'key_reused'
    const sums = sumsFor(request.stake, terms.ratePct)
    const { user, escrow, bankroll } = accountsOf(userId, book, currencyId)
    const alike = open().filter((one) => one.request.book === book && one.request.currencyId === currencyId)
    const mine = alike.filter((one) => one.request.userId === userId && one.request.terms.pid === terms.pid)
    if (balance(user) < sums.stake + sums.fee) return 'insufficient_funds'
    if (sum(mine.map((one) => one.sums.stake)) + sums.stake > limits.userMost(currencyId)) return 'user_limit'
    const profits = (list: ModelOrder[]) => sum(list.map((one) => one.sums.profit))
    const may = {
      user: profits(alike.filter((one) => one.request.userId === userId)),
      house: profits(alike),
      bankroll: balance(bankroll),
    }
    const growth = admitExposure(sums.profit, may, limits.exposure(currencyId, book))
    if (!growth.ok) return growth.refusal.code
    move('order', user, escrow, sums.stake + sums.fee)
    move('order', bankroll, escrow, sums.profit)
    const order: ModelOrder = { request, sums, settlement: null }
    orders.set(`${userId} ${request.key}`, order)
    openOrders.add(order)
    return 'accepted'
  }

  function finish(userId: number, key: string, decide: (order: ModelOrder) => Settlement): Settlement {
    const order = orders.get(`${userId} ${key}`)
    if (!order || order.settlement) throw new Error('only an open order is finished')
    const settlement = decide(order)
    const { user, escrow, bankroll, fees } = accountsOf(userId, order.request.book, order.request.currencyId)
    move('settlement', escrow, user, settlement.toUser)
    move('settlement', escrow, bankroll, settlement.toBankroll)
    move('settlement', escrow, fees, settlement.toFees)
    order.settlement = settlement
    openOrders.delete(order)
    return settlement
  }

  function allProblems(): string[] {
    const found = [...problems]
    const totals = new Map<bigint, Amount>()
    for (const [id, held] of balances) {
      totals.set(id & 1008n, (totals.get(id & 1008n) ?? 0n) + held)
      if ((id & 15n) !== 0n && held < 0n) found.push(`account ${id} holds ${held}`)
    }
    for (const [part, total] of totals) if (total !== 0n) found.push(`part ${part} sums to ${total}`)
    for (const book of ['real', 'simulated'] as const) {
      for (const { id } of CURRENCIES) {
        const held = balance(accountsOf(HOUSE, book, id).escrow)
        const mine = open().filter((one) => one.request.book === book && one.request.currencyId === id)
        const owed = sum(mine.map(({ sums }) => sums.stake + sums.profit + sums.fee))
        if (held !== owed) found.push(`escrow of ${book} ${id} holds ${held} for ${owed}`)
      }
    }
    return found
  }

  return {
    balances,
    orders,
    grantOpening,
    reset,
    place,
    fund(book, currency, amount) {
      const { outside, bankroll } = accountsOf(HOUSE, book, currency)
      move('funding', outside, bankroll, amount)
    },
    close: (userId, key, bid) => void finish(userId, key, ({ sums }) => settleClosed(sums, bid)),
    settle: (userId, key, entry, exit) =>
      finish(userId, key, ({ request, sums }) =>
        settle(request.terms, sums, entry?.price ?? null, exit?.price ?? null),
      ),
    problems: allProblems,
  }
}
