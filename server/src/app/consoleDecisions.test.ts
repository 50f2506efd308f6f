import { NOTICE_MS } from '@tickmark/core/log/announced'
import { changeableOf } from '@tickmark/core/orders/ruleChange'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { formatAmount, ONE } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import type { operatorArbitrageRoutes } from '@tickmark/wire/routes/operators/arbitrage'
import type { operatorRuleRoutes } from '@tickmark/wire/routes/operators/rules'
import type { operatorTreasuryRoutes } from '@tickmark/wire/routes/operators/treasury'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { houseBalance } from '../ledger/store.ts'
import { setExposure } from '../orders/placing/exposureLimits.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { type Caller, moneyKey, newUser, setServer } from './app.testing.ts'
import { runAudit } from './audit/audit.ts'
import { approve as approveBy, ask as askFor, type Asked } from './decided.testing.ts'
import { operatorCaller, type OperatorCaller } from './operatorCaller.testing.ts'

type Treasury = ReplyOf<typeof operatorTreasuryRoutes.consoleTreasury>
type Rules = ReplyOf<typeof operatorRuleRoutes.consoleRules>
type Engine = ReplyOf<typeof operatorArbitrageRoutes.consoleEngine>
type Products = ReplyOf<typeof operatorArbitrageRoutes.consoleHostingProducts>
type Offers = ReplyOf<typeof orderRoutes.getTimeAccountCurrency>
type OnOffer = ReplyOf<typeof orderRoutes.getLimitTimeType>
const clock = movableClock()
const server = setServer({ clock, env: { CONTENT: 'none' } })
const db = () => server.database.database.db
let ann: OperatorCaller | undefined
let ben: OperatorCaller | undefined
let user: Caller

/** Two newly signed-in operators of the treasury. */
async function operators(): Promise<void> {
  ann = await operatorCaller(server, { roles: ['treasurer'] })
  ben = await operatorCaller(server, { roles: ['treasurer'] })
}

beforeAll(async () => {
  user = await newUser(() => server.url, 91)
  await operators()
})

const ask = (kind: string, payload: object) => askFor(ann as Caller, kind, payload)
const approve = (asked: Asked | string) => approveBy(ben as Caller, asked)
const get = async <T>(path: string): Promise<T> => {
  const { status, body, text } = await (ann as Caller).get(`/api/console/${path}`)
  expect(status, text).toBe(200)
  return body.data as T
}
const holds = (kind: 'bankroll' | 'inventory' | 'lending') => houseBalance(db(), 'real', 1, kind)
const fund = (given: object = {}) =>
  ask('treasury.fund', { currencyId: 1, from: 'inventory', to: 'bankroll', amount: '1000', ...given })

test('two operators move the house’s own money, nothing else changes, and the audit agrees', async () => {
  const before = await get<Treasury>('treasury')
  expect(before.accounts).toContainEqual({
    book: 'real',
    currencyId: 1,
    currency: 'USDT',
    kind: 'bankroll',
    amount: '1000000',
  })
  const asked = (await fund()) as Asked
  expect(asked.effect).toContainEqual({ name: 'toBalance', value: '1001000', was: '1000000' })
  expect(await holds('bankroll')).toBe(1_000_000n * ONE)
  expect(await approve(asked)).toBe('approved')
  expect([await holds('bankroll'), await holds('inventory')]).toEqual([1_001_000n * ONE, 999_000n * ONE])
  expect(await approve(asked)).toBe('proposal_decided')
  expect(await approve(await fund({ from: 'bankroll', to: 'lending', amount: '600' }))).toBe('approved')
  expect(await holds('lending')).toBe(1_000_600n * ONE)
  clock.advance(2_000)
  const { exposure } = await get<Treasury>('treasury')
  expect(exposure.find((one) => one.currency === 'USDT')).toMatchObject({
    most: '500200',
    bankroll: '1000400',
  })
  expect(await runAudit(server.database.database, { networks: [] })).toEqual([])
})

test.each<[string, object, string]>([
  ['to the same account', { to: 'inventory' }, 'treasury_same_account'],
  ['more than there is', { amount: '99000000' }, 'treasury_short'],
  ['nothing', { amount: '0' }, 'amount_invalid'],
  ['no amount', { amount: 'all' }, 'amount_invalid'],
  ['of a dust', { amount: '0.000000001' }, 'amount_too_precise'],
  ['of no currency', { currencyId: 31 }, 'currency_unknown'],
  ['to a bankroll that pays for no orders', { currencyId: 5 }, 'treasury_account_unknown'],
  ['to a pool that lends nothing', { currencyId: 3, to: 'lending' }, 'treasury_account_unknown'],
  ['into the fees', { to: 'fees' }, 'proposal_invalid'],
  ['to a user', { to: 'available' }, 'proposal_invalid'],
  ['with more than it takes', { userId: 1 }, 'proposal_invalid'],
])('a movement %s is refused, and nothing is moved: %o %s', async (_what, given, code) => {
  const before = await holds('inventory')
  expect(await fund(given)).toBe(code)
  expect(await holds('inventory')).toBe(before)
})

