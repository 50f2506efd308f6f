import { DAY_MS } from '@tickmark/core/days'
import { PRODUCTS } from '@tickmark/core/market/products'
import type { Page } from 'playwright-core'
import type { Answer } from './ask.ts'
import { type Given, press, type Row } from './row.ts'
import { decimalOf, UNIT, unitsOf, type Write } from './write.ts'

const HOSTED = '125'

type Product = Answer<'getBzIndexData'>['products'][number]
type Hosting = Answer<'getMyTgOrderList'>['list'][number]

const usdt = (write: Write, given: string | bigint) => `${write.sum('USDT', given)} USDT`
const fine = (write: Write, decimal: string) => `${write.figure(decimal, { decimals: 4 })} USDT`
const product = (write: Write, days: number) => write.say('arbitrage:product', { count: days })
const range = (write: Write, { least, most }: Product) =>
  `${write.brief('USDT', least)} – ${write.brief('USDT', most)} USDT`
const yields = (write: Write, { dayYield }: Product) =>
  `${dayYield
    .split('-')
    .map((one) => write.figure(decimalOf(unitsOf(one) * 100n), { decimals: 2 }))
    .join('–')}%`
const share = (write: Write, units: bigint) => `${write.figure(decimalOf(units * 100n), { decimals: 4 })}%`

/** A day's yield for a product with this upper yield: the pool by what was hosted, at most the upper yield. */
function yieldOf(
  day: Answer<'getProgramme'>['days'][number],
  upper: bigint,
): { state: string; share: bigint } {
  const [profit, pool, hosted] = [unitsOf(day.profit), unitsOf(day.pool), unitsOf(day.hosted)]
  if (profit < 0n) return { state: 'loss', share: 0n }
  if (pool === 0n) return { state: 'zero', share: 0n }
  if (hosted === 0n) return { state: 'empty', share: upper }
  const paid = (pool * UNIT) / hosted
  return { state: 'paid', share: paid < upper ? paid : upper }
}

/** The programme for everybody: its products, days, engine and venues. */
async function programme({ ask, write, nowMs }: Given): Promise<string[]> {
  const { engine, today, venues, days, products } = await ask('getProgramme')
  const upper = unitsOf(products[0]?.dayYield.split('-')[1] ?? '0')
  const rows = days.slice(0, 30).map((one) => yieldOf(one, upper))
  const mean = (of: typeof rows) =>
    of.length === 0 ? 0n : of.reduce((all, one) => all + one.share, 0n) / BigInt(of.length)
  const count = (state: string) => rows.filter((one) => one.state === state).length
  const most = `${write.figure(decimalOf(upper * 100n), { decimals: 2 })}%`
  const closes = Math.floor(nowMs / DAY_MS + 1) * DAY_MS
  return [
    ...products.map(
      (one) => `${one.period} ${product(write, one.period)} ${range(write, one)} ${yields(write, one)}`,
    ),
    ...products.map((one) => product(write, one.period)),
    most,
    ...[days.at(-1), days[0]].flatMap((one) => (one ? [write.utcDay(one.day)] : [])),
    ...(['paid', 'zero', 'loss', 'empty'] as const)
      .filter((state) => count(state) > 0)
      .map((state) => write.say(`arbitrage:record.legend.${state}`, { count: count(state) })),
    `${write.say('arbitrage:record.mean7')} ${share(write, mean(rows.slice(0, 7)))}`,
    `${write.say('arbitrage:record.mean30')} ${share(write, mean(rows))}`,
    `${write.say('arbitrage:engine.today')} ${write.say('arbitrage:engine.closes', { time: write.dateTime(closes) })} ${unitsOf(today) > 0n ? '+ ' : unitsOf(today) < 0n ? '− ' : ''}${fine(write, today.replace('-', ''))}`,
    ...(engine.lookedAt === null
      ? []
      : [`${write.say('arbitrage:engine.lookedAt')} ${write.time(engine.lookedAt)}`]),
    ...venues.flatMap((one) => [
      write.say('arbitrage:venues.fee', { fee: `${one.fee}%` }),
      ...one.holdings.map(({ coin, amount }) => `${write.sum(coin, amount)} ${coin}`),
    ]),
  ]
}

