import { dueAtMs, entryDueAtMs, exitFixing } from '@tickmark/core/market/fixing'
import { PRODUCTS } from '@tickmark/core/market/products'
import type { PromiseFile } from '@tickmark/core/receipts/promiseShape'
import { checkFiles } from '@tickmark/verify/check'
import { nodeCrypto } from '@tickmark/verify/crypto/nodeCrypto'
import type { CheatingHouse } from './cheatingHouse.ts'
import { newOwner, type Owner, type Range } from './owners.ts'

/** The house's knowledge of a one-minute order placed now: the seconds and prices that decide it. */
export interface Foresight {
  pid: number
  entryS: number
  dueS: number
  /** The direction that would win without a barrier. */
  direction: 'up' | 'down'
  /** Whether it would win with another entry or due second, or with missing seconds in its window. */
  wins(change?: { entryS?: number; dueS?: number; missing?: readonly number[] }): boolean
}

/** An order that the house accepts although it knows that it would win. */
export interface Winner extends Foresight {
  owner: Owner
  orderId: string
  /** The house's answer, with the owner's signed text. */
  promise: PromiseFile
}

const SECONDS = 60
const WINDOW = 3
/** Orders of one user at a time: they share the house's limit for one user. */
const PER_OWNER = 20

/** What the house knows of a one-minute order on a coin; null when it would tie. */
export function foresee({ clock, source }: CheatingHouse, pid: number): Foresight | null {
  const nowMs = clock.nowMs()
  const [entryS, dueS] = [entryDueAtMs(nowMs) / 1_000, dueAtMs(nowMs, SECONDS) / 1_000]
  const priceAt = (second: number) => source.pricesAt(second).get(pid) ?? 0n
  const moveOf = (first: number, due: number, missing: readonly number[]) => {
    const window = Array.from({ length: WINDOW }, (_, i) => due - WINDOW + 1 + i)
    const ticks = window
      .filter((second) => !missing.includes(second))
      .map((second) => ({ seq: second, atMs: second * 1_000, price: priceAt(second) }))
    const exit = exitFixing(ticks, { dueAtMs: due * 1_000, fixingTicks: WINDOW })
    return exit.ok ? exit.tick.price - priceAt(first) : 0n
  }
  const move = moveOf(entryS, dueS, [])
  if (move === 0n) return null
  const direction = move > 0n ? 'up' : 'down'
  const wins: Foresight['wins'] = (change = {}) => {
    const moved = moveOf(change.entryS ?? entryS, change.dueS ?? dueS, change.missing ?? [])
    return direction === 'up' ? moved > 0n : moved < 0n
  }
  return { pid, entryS, dueS, direction, wins }
}

/**
 * Places winning orders on one suitable coin, each signed by its owner. Lets seconds pass until there is such a coin.
 */
export async function placeWinners(
  house: CheatingHouse,
  count: number,
  suits: (one: Foresight) => boolean = () => true,
  instead?: (range: Range) => Range,
): Promise<Winner[]> {
  const owners: Owner[] = []
  while (owners.length * PER_OWNER < count) owners.push(await newOwner(house))
  for (;;) {
    const found = PRODUCTS.map(({ pid }) => foresee(house, pid)).find((one) => one !== null && suits(one))
    if (found) return Promise.all(Array.from({ length: count }, (_, i) => place(owners, found, i, instead)))
    await house.pass(1)
  }
}

async function place(
  owners: readonly Owner[],
  found: Foresight,
  i: number,
  instead?: (range: Range) => Range,
): Promise<Winner> {
  const owner = owners[i % owners.length]
  if (!owner) throw new Error('there is an owner')
  const { orderId, promise } = await owner.order({ ...found, ...(instead && { instead }) })
  return { ...found, owner, orderId, promise }
}

export interface Judged {
  outcome: string | undefined
  verdict: string
  /** The failed steps. */
  failed: string[]
}

/** The verdict of a stranger with the published keys on the house's receipt for an order. */
export async function judge(house: CheatingHouse, { owner, orderId }: Winner): Promise<Judged> {
  return judgeFile(await owner.receipt(orderId), house.published)
}

export function judgeFile(receipt: string, keys: string): Judged {
  const report = checkFiles({ receipt, keys }, nodeCrypto)
  if (!report.readable) throw new Error(`the ${report.file} file is unreadable: ${receipt}`)
  const failed = report.steps.filter((one) => !one.ok).map((one) => one.name)
  return { outcome: report.summary?.outcome, verdict: report.verdict, failed }
}

/** The common verdict on all orders of a cheat. */
export async function judgeAll(house: CheatingHouse, winners: readonly Winner[]): Promise<Judged> {
  const all = await Promise.all(winners.map((one) => judge(house, one)))
  const [first] = all
  const texts = new Set(all.map((one) => JSON.stringify(one)))
  if (!first || texts.size > 1) throw new Error(`the receipts differ: ${[...texts].join(' ')}`)
  return first
}

/** An honest minute: the same kind of orders win, and their receipts hold. */
export const HONEST: Judged = { outcome: 'won', verdict: 'holds', failed: [] }