test('all that an account holds may be moved, and not a unit more', async () => {
  const all = await holds('inventory')
  expect(await fund({ amount: formatAmount(all + 1n) })).toBe('treasury_short')
  const { effect } = (await fund({ amount: formatAmount(all) })) as Asked
  expect(effect).toContainEqual({ name: 'fromBalance', value: '0', was: formatAmount(all) })
})

test('a bankroll keeps what open orders may win from it', async () => {
  // Too little for the sandbox to refill its bankroll meanwhile.
  await setExposure(db(), 240_000n * ONE)
  expect(await fund({ from: 'bankroll', to: 'inventory', amount: '520400.00000001' })).toBe('treasury_needed')
  const most = (await fund({ from: 'bankroll', to: 'inventory', amount: '520400' })) as Asked
  await setExposure(db(), 240_001n * ONE)
  expect(await approve(most)).toBe('treasury_needed')
  await setExposure(db(), 0n)
})

test('the database moves the house’s money only as two operators approved', async () => {
  const move = (ref: string, amount: bigint) =>
    sql`insert into transfer values (22, 19, ${amount}, 1, ${ref}, 20, 0)`.execute(db())
  await expect(move(randomUUID(), 1n)).rejects.toThrow('moved by two operators')
  const asked = (await fund()) as Asked
  await expect(move(asked.proposal.id, 1_000n * ONE)).rejects.toThrow('moved by two operators')
  await expect(
    sql`insert into transfer values (534, 531, 1, 1, ${randomUUID()}, 20, 0)`.execute(db()),
  ).rejects.toThrow('transfer_treasury_is_real')
})

const limits = { mostTrade: '100', leastProfit: '0.02', dayLoss: '5', openRests: 2 }
const askLimits = async (given: object = {}) =>
  ask('engine.limits', { ...limits, ...given, before: (await get<Engine>('engine')).limits })

test('two operators set the engine’s limits; unsound ones are refused and change nothing', async () => {
  expect(await askLimits({ dayLoss: '0' })).toBe('engine_limits_invalid')
  expect(await askLimits({ mostTrade: 'much' })).toBe('engine_limits_invalid')
  expect(await askLimits({ openRests: 0 })).toBe('proposal_invalid')
  expect(await askLimits({ leastProfit: '10' })).toBe('engine_limits_invalid')
  const [asked, stale] = [(await askLimits()) as Asked, await askLimits({ dayLoss: '6' })]
  const before = (await get<Engine>('engine')).limits
  expect(asked.effect).toContainEqual({ name: 'dayLoss', value: '5', was: before.dayLoss })
  expect(before).not.toEqual(limits)
  expect(await approve(asked)).toBe('approved')
  expect((await get<Engine>('engine')).limits).toEqual(limits)
  expect(await approve(stale)).toBe('proposal_stale')
  expect((await get<Engine>('engine')).limits).toEqual(limits)
})

const version = {
  mid: 9,
  after: 0,
  days: 7,
  least: '200',
  most: '300',
  upperPpm: 100,
  exitFeePpm: 50_000,
  isOpen: true,
}

test('two operators set the terms of future hosting orders; inconsistent terms are refused', async () => {
  const product = async () => (await get<Products>('hosting/products')).list.filter((one) => one.mid === 9)
  for (const wrong of [
    { least: '300.01' },
    { least: '0' },
    { least: '200.001' },
    { most: '300.001' },
    { least: 'none' },
    { most: 'all' },
  ])
    expect(await ask('hosting.product', { ...version, ...wrong })).toBe('hosting_product_invalid')
  const exact = (await ask('hosting.product', { ...version, least: '300' })) as Asked
  expect(exact.effect).toContainEqual({ name: 'least', value: '300' })
  expect(await ask('hosting.product', { ...version, upperPpm: 10_001 })).toBe('proposal_invalid')
  expect(await product()).toEqual([])
  expect(await approve(await ask('hosting.product', version))).toBe('approved')
  expect(await product()).toMatchObject([{ version: 1, least: '200', most: '300', isOpen: true }])
  expect(await ask('hosting.product', { ...version, isOpen: false })).toBe('proposal_stale')
  const next = { ...version, after: 1 }
  const stale = await ask('hosting.product', { ...next, least: '100' })
  const closing = (await ask('hosting.product', { ...next, isOpen: false })) as Asked
  expect(closing.effect).toContainEqual({ name: 'open', value: 'no', was: 'yes' })
  expect(await approve(closing)).toBe('approved')
  expect(await approve(stale)).toBe('proposal_stale')
  expect(await product()).toMatchObject([{ version: 2, isOpen: false }, { version: 1 }])
})

