import { PRODUCTS } from '@tickmark/core/market/products'
import { parseAmount } from '@tickmark/core/money/money'
import { runs } from '@tickmark/core/runs.testing'
import { tickOfRow } from '@tickmark/server/market/ticks'
import type { LogRow } from '@tickmark/server/market/store'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../support/house/orders.ts'
import { newPerson, type Person, visitAs } from '../../support/house/people.ts'
import { figureOf, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

// Accounts with random orders: compares every sum, price, chance and result on their pages with the tables.

const stage = setStage()
const ACCOUNTS = runs(2, 20)

interface Wish {
  pid: number
  type: 0 | 1
  range: number
  money: string
}

const wish: fc.Arbitrary<Wish> = fc.record({
  pid: fc.constantFrom(...PRODUCTS.map((one) => one.pid)),
  type: fc.constantFrom(0, 1),
  range: fc.nat(2),
  // In cents, from the least stake.
  money: fc.integer({ min: 1_000, max: 30_000 }).map((cents) => (cents / 100).toFixed(2)),
})
const habits = fc.record({
  settled: fc.array(wish, { minLength: 1, maxLength: 5 }),
  open: fc.array(wish, { maxLength: 3 }),
})

interface Order {
  id: string
  pid: number
  stake: bigint
  /** The owner's net result; null while it is open. */
  net: bigint | null
  entry: bigint | null
  exit: bigint | null
  chancePpm: number
  isUp: boolean
}

/** A user's practice account according to the tables, in 1e-8. */
interface Truth {
  /** Available balances, by the currency's number. */
  free: Map<number, bigint>
  orders: Order[]
  /** Movements of his available USDT, by cause and order. */
  moves: bigint[]
}

const people: Person[] = []

beforeAll(async () => {
  const lives = fc.sample(habits, { numRuns: ACCOUNTS, seed: 20261126 })
  for (const { settled } of lives) {
    const person = await newPerson(stage)
    people.push(person)
    for (const one of settled) await placeOrder(person.user, { ...one, timeId: 110 })
  }
  await stage.jump(90_000)
  for (const [at, { open }] of lives.entries()) {
    const person = people[at]
    if (person) for (const one of open) await placeOrder(person.user, { ...one, timeId: 113 })
  }
})

/** Reads only the tables, not the data of the page's calls. */
async function truthOf({ address }: Person): Promise<Truth> {
  const { db } = stage.database.database
  const { rows: accounts } = await sql<{ id: string; owner: string; currency: number; balance: string }>`
    select w.id, w.owner, w.currency, w.balance from account_in_words w join users u on u.id = w.owner
    where u.address = ${address} and w.book = 'simulated' and w.kind = 'available'`.execute(db)
  const owner = accounts[0]?.owner ?? '0'
  const { rows: orders } = await sql<Record<string, string | number | null>>`
    select id, pid, stake, net, entry_price, exit_price, chance_ppm, direction from orders
    where user_id = ${owner} and book = 1 order by id`.execute(db)
  const usdt = accounts.find((one) => one.currency === 1)?.id ?? '0'
  const { rows: moves } = await sql<{ sum: string }>`
    select sum(case when to_id = ${usdt} then amount else -amount end) as sum from movement
    where ${usdt} in (from_id, to_id) group by ref, cause`.execute(db)
  const units = (value: string | number | null | undefined) => (value == null ? null : BigInt(value))
  return {
    free: new Map(accounts.map((one) => [one.currency, BigInt(one.balance)])),
    orders: orders.map((row) => ({
      id: String(row['id']),
      pid: Number(row['pid']),
      stake: units(row['stake']) ?? 0n,
      net: units(row['net']),
      entry: units(row['entry_price']),
      exit: units(row['exit_price']),
      chancePpm: Number(row['chance_ppm']),
      isUp: row['direction'] === 0,
    })),
    moves: moves.map(({ sum }) => BigInt(sum)).filter((sum) => sum !== 0n),
  }
}

/** Reads the page's figures once everything has loaded. */
async function walk(page: Page, truth: Truth): Promise<void> {
  const { orders } = truth
  const done = orders.filter((one) => one.net !== null)
  const result = floorCents(done.reduce((sum, one) => sum + (one.net ?? 0n), 0n))
  const atStake = orders.reduce((sum, one) => sum + (one.net === null ? one.stake : 0n), 0n)

  await page.goto('/')
  const home = page.getByRole('main')
  await seen(home.getByText('from today’s orders'))
  await expectTotal(home, truth, atStake)
  expect(await labelled(home, 'from today’s orders')).toBe(result)

  await page.goto('/account')
  const holdings = page.getByRole('region', { name: 'Total holdings' })
  await seen(holdings.getByText('from all orders'))
  await expectTotal(holdings, truth, atStake)
  expect(await labelled(holdings, 'from today’s orders')).toBe(result)
  expect(await labelled(holdings, 'from all orders')).toBe(result)
  const inOrders = holdings.getByText('in open orders')
  if (atStake === 0n) expect(await inOrders.count()).toBe(0)
  else expect(unitsIn(await inOrders.innerText())).toEqual([floorCents(atStake)])
  for (const [currency, name] of [
    [1, 'USDT'],
    [3, 'ETH'],
    [4, 'BTC'],
  ] as const) {
    const rows = page.getByRole('list', { name: 'Currencies' }).getByRole('listitem')
    const row = rows.filter({ hasText: new RegExp(`^${name}`) })
    const owned = (truth.free.get(currency) ?? 0n) + (currency === 1 ? atStake : 0n)
    expect(unitsIn(await row.first().innerText()).at(-1), name).toBe(
      currency === 1 ? floorCents(owned) : owned,
    )
  }

  await page.goto('/order')
  const rows = page.getByRole('main').getByRole('listitem')
  const open = orders.filter((one) => one.net === null)
  await seen(page.getByText(open.length === 0 ? 'No data' : 'End of list'))
  const stakes = await Promise.all((await rows.all()).map(async (row) => rowOf(await row.innerText())))
  expect(stakes).toEqual(open.toReversed().map(({ pid, isUp, stake }) => ({ pid, isUp, stake })))

  await page.getByRole('tab', { name: 'Closed' }).click()
  await seen(page.getByText('Result'))
  await seen(page.getByText('End of list'))
  for (const one of done) {
    const row = page.locator(`a[href="/receipt/${one.id}"]`)
    const text = await row.innerText()
    const { pid, isUp, stake } = one
    expect(rowOf(text)).toEqual({ pid, isUp, stake })
    expect(unitsOf(/([+−]?[\d,.]+) USDT\s+\w+$/.exec(text)?.[1]), text).toBe(floorCents(one.net ?? 0n))
  }
  const day = page.getByRole('heading', { level: 2 }).filter({ hasText: `· ${done.length} order` })
  expect(unitsIn(await day.innerText()).at(-1)).toBe(result)

  const [one] = done
  if (!one) return
  await page.goto(`/receipt/${one.id}`)
  const facts = page.getByRole('main')
  await seen(page.getByText('The outcome follows from the two prices'))
  expect(unitsIn(await figureOf(facts, 'Entry ·').innerText())).toEqual([one.entry])
  expect(unitsIn(await figureOf(facts, 'Settlement ·').innerText())).toEqual([one.exit])
  expect(await figureOf(facts, 'Chance when placed').innerText()).toBe(
    `${(one.chancePpm / 10_000).toFixed(1)}% · 4.0%`,
  )
  expect(unitsIn(await figureOf(facts, 'Stake, profit, payout').innerText())).toEqual(
    [one.stake, one.net ?? 0n, one.stake + (one.net ?? 0n)].map(floorCents),
  )

  await page.goto('/statement?currency=USDT&days=30')
  await seen(page.getByText('It adds up'))
  expect(unitsIn(await figureOf(page, 'Closing balance').innerText())).toEqual([truth.free.get(1)])
  const lines = await page.getByRole('list', { name: 'Movements' }).getByRole('listitem').allInnerTexts()
  const moves = lines.map((text) =>
    unitsOf(
      text
        .split('\n')
        .filter((part) => part.trim())
        .at(-2),
    ),
  )
  expect(sorted(moves.filter((sum) => sum !== 0n))).toEqual(sorted(truth.moves))
}

/** The total on screen equals holdings times prices at one of the latest ticks. */
async function expectTotal(where: Locator, truth: Truth, atStake: bigint): Promise<void> {
  const shown =
    unitsIn(
      await where
        .getByText(/^\$[\d,]+/)
        .first()
        .innerText(),
    )[0] ?? -1n
  const rows = await sql<LogRow>`
    select seq::int, at::float8, body, leaf from log_entry where kind = 'tick' order by seq desc limit 90`.execute(
    stage.database.database.db,
  )
  const totals = rows.rows.map((row) => {
    const { prices } = tickOfRow(row)
    const worth = (currency: number, pid: number) =>
      ((truth.free.get(currency) ?? 0n) * (prices.get(pid) ?? 0n)) / 100_000_000n
    return floorCents((truth.free.get(1) ?? 0n) + atStake + worth(4, 1) + worth(3, 2))
  })
  expect(totals).toContain(shown)
}

/** The figure before a word. */
async function labelled(where: Locator, word: string): Promise<bigint> {
  const text = (await where.innerText()).replace(/\s+/g, ' ')
  return unitsOf(new RegExp(`([+−]?[\\d,.]+) ${word}`).exec(text)?.[1])
}

function rowOf(text: string): { pid: number; isUp: boolean; stake: bigint } {
  const [, symbol, direction] = /(\w+)\/USDT\s+(Up|Down)/.exec(text) ?? []
  return {
    pid: PRODUCTS.find((one) => one.symbol === symbol)?.pid ?? 0,
    isUp: direction === 'Up',
    stake: unitsOf(/([\d,.]+) USDT/.exec(text)?.[1]),
  }
}

/** A sum as on screen: two decimals, rounded down, a loss too. */
function floorCents(units: bigint): bigint {
  const over = units % 1_000_000n
  return units - (over < 0n ? over + 1_000_000n : over)
}

function unitsIn(text: string): bigint[] {
  return Array.from(text.matchAll(/[+−]?\d[\d,.]*/g), ([figure]) => unitsOf(figure))
}

function unitsOf(figure: string | undefined): bigint {
  const units = parseAmount((figure ?? '').replace(/[,+]/g, '').replace('−', '-'))
  if (units === null) throw new Error(`no figure: ${figure}`)
  return units
}

function sorted(units: readonly bigint[]): bigint[] {
  return units.toSorted((a, b) => (a < b ? -1 : 1))
}

test.each(Array.from({ length: ACCOUNTS }, (_, at) => at))(
  'account %i: each sum, price, chance and result on screen equals the tables',
  async (at) => {
    const person = people[at] as Person
    await walk(await visitAs(stage, person), await truthOf(person))
  },
)
