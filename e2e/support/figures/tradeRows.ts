import { durationById } from '@tickmark/core/orders/durations'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { productById } from '@tickmark/core/market/products'
import { MAYBE, maybe } from './judge.ts'
import {
  leftText,
  midnightBefore,
  ordersIn,
  press,
  profitOf,
  type Given,
  type OrderItem,
  type Row,
  wayOf,
  signOf,
} from './row.ts'
import { decimalOf, type Write, unitsOf } from './write.ts'

const HOUR_S = 3_600

/** The name of a duration. */
function lasting(write: Write, { timeId }: Pick<OrderItem, 'timeId'>): string {
  const seconds = durationById(timeId)?.seconds ?? 0
  if (seconds % (24 * HOUR_S) === 0)
    return write.say('trade:durations.day', { count: seconds / (24 * HOUR_S) })
  if (seconds % HOUR_S === 0) return write.say('trade:durations.hour', { count: seconds / HOUR_S })
  return write.say('trade:durations.minute', { count: seconds / 60 })
}

function nameOf(write: Write, order: OrderItem): string {
  const stake = `${write.brief(order.currency, order.stake)} ${order.currency}`
  return `${order.pair} ${wayOf(write, order)} ${stake} · ${lasting(write, order)} · ${order.rangeText}`
}

async function valueOf({ ask, write }: Given, { orderId, currency }: OrderItem): Promise<string> {
  const value = await ask('getOrderValue', { orderId })
  return `${write.say('trade:worthNow')} ${value ? `${write.sum(currency, value.value)} ${currency}` : '—'}`
}

function costOf({ write }: Given, { marginPpm }: OrderItem): string {
  return write.say('trade:closeCost', { margin: write.percent(marginPpm, 1) })
}

async function bidOf({ ask, write }: Given, { orderId, currency }: OrderItem): Promise<string> {
  const value = await ask('getOrderValue', { orderId })
  return value ? write.say('trade:closeFor', { bid: write.sum(currency, value.bid) }) : ''
}

/** The coin's price and its 24 h, the market's stakes, the user's open orders on it, and the drawing of one. */
async function coinFigures(given: Given, pid: number, drawn?: OrderItem): Promise<string[]> {
  const { ask, write, nowMs, coin } = given
  const open = (await ordersIn(ask, 0)).filter((one) => one.pid === pid)
  const info = await coin(pid)
  const change = write.price(pid, info.change.replace(/^[+-]/, ''))
  const compact = (decimal: string) => write.compact(Number(decimal))
  const cards = open.slice(0, 3).map(async (one) => {
    const stake = `${write.brief(one.currency, one.stake)} ${one.currency}`
    return `${wayOf(write, one)} ${stake} ${leftText(one, nowMs)} ${one.rangeText} ${await valueOf(given, one)}`
  })
  return [
    `${info.symbol}/USDT ${write.price(pid, info.price)}`,
    `${signOf(info.change)} ${change} (${info.changePct.slice(1)}) ${write.say('trade:day')}`,
    ...(await Promise.all(cards)),
    write.say('trade:upShare', { share: `${Number(info.upPct).toFixed(2)}%` }),
    write.say('trade:downShare', { share: `${Number(info.downPct).toFixed(2)}%` }),
    info.upOf > 0 ? write.say('trade:shareOf', { count: info.upOf }) : write.say('trade:shareOfMoves'),
    `${write.say('trade:volume')} ${Number(info.volume) < 1_000_000 ? write.figure(info.volume, { decimals: 1 }) : compact(info.volume)}`,
    `${write.say('trade:turnover')} $${compact(info.turnover)}`,
    ...(await drawing(given, drawn ?? open.find((one) => one.entryPrice !== null), info.price)),
  ]
}

/** Whether an order ends on another day in Berlin than it began. */
function endsOnAnotherDay({ entryAt, dueAt }: Pick<OrderItem, 'entryAt' | 'dueAt'>): boolean {
  return midnightBefore(entryAt ?? 0) !== midnightBefore(dueAt)
}

