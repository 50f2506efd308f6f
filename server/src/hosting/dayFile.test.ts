import { checkDay } from '@tickmark/core/arbitrage/checkDay'
import type { LegLine, MoveLine, TradeLine } from '@tickmark/core/arbitrage/evidence'
import { lineText } from '@tickmark/core/arbitrage/readLines'
import { profitOf } from '@tickmark/core/arbitrage/soundTrade'
import { HOUSE, type AccountKey, type Kind } from '@tickmark/core/ledger/accounts'
import { ONE } from '@tickmark/core/money/money'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '../accounts/store.ts'
import { transact } from '../db/transact.ts'
import { postTransfers } from '../ledger/post.ts'
import { createEvents } from '../module/events.ts'
import { askOf, openOrderFixture, type OrderFixture } from '../orders/orders.testing.ts'
import { silentLog } from '../platform/log.ts'
import { nodeCrypto } from '../platform/crypto.ts'
import { closeNextDay } from './closeDay.ts'
import { collectYields } from './collectYields.ts'
import { dayFile } from './dayFile.ts'
import { rootOf, leavesOf } from './dayLines.ts'
import { closedDays } from './dayStore.ts'
import { idleProgramme } from './idleProgramme.ts'
import type { HostingDeps, ProgrammePort } from './ports.ts'
import { hostingAnswers } from './routes.ts'

const DAY_MS = 86_400_000

let fixture: OrderFixture
let deps: HostingDeps
const lines: (TradeLine | MoveLine)[] = []
let logged = 0

beforeAll(async () => {
  fixture = await openOrderFixture()
  const { db } = fixture.deps
  const log = silentLog()
  const pausesOf = async () => ({ breakUntilMs: 0, excludedUntilMs: 0 })
  const events = createEvents(log)
  deps = { db, clock: fixture.clock, log, events, programme, pausesOf, isOpen: true }
  const nowMs = fixture.clock.nowMs()
  await transact(db, (tx) => fund(tx, nowMs))
  const user = { address: `0x${'1'.repeat(40)}`, walletType: 1, practice: false, invitedBy: null } as const
  await transact(db, (tx) => insertUser(tx, { ...user, language: 'english', inviteCode: 'HOST0001', nowMs }))
  fixture.market.beforeTick(async (_, atMs) => {
    const due = lines.slice(logged).filter(({ at }) => at <= atMs)
    const [first, last] = [due[0], due.at(-1)]
    if (!first || !last) return []
    logged += due.length
    const root = rootOf(leavesOf(due.map(lineText))).toString('hex')
    return [{ entry: { kind: 'trades', count: due.length, first: first.number, last: last.number, root } }]
  })
  fixture.market.beforeTick(collectYields)
})
afterAll(() => fixture.close())

const programme: ProgrammePort = {
  ...idleProgramme,
  tradesToShare(_, after, untilMs) {
    const own = lines.slice(after).filter(({ at }) => at < untilMs)
    const profit = own.reduce((sum, one) => sum + profitOf(one), 0n)
    return Promise.resolve({ first: after + 1, last: after + own.length, profit, lines: own.map(lineText) })
  },
}

async function fund(tx: Parameters<typeof postTransfers>[0], atMs: number): Promise<void> {
  const account = (kind: Kind): AccountKey => ({ owner: HOUSE, book: 'real', currency: 1, kind })
  const [from, to] = [account('external'), account('venue1')]
  await postTransfers(
    tx,
    [{ from, to, amount: 1_000n * ONE, ref: randomUUID(), cause: 'funding', leg: 0 }],
    atMs,
  )
}

/** A trade that ends now: a coin bought for 100 USDT and sold for more. */
function trade(profit: bigint): void {
  const at = fixture.clock.nowMs()
  const leg = (side: LegLine['side'], venue: number, quote: bigint): LegLine => ({
    order: randomUUID(),
    venue,
    side,
    limit: side === 'buy' ? String(100n * ONE) : '1',
    size: String(ONE),
    sentAt: at,
    state: 'filled',
    filled: String(ONE),
    quote: String(quote),
    fee: '0',
    book: { seq: 1, at, bid: [String(100n * ONE), '5'], ask: [] },
  })
  const legs = [leg('buy', 1, 100n * ONE), leg('sell', 2, 100n * ONE + profit)]
  lines.push({ v: 1, kind: 'trade', number: lines.length + 1, at, pid: 1, legs, profit: String(profit) })
}

/** Lets the clock jump to the next midnight, closes the day and logs it. */
async function toNextDay(): Promise<void> {
  const { clock, pass } = fixture
  clock.advance(DAY_MS - (clock.nowMs() % DAY_MS) + 250)
  await pass(1)
  await closeNextDay(deps)
  await pass(2)
}

async function checked(day: number) {
  const closed = (await closedDays(deps.db, 10)).find((one) => one.day === day)
  const file = closed && (await dayFile(closed, { db: deps.db, programme, market: fixture.market }))
  const { verdict, steps, ...found } = checkDay(
    JSON.parse(JSON.stringify(file)),
    nodeCrypto,
    fixture.market.keys(),
  )
  return { verdict, failed: steps.filter((step) => !step.ok).map((step) => step.name), ...found }
}

test('the file of each day holds by itself, but for what the venues alone know', async () => {
  const host = (book: 'real' | 'simulated') => {
    const ask = askOf(fixture.clock, 1, { book })
    return hostingAnswers(deps).orderConfirmation({ buyMoney: '500', mid: 1, type: '0', userNum: '1' }, ask)
  }
  await host('simulated')
  await host('simulated')
  const first = Math.floor(fixture.clock.nowMs() / DAY_MS)
  await toNextDay()
  expect(await checked(first)).toMatchObject({
    verdict: 'holds',
    trades: 0,
    entry: { profit: '0', pool: '0' },
  })
  trade(2n * ONE)
  await fixture.pass(30)
  trade(-ONE)
  await fixture.pass(1)
  trade(ONE / 7n)
  await toNextDay()
  const found = await checked(first + 1)
  expect(found).toMatchObject({ verdict: 'not_proven', failed: ['market'], trades: 3 })
  expect(found.entry).toMatchObject({ first: 1, last: 3, simulated: [2, String(1_000n * ONE), '30000000'] })
  trade(-3n * ONE)
  await toNextDay()
  expect(await checked(first + 2)).toMatchObject({
    failed: ['market'],
    entry: { first: 4, last: 4, carried: String(-3n * ONE), pool: '0' },
  })
  expect(await checked(first + 1)).toMatchObject({ failed: ['market'], trades: 3 })
})