test('an operator has at most twenty open proposals, and repeating one adds none', async () => {
  const asker = await operatorCaller(server, { roles: ['treasurer'] })
  const key = randomUUID()
  const json = { kind: 'treasury.fund', reason: 'as agreed' }
  const payload = { currencyId: 1, from: 'inventory', to: 'bankroll', amount: '1' }
  const propose = async (of: string) =>
    (await asker.post('/api/console/proposals/ask', { json: { ...json, payload, key: of } })).body
  const { data } = await propose(key)
  const keys = Array.from({ length: 20 }, () => randomUUID())
  const codes = (await Promise.all(keys.map(propose))).map((one) => one.code)
  expect(codes.filter((one) => one === 'proposals_full')).toHaveLength(1)
  expect((await propose(key)).code).toBeUndefined()
  const { list } = await get<{ list: { askedAt: number }[] }>('proposals?state=open&limit=200')
  const { queues } = await get<{ queues: { name: string }[] }>('queues')
  const [oldest, newest] = [list.at(-1)?.askedAt ?? 0, list[0]?.askedAt ?? 0]
  expect(oldest).toBeLessThan(newest)
  expect(queues).toContainEqual({ name: 'proposals', waiting: list.length, oldestAt: oldest })
  expect(await approve(data as Asked)).toBe('approved')
  expect((await propose(randomUUID())).code).toBeUndefined()
})

test('a proposal that gets a lock too late is refused as busy, and nothing is written', async () => {
  const lockTimeout = `begin raise exception 'planted' using errcode = 'lock_not_available'; end`
  await sql`create function planted() returns trigger language plpgsql as ${sql.lit(lockTimeout)};
    create trigger planted before insert on operator_action for each row execute function planted()`.execute(
    db(),
  )
  const count = async () => (await sql`select count(*) from proposal`.execute(db())).rows
  const before = await count()
  expect(await fund()).toBe('busy')
  expect(await count()).toEqual(before)
  await sql`drop function planted cascade`.execute(db())
  expect(await fund()).toMatchObject({ proposal: {} })
})

const rules = changeableOf(PRESENT_RULES)
const change = (given: object, after = 0) => ask('rules.change', { after, rules: { ...rules, ...given } })
/** Moves the clock, and waits until there are prices of that time. */
async function goTo(ms: number): Promise<void> {
  clock.advance(ms - clock.nowMs())
  await server.app.idle()
  const { market } = server.app
  await vi.waitUntil(() => market.acceptsOrders(1) && (market.latest()?.atMs ?? 0) >= ms, { timeout: 60_000 })
}

async function offers(): Promise<Offers> {
  const query = { type: '0', pid: '1', timeId: '110' }
  const { status, body, text } = await user.get('/api/getTimeAccountCurrency', { query })
  expect(status, text).toBe(200)
  return body.data as Offers
}
const place = async (quoteId: string, stake = '10', timeId = 110) =>
  user.post('/api/createLimitOrder', {
    json: { pid: 1, stake, timeId, currencyId: 1, quoteId, book: 1 },
    headers: moneyKey(),
  })

test('the console names each rule’s bounds as published', async () => {
  expect((await get<Rules>('rules')).bounds).toEqual({
    marginPpm: [10_000, 100_000],
    chancesPpm: [50_000, 500_000],
    mostChances: 5,
    durations: [
      [60, 3],
      [180, 9],
      [300, 9],
      [900, 31],
      [1_800, 31],
      [3_600, 31],
      [14_400, 31],
      [86_400, 31],
    ],
    stakes: {
      USDT: ['1', '5000'],
      USDC: ['1', '5000'],
      ETH: ['0.0003', '1.5'],
      BTC: ['0.000015', '0.075'],
    },
  })
})