/** The programme's trades as they happen, newest first. */
async function trades({ ask, write }: Given): Promise<string[]> {
  const { list } = await ask('getProgrammeTrades', { pageNum: 1, pageSize: 10 })
  return list.map((one) => {
    const pid = PRODUCTS.find(({ symbol }) => symbol === one.coin)?.pid ?? 0
    const facts = { amount: `${write.sum(one.coin, one.amount)} ${one.coin}`, from: one.from, to: one.to }
    const prices =
      one.bought === null || one.sold === null
        ? ''
        : `${write.price(pid, one.bought)} → ${write.price(pid, one.sold)} · `
    const profit = write.figure(one.profit, { decimals: 4, sign: true })
    return `${write.say(`arbitrage:trades.${one.kind}`, facts)} ${prices}${write.dateTime(one.at)} · #${one.number} ${profit} USDT`
  })
}

function hosting(write: Write, one: Hosting): string[] {
  const time = write.dateTime(one.expireTime)
  return [
    `${product(write, one.period)} ${usdt(write, one.orderMoney)}`,
    write.say('arbitrage:orders.givesBack', { sum: usdt(write, one.orderMoney), time }),
    `${write.say('arbitrage:orders.period')} ${product(write, one.period)}`,
    `${write.say('arbitrage:orders.profitDays')} ${one.profitDays}`,
    `${write.say('arbitrage:total')} ${fine(write, one.totArbitrage)}`,
    `${write.say('arbitrage:orders.start')} ${write.dateTime(one.createTime)}`,
    `${write.say('arbitrage:orders.expiry')} ${time}`,
    `${write.say('arbitrage:orders.amount')} ${usdt(write, one.orderMoney)}`,
  ]
}

const HOSTINGS = { pageNum: 1, pageSize: 10, status: 1 }

async function hostings({ ask, write }: Given): Promise<string[]> {
  const { list } = await ask('getMyTgOrderList', HOSTINGS)
  const times = [...new Set(list.map((one) => one.expireTime))]
  const expiries = times.map((at) => {
    const together = list.filter((one) => one.expireTime === at).map((one) => unitsOf(one.orderMoney))
    const count = write.say('arbitrage:orders.count', { count: together.length })
    return `${write.dateTime(at)} ${count} ${usdt(
      write,
      together.reduce((all, one) => all + one, 0n),
    )}`
  })
  return [...list.flatMap((one) => hosting(write, one)), ...(list.length > 1 ? expiries : [])]
}

async function firstHosting({ ask }: Given): Promise<Hosting> {
  const [first] = (await ask('getMyTgOrderList', HOSTINGS)).list
  if (!first) throw new Error('nothing is hosted')
  return first
}

/** Opens what a button of the first hosting order opens; an account without one sees none. */
async function pressFirst(page: Page, given: Given, key: string): Promise<void> {
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: given.write.say(key) })
    .click()
}

async function hostedBy(given: Given): Promise<boolean> {
  return (await given.ask('getMyTgOrderList', HOSTINGS)).total > 0
}

async function productFigures({ ask, write }: Given): Promise<string[]> {
  const found = await ask('getMoveInfo', { mid: 1 })
  const { days } = await ask('getProgramme')
  const past = days.slice(0, 30)
  const upper = unitsOf(found.dayYield.split('-')[1] ?? '0')
  const earned = past.reduce((all, one) => {
    const principal = unitsOf(HOSTED)
    const [pool, hosted] = [unitsOf(one.pool), unitsOf(one.hosted)]
    if (pool <= 0n) return all
    const most = (principal * upper) / UNIT
    const part = (pool * principal) / (hosted + principal)
    return all + (part < most ? part : most)
  }, 0n)
  return [
    product(write, found.period),
    `${write.say('arbitrage:range')} ${range(write, found)}`,
    `${write.say('arbitrage:dayYield')} ${write.say('arbitrage:dayYieldNote')} ${yields(write, found)}`,
    `${write.say('arbitrage:exitFee')} ${found.serviceCharge}%`,
    write.say('arbitrage:available', { sum: usdt(write, found.money) }),
    HOSTED,
    write.say('arbitrage:past.earned', {
      sum: usdt(write, HOSTED),
      yield: fine(write, decimalOf(earned)),
      count: past.length,
      without: past.filter((one) => unitsOf(one.pool) === 0n).length,
    }),
    write.say('arbitrage:tips.exit', { percent: `${found.serviceCharge}%` }),
  ]
}

async function typeHosted(page: Page, { write }: Given): Promise<void> {
  const pad = page.getByRole('group', { name: write.say('arbitrage:keypad') })
  for (const digit of HOSTED) await pad.getByRole('button', { name: digit, exact: true }).click()
}

const STRIP = ['getMyLimitOrders', 'getOrderValue'] as const