function endOf({ write }: Given, order: OrderItem): string[] {
  return endsOnAnotherDay(order) ? [write.say('trade:endsAt', { time: write.dateTime(order.dueAt) })] : []
}

/** What a chart says of an order: both prices with their times, the time left, and the distance from its line. */
async function drawing(
  { ask, write, nowMs }: Given,
  order: OrderItem | undefined,
  price: string,
): Promise<string[]> {
  if (!order?.entryPrice || !order.level) return []
  const { pid, dueAt, endedAt } = order
  const share = (Number(price) / Number(order.level) - 1) * 100
  const shown = Math.abs(share).toFixed(3)
  const signed = `${/[1-9]/.test(shown) ? (share > 0 ? '+' : '−') : ''}${shown}%`
  const left = leftText(order, nowMs)
  const entryAt = order.entryAt ?? 0
  // The drawing of an order closed early ends with it.
  const endAt = (order.outcome === 'closed' ? endedAt : null) ?? dueAt
  const time = endsOnAnotherDay({ entryAt, dueAt: endAt }) ? write.dated : write.time
  const end = async (): Promise<string[]> => {
    if (order.exitPrice !== null) return [write.price(pid, order.exitPrice), time(endAt)]
    if (endedAt === null) return [left.startsWith('00:') ? left.slice(3) : left, write.price(pid, price)]
    const { list } = await ask('getTicks', { pid, from: endedAt - 5_000, to: endedAt })
    return [write.price(pid, list.at(-1)?.price ?? '0'), time(endAt)]
  }
  return [
    write.price(pid, order.entryPrice),
    time(entryAt),
    ...(await end()),
    maybe(write.say('trade:fromLine', { share: signed })),
    maybe(signed),
  ]
}

function openOn(pid: number | undefined, id: string | undefined): string | null {
  return pid === undefined || id === undefined ? null : `/business?pid=${pid}&open=${id}`
}

const STAKE = '23.45'

/** The sheet of a new order: everything that follows from the offers and the typed stake. */
async function sheetFigures(given: Given, pid: number): Promise<string[]> {
  const { ask, write, coin } = given
  const { ranges, currencies } = await ask('getTimeAccountCurrency', { type: 0, pid, timeId: 110 })
  const { list } = await ask('getLimitTimeType')
  const [range] = ranges
  const [currency] = currencies
  if (!range || !currency) throw new Error('nothing is on offer')
  const { balance } = await ask('getavailableMoneyByCurrency', { currencyName: 'USDT' })
  const span = (least: number, most: number) => {
    const [from, to] = [write.percent(least, 1), write.percent(most, 1)]
    return from === to ? to : `${from.slice(0, -1)}–${to}`
  }
  const margin = span(range.marginPpm, range.mostMarginPpm)
  const profit = profitOf(STAKE, range.rate)
  const three = [unitsOf(STAKE), profit, unitsOf(STAKE) + profit].map((one) => write.brief('USDT', one))
  const win = range.barrierPpm === 0 ? 'trade:ticketWinUp' : 'trade:ticketWinUpBy'
  return [
    `${productById(pid)?.symbol}/USDT · ${write.price(pid, (await coin(pid)).price)}`,
    list.map((one) => one.name).join(' '),
    write.say('trade:houseMargin', { margin }),
    write.say('trade:finishHere', { chance: write.percent(range.chancePpm, 0) }),
    ...ranges.map(
      (one) =>
        `${one.rangeText} ${write.say('trade:likely', { chance: write.percent(one.chancePpm, 0) })} +${unitsOf(one.rate) / 1_000_000n}%`,
    ),
    write.say('trade:available', { amount: write.sum('USDT', balance), currency: 'USDT' }),
    STAKE,
    [10, 50, 100, 500].map((one) => String(one * Number(currency.least))).join(' '),
    `${write.say('trade:ifYouWin')} · ${write.say('trade:expectedReturn')} ${write.figure(decimalOf(profit), { decimals: 6, sign: true })} USDT`,
    `${write.say('trade:ifYouLose')} ${write.figure(`-${STAKE}`, { decimals: 6 })} USDT`,
    write.say(win, { distance: write.percent(range.barrierPpm, 3) }),
    write.say('trade:ticketPrices', { ticks: durationById(110)?.fixingTicks ?? 0 }),
    `${write.say('trade:chance')} ${span(range.leastChancePpm, range.chancePpm)}`,
    `${write.say('trade:breakEven')} ${write.percent(range.breakEvenPpm, 1)}`,
    `${write.say('trade:margin')} ${margin}`,
    `${write.say('trade:stake')} ${three[0]} ${write.say('trade:profit')} ${three[1]} ${write.say('trade:payout')} ${three[2]}`,
    write.say('trade:placeOrderOf', { amount: write.sum('USDT', STAKE), currency: 'USDT' }),
  ]
}