test.each<[string, object, string]>([
  ['no change', {}, 'rules_unchanged'],
  ['a margin beyond what is published', { marginPpm: 200_000 }, 'rules_margin'],
  ['a chance twice', { chancesPpm: [500_000, 500_000] }, 'rules_chances'],
  [
    'a duration that no receipt can be checked with',
    {
      durations: [
        [60, 3],
        [90, 3],
      ],
    },
    'rules_durations',
  ],
  [
    'a stake that no session may sign',
    { stakes: { ...rules.stakes, USDT: ['100000000', '900000000000'] } },
    'rules_stakes',
  ],
  ['a field more', { feePpm: 1 }, 'proposal_invalid'],
])('rules with %s are refused: %o %s', async (_what, given, code) => {
  expect(await change(given)).toBe(code)
  expect((await get<Rules>('rules')).newest).toBe(0)
})

test('a version is announced a day ahead, does not affect quotes and orders, and then prices every new one', async () => {
  const next = {
    marginPpm: 20_000,
    chancesPpm: [500_000, 250_000],
    durations: [rules.durations[0], rules.durations[2]],
    stakes: { ...rules.stakes, USDT: ['200000000', '10000000000'] as const },
  }
  const [quoted] = (await offers()).ranges
  const asked = (await change(next)) as Asked
  expect(asked.effect.map((one) => one.name)).toEqual([
    'margin',
    'chances',
    'durations',
    'stakesUSDT',
    'actsFrom',
  ])
  expect(asked.effect[0]).toEqual({ name: 'margin', value: '2 %', was: '4 %' })
  const rival = (await change({ marginPpm: 20_500 })) as Asked
  expect(rival.effect).toEqual([{ name: 'margin', value: '2.05 %', was: '4 %' }, expect.anything()])
  expect(await approve(asked)).toBe('approved')
  expect(await approve(rival)).toBe('rules_stale')
  clock.advance(1_000)
  await vi.waitUntil(async () => (await get<Rules>('rules')).versions[0]?.state === 'announced', {
    timeout: 60_000,
  })
  const told = await get<Rules>('rules')
  expect(told.newest).toBe(1)
  expect(told.versions).toMatchObject([
    { version: 1, state: 'announced', askedBy: ann?.address, approvedBy: ben?.address },
    { version: 0, state: 'acting' },
  ])
  const from = told.versions[0]?.from ?? 0
  expect(from - (told.versions[0]?.announcedAt ?? 0)).toBe(NOTICE_MS)
  const placed = await place(quoted?.id ?? '')
  expect(placed.body.data, placed.text).toBeTruthy()
  expect((await offers()).ranges.map((one) => one.marginPpm)).toEqual([40_000, 40_000, 40_000])

  await goTo(from - 60_000)
  expect((await offers()).ranges.map((one) => one.marginPpm)).toEqual([40_000, 40_000, 40_000])
  // Seconds logged together to catch up have the model of the first of them.
  await goTo(from)
  await goTo(from + 2_000)
  const now = await offers()
  expect(now.ranges.map((one) => one.marginPpm)).toEqual([20_000, 20_000])
  expect(now.currencies[0]).toMatchObject({ least: '2', most: '100' })
  const first = now.ranges[0]?.id ?? ''
  expect((await place(first, '1')).body.code).toBe('stake_too_small')
  expect((await place(first, '101')).body.code).toBe('stake_too_large')
  const cheaper = await place(first)
  expect(cheaper.body.data, cheaper.text).toBeTruthy()
  const gone = await user.get('/api/getTimeAccountCurrency', {
    query: { type: '0', pid: '1', timeId: '117' },
  })
  expect(gone.body.code).toBe('duration_unknown')
  const onOffer = (await user.get('/api/getLimitTimeType')).body.data as OnOffer
  expect(onOffer.list.map((one) => one.seconds)).toEqual([60, 300])
  expect(onOffer).toMatchObject({ marginPpm: 20_000, chancesPpm: [500_000, 250_000] })
  await operators()
  expect((await get<Rules>('rules')).versions).toMatchObject([
    { version: 1, state: 'acting' },
    { version: 0, state: 'over' },
  ])
  expect(await runAudit(server.database.database, { networks: [] })).toEqual([])
})

test('no version without two operators, says the database', async () => {
  const version = sql`insert into rules_version values (2, ${randomUUID()}, '{}', ${ann?.address}, ${ben?.address}, 1)`
  await expect(version.execute(db())).rejects.toThrow()
  const asked = (await change({ marginPpm: 50_000 }, 1)) as Asked
  const forged = sql`insert into rules_version values (2, ${asked.proposal.id}, '{}', ${ann?.address}, ${ben?.address}, 1)`
  await expect(forged.execute(db())).rejects.toThrow('rules are changed by two operators')
})