export const HOSTING_ROWS: readonly Row[] = [
  ...([1, 0] as const).map((book): Row => ({
    page: `arbitrage in account ${book}`,
    book,
    path: () => '/arbitrage',
    calls: ['getBzIndexData', 'getProgramme', 'getProgrammeTrades', ...STRIP],
    isArab: book === 1,
    async figures(given) {
      const { ask, write } = given
      const { tgzMoney, earned, profit } = await ask('getBzIndexData')
      return [
        `${write.sum('USDT', tgzMoney)} USDT`,
        `${write.say('arbitrage:total')} ${fine(write, earned)}`,
        `${write.say('arbitrage:today')} ${write.say('arbitrage:todayNote')} ${fine(write, profit)}`,
        ...(await programme(given)),
        ...(await trades(given)),
      ]
    },
  })),
  ...([1, 0] as const).map((book): Row => ({
    page: `hosting orders of account ${book}`,
    book,
    path: () => '/arbitrageRecord',
    calls: ['getMyTgOrderList', ...STRIP],
    isArab: book === 1,
    figures: hostings,
  })),
  {
    page: 'days of a hosting order',
    book: 1,
    path: () => '/arbitrageRecord',
    async open(page, given) {
      if (await hostedBy(given)) await pressFirst(page, given, 'arbitrage:orders.days')
    },
    calls: ['getMyTgOrderList', 'getHostingDays', ...STRIP],
    async figures(given) {
      const { ask, write } = given
      if (!(await hostedBy(given))) return []
      const { orderNumber } = await firstHosting(given)
      const { list } = await ask('getHostingDays', { orderNumber, pageNum: 1, pageSize: 10 })
      const days = list.map((one) => {
        const logged =
          one.seq === null
            ? write.say('arbitrage:record.notLogged')
            : write.say('arbitrage:record.logged', { seq: one.seq })
        return `${write.utcDay(one.day)} ${logged} ${fine(write, one.amount)}`
      })
      return [...(await hostings(given)), ...days]
    },
  },
  {
    page: 'question about an early exit',
    book: 1,
    path: () => '/arbitrageRecord',
    async open(page, given) {
      if (await hostedBy(given)) await pressFirst(page, given, 'arbitrage:exit.action')
    },
    calls: ['getMyTgOrderList', 'getExitEstimate', ...STRIP],
    async figures(given) {
      const { ask, write } = given
      if (!(await hostedBy(given))) return []
      const { orderNumber, orderMoney, expireTime } = await firstHosting(given)
      const exit = await ask('getExitEstimate', { orderNumber })
      return [
        ...(await hostings(given)),
        write.say('arbitrage:exit.detail', { time: write.dateTime(expireTime) }),
        `${write.say('arbitrage:orders.amount')} ${usdt(write, orderMoney)}`,
        `${write.say('arbitrage:orders.deducted')} ${usdt(write, exit.deductionMoney)}`,
        `${write.say('arbitrage:exit.back')} ${usdt(write, exit.redeemMoney)}`,
        `${write.say('arbitrage:exit.kept')} ${fine(write, exit.totArbitrage)}`,
      ]
    },
  },
  {
    page: 'hosting product',
    book: 1,
    path: () => '/arbitrageProduct?mid=1',
    open: typeHosted,
    calls: ['getMoveInfo', 'getProgramme', ...STRIP],
    figures: productFigures,
  },
  {
    page: 'question about hosting',
    book: 1,
    path: () => '/arbitrageProduct?mid=1',
    async open(page, given) {
      await typeHosted(page, given)
      await press(page, given.write.say('arbitrage:hostNow'), 'body')
    },
    calls: ['getMoveInfo', 'getProgramme', ...STRIP],
    async figures(given) {
      const { ask, write, nowMs } = given
      const { serviceCharge, period } = await ask('getMoveInfo', { mid: 1 })
      // Whole cents, rounded down.
      const cent = UNIT / 100n
      const fee = ((unitsOf(HOSTED) * unitsOf(serviceCharge)) / UNIT / 100n / cent) * cent
      const from = Math.floor(nowMs / DAY_MS + 1) * DAY_MS
      return [
        ...(await productFigures(given)),
        write.say('arbitrage:confirm.title', { sum: usdt(write, HOSTED) }),
        `${write.say('arbitrage:orders.amount')} ${usdt(write, HOSTED)}`,
        `${write.say('arbitrage:confirm.shares')} ${write.dateTime(from)}`,
        `${write.say('arbitrage:confirm.back')} ${write.dateTime(from + period * DAY_MS)}`,
        write.say('arbitrage:confirm.fee', {
          percent: `${serviceCharge}%`,
          fee: usdt(write, fee),
          back: usdt(write, unitsOf(HOSTED) - fee),
        }),
      ]
    },
  },
]