/** The countdown of a running order. */
async function runningFigures(given: Given, order: OrderItem): Promise<string[]> {
  const { write, nowMs, coin } = given
  const { currency, pid } = order
  const isUp = order.direction === 0
  const [stake, level, price] = [order.stake, order.level ?? '0', (await coin(pid)).price].map(unitsOf)
  if (stake === undefined || level === undefined || price === undefined) throw new Error('three figures')
  const profit = profitOf(order.stake, order.rate)
  const isWon = isUp ? price > level : price < level
  const isTied = order.barrierPpm === 0 && price === level
  const net = isTied ? 0n : isWon ? profit : -stake
  return [
    `${wayOf(write, order)} · ${write.brief(currency, stake)} ${currency}`,
    leftText(order, nowMs),
    ...endOf(given, order),
    `${write.say('trade:entryPrice')} ${write.price(pid, order.entryPrice ?? '0')}`,
    `${write.say(isUp ? 'trade:winsAbove' : 'trade:winsBelow')} ${write.level(pid, order.level ?? '0', !isUp)}`,
    `${write.say('trade:ifItEndedNow')} ${write.sum(currency, net, true)} ${currency}`,
    `${write.say('trade:escrow')} ${write.sum(currency, stake + profit)} ${currency}`,
    await bidOf(given, order),
  ]
}

async function finishedFigures(given: Given, id: string): Promise<string[]> {
  const { ask, write } = given
  const { order } = await ask('modifyLimitOrder', { orderId: id })
  const { currency, pid } = order
  const isUp = order.direction === 0
  const offers = await ask('getTimeAccountCurrency', { type: order.direction, pid, timeId: order.timeId })
  const offer = offers.ranges.find((one) => one.rangeText === order.rangeText) ?? null
  const income = write.sum(currency, order.profit, true)
  const outcome = write.say(`trade:outcome.${order.outcome}`)
  const stake = write.brief(currency, order.stake)
  const rates = offers.ranges.map((one) =>
    maybe(
      write.say('trade:repeatAt', { amount: stake, currency, rate: `+${unitsOf(one.rate) / 1_000_000n}%` }),
    ),
  )
  return [
    `${wayOf(write, order)} · ${stake} ${currency}`,
    `${write.say('trade:income')} ${income} ${currency}`,
    write.say('trade:announceResult', { outcome, income, currency }),
    ...(order.entryPrice === null
      ? []
      : [`${write.say('trade:entryPrice')} ${write.price(pid, order.entryPrice)}`]),
    ...(order.exitPrice === null
      ? []
      : [`${write.say('trade:settlementPrice')} ${write.price(pid, order.exitPrice)}`]),
    ...(order.level === null
      ? []
      : [
          `${write.say(isUp ? 'trade:winsAbove' : 'trade:winsBelow')} ${write.level(pid, order.level, !isUp)}`,
        ]),
    ...(offer
      ? [
          write.say('trade:repeatAt', {
            amount: stake,
            currency,
            rate: `+${unitsOf(offer.rate) / 1_000_000n}%`,
          }),
        ]
      : rates),
  ]
}

/** A receipt: the ticket, the two prices and the result, as the signed file has them. */
async function receiptFigures(given: Given, id: string): Promise<string[]> {
  const { ask, write } = given
  const { order } = await ask('modifyLimitOrder', { orderId: id })
  const receipt = parseReceipt((await ask('getReceipt', { orderId: id })).receipt)
  if (!receipt) throw new Error('no receipt')
  const { ticket, settlement, checkpoint } = receipt
  const { pid, currency } = ticket
  const place = (seq: number) => write.figure(String(seq), { decimals: 0 })
  const price = (units: string) => write.price(pid, decimalOf(BigInt(units)))
  const sums = [ticket.stake, settlement.net, settlement.payout].map((units) =>
    write.brief(currency, BigInt(units)),
  )
  const isUp = ticket.direction === 'up'
  const exit = settlement.exitSeq > 0
  return [
    `${order.pair} · ${wayOf(write, order)} · ${lasting(write, order)}`,
    `${write.sum(currency, order.profit, true)} ${currency}`,
    `${write.say('receipt:entry', { seq: place(settlement.entrySeq) })} ${price(settlement.entryPrice)}`,
    exit
      ? `${write.say('receipt:settlement', { seq: place(settlement.exitSeq) })} ${price(settlement.exitPrice)}`
      : `${write.say('receipt:closedAt')} ${write.sum(currency, BigInt(settlement.bid))} ${currency}`,
    `${write.say(isUp ? 'receipt:aboveLine' : 'receipt:belowLine')} ${write.level(pid, order.level ?? '0', !isUp)}`,
    `${write.say('receipt:chanceMargin')} ${write.percent(ticket.chancePpm, 1)} · ${write.percent(ticket.marginPpm, 1)}`,
    `${write.say('receipt:sums')} ${sums.join(' · ')} ${currency}`,
    `${write.say('receipt:placed')} ${write.moment(ticket.acceptedAt)}`,
    `${write.say('receipt:settled')} ${write.moment(settlement.settledAt)}`,
    write.say('receipt:root', { seq: place(Number(checkpoint.split('\n')[1])) }),
    ...(await drawing(given, order, '0')).map((one) => maybe(one.replace(MAYBE, ''))),
  ]
}

const COIN = ['getMyLimitOrders', 'getOrderValue'] as const

const COIN_ROWS: readonly Row[] = [
  ...([1, 0] as const).map((book): Row => ({
    page: `receipt of account ${book}`,
    book,
    path: ({ finished }) => finished[book] && `/receipt/${finished[book].id}`,
    calls: ['modifyLimitOrder', 'getReceipt', 'getTicks', ...COIN],
    isArab: book === 1,
    figures: (given) => receiptFigures(given, given.who.finished[book]?.id ?? ''),
  })),
  ...([1, 0] as const).map((book): Row => ({
    page: `coin with an order of account ${book}`,
    book,
    path: ({ open }) => (open[book] ? `/business?pid=${open[book].pid}` : null),
    calls: COIN,
    strip: 'otherCoins',
    isArab: book === 1,
    figures: (given) => coinFigures(given, given.who.open[book]?.pid ?? 0),
  })),
  {
    page: 'order sheet',
    book: 1,
    path: ({ open }) => open[1] && `/business?pid=${open[1].pid}&entrust=up`,
    open: (page, { write }) =>
      page
        .getByRole('dialog')
        .getByRole('textbox', { name: write.say('trade:amount') })
        .fill(STAKE),
    calls: ['getTimeAccountCurrency', 'getLimitTimeType', 'getavailableMoneyByCurrency', ...COIN],
    strip: 'otherCoins',
    isArab: true,
    async figures(given) {
      const pid = given.who.open[1]?.pid ?? 0
      return [...(await coinFigures(given, pid)), ...(await sheetFigures(given, pid))]
    },
  },
  {
    page: 'countdown',
    book: 1,
    path: ({ open }) => openOn(open[1]?.pid, open[1]?.id),
    calls: COIN,
    strip: 'otherCoins',
    isArab: true,
    async figures(given) {
      const { pid = 0, id } = given.who.open[1] ?? {}
      const order = (await ordersIn(given.ask, 0)).find((one) => one.orderId === id)
      return order ? [...(await coinFigures(given, pid, order)), ...(await runningFigures(given, order))] : []
    },
  },
  {
    page: 'question about closing early',
    book: 1,
    path: ({ open }) => openOn(open[1]?.pid, open[1]?.id),
    async open(page, given) {
      const order = (await ordersIn(given.ask, 0)).find((one) => one.orderId === given.who.open[1]?.id)
      if (order) await press(page, await bidOf(given, order), '[role=dialog]')
    },
    calls: COIN,
    strip: 'otherCoins',
    async figures(given) {
      const { ask, write, who } = given
      const order = (await ordersIn(ask, 0)).find((one) => one.orderId === who.open[1]?.id)
      const value = order && (await ask('getOrderValue', { orderId: order.orderId }))
      if (!order || !value) return []
      const { currency } = order
      const net = unitsOf(value.bid) - unitsOf(order.stake) - unitsOf(order.fee)
      const amount = write.sum(currency, net).replace('−', '')
      return [
        ...(await coinFigures(given, order.pid, order)),
        ...(await runningFigures(given, order)),
        costOf(given, order),
        write.say('trade:closeDetail', {
          bid: write.sum(currency, value.bid),
          currency,
          result: write.say(net < 0n ? 'trade:closeLoss' : 'trade:closeProfit', { amount }),
        }),
      ]
    },
  },
  ...([1, 0] as const).map((book): Row => ({
    page: `result of an order of account ${book}`,
    book,
    path: ({ finished }) => openOn(finished[book]?.pid, finished[book]?.id),
    calls: ['modifyLimitOrder', 'getTimeAccountCurrency', 'getTicks', ...COIN],
    strip: 'otherCoins',
    isArab: book === 1,
    async figures(given) {
      const { pid = 0, id = '' } = given.who.finished[book] ?? {}
      const { order } = await given.ask('modifyLimitOrder', { orderId: id })
      return [...(await coinFigures(given, pid, order)), ...(await finishedFigures(given, id))]
    },
  })),
]

export const TRADE_ROWS: readonly Row[] = [
  {
    page: 'open orders',
    book: 1,
    path: () => '/order',
    calls: ['getMyLimitOrders', 'getOrderValue'],
    strip: 'none',
    isArab: true,
    async figures(given) {
      const { ask, write, nowMs } = given
      const open = await ordersIn(ask, 0)
      const rows = open.map(async (one) => [
        [nameOf(write, one), ...endOf(given, one), leftText(one, nowMs)].join(' '),
        await valueOf(given, one),
        await bidOf(given, one),
        ...((await ask('getOrderValue', { orderId: one.orderId })) ? [costOf(given, one)] : []),
      ])
      return (await Promise.all(rows)).flat()
    },
  },
  ...([0, 1] as const).map((book): Row => ({
    page: `closed orders of account ${book}`,
    book,
    path: ({ finished }) => (finished[book] ? '/order?tab=finished' : null),
    calls: ['getMyLimitOrders', 'getOrderSums', 'getOrderValue'],
    isArab: book === 1,
    async figures({ ask, write }) {
      const done = await ordersIn(ask, 1)
      const days = new Map(done.map((one) => [midnightBefore(one.endedAt ?? 0), one.endedAt ?? 0]))
      const heads = [...days].map(async ([from, at]) => {
        const { count, sums } = await ask('getOrderSums', { from, to: from + 86_400_000 })
        const day = write.dateTime(at).replace(/[,،]?\s*\d\d:\d\d$/, '')
        const results = sums.map((one) => `${write.sum(one.currency, one.net, true)} ${one.currency}`)
        return `${day} · ${write.say('orders:count', { count })} ${results.join(' ')}`
      })
      const rows = done.map(
        (one) =>
          `${nameOf(write, one)} ${write.dateTime(one.endedAt ?? 0)} ${write.sum(one.currency, one.profit, true)} ${one.currency} ${write.say(`orders:outcome.${one.outcome}`)}`,
      )
      return [...(await Promise.all(heads)), ...rows]
    },
  })),
  ...COIN_ROWS,
]
