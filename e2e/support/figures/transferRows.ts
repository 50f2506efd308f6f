import { OUTSIDE } from '@tickmark/server/app/custody.testing'
import type { Page } from 'playwright-core'
import type { Answer } from './ask.ts'
import { type Given, midnightBefore, press, type Row } from './row.ts'
import { decimalOf, UNIT, unitsOf, type Write } from './write.ts'

const SWAP = '/recharge?aid=1&name=USDT&coin=Tether&tab=swap'
const SEND = '/recharge?aid=3&name=ETH&coin=Ethereum&tab=send'
/** Network 1 of the sandbox, currency 3. */
const ETH_TYPE = 35
const SENT = '0.021'

type Transfer = Answer<'get_my_recharge_record'>['list'][number]

const ALL = { pageNum: 1, pageSize: 10 }

async function available({ ask, write }: Given, code: string): Promise<string> {
  const { balance } = await ask('getavailableMoneyByCurrency', { currencyName: code })
  return write.say('trade:available', { amount: write.sum(code, balance), currency: code })
}

function whenOf(write: Write, ms: number, nowMs: number): string {
  return midnightBefore(ms) === midnightBefore(nowMs) ? write.time(ms) : write.dateTime(ms)
}

/** The timeline of a deposit or a withdrawal. */
function steps({ write, nowMs }: Given, item: Transfer): string[] {
  const sum = `${write.sum(item.name, item.money)} ${item.name}`
  const seen = Math.min(item.confirmations, item.needed)
  const counted = write.say('transfer:confirmations', { seen, needed: item.needed })
  return item.steps.flatMap(({ step, at }): string[] => {
    const when = whenOf(write, at, nowMs)
    if (step === 'seen')
      return [
        `${write.say('transfer:seenInBlock', { block: write.figure(String(item.block), { decimals: 0 }) })} ${sum}`,
        when,
        counted,
      ]
    if (step === 'requested') return [`${write.say('transfer:step.requested')} ${sum}`, when]
    if (step === 'held_new_address')
      return [write.say('transfer:heldUntil', { time: write.dateTime(item.continuesAt ?? 0) })]
    // Counted until it is final.
    return [when, ...(step === 'broadcast' && item.status === 0 ? [counted] : [])]
  })
}

/** A withdrawal with its timeline and fee. */
function card(given: Given, item: Transfer): string[] {
  const { write } = given
  const label = item.status === 1 ? 'transfer:feePaid' : 'transfer:feeCap'
  return [
    `${write.sum(item.name, `-${item.money}`, true)} ${item.name} ${item.network} · ${write.dateTime(item.time)}`,
    `${write.say(label)} ${write.figure(item.fee)} ${item.name}`,
    ...steps(given, item),
  ]
}

function fillSend(page: Page, { write }: Given): Promise<void> {
  const field = (key: string) => page.getByRole('textbox', { name: write.say(key), exact: true })
  return field('transfer:send.address')
    .fill(OUTSIDE)
    .then(() => field('trade:amount').fill(SENT))
}

/** What a withdrawal of `SENT` ETH takes. */
async function sending(given: Given): Promise<string[]> {
  const { ask, write } = given
  const terms = await ask('withdrawalIntent', { typeId: ETH_TYPE, destination: OUTSIDE, amount: SENT })
  const rate = (await ask('getRate')).list.find((one) => one.name === 'ETH')?.usdRate ?? '0'
  const worth = decimalOf((unitsOf(SENT) * unitsOf(rate)) / UNIT)
  return [
    await available(given, 'ETH'),
    SENT,
    write.say('transfer:send.worth', { value: `$${write.figure(worth, { decimals: 2 })}` }),
    `${write.say('transfer:feeCap')} ${write.say('transfer:send.feeNote')} ${write.figure(terms.fee)} ETH`,
    `${write.say('transfer:send.total')} ${write.figure(terms.total)} ETH`,
    `${write.say('transfer:send.arrives')} ${write.figure(SENT)} ETH`,
    ...(await newest(given, 'get_my_cash_out_record')),
  ]
}

async function newest(
  given: Given,
  call: 'get_my_cash_out_record' | 'get_my_recharge_record',
): Promise<string[]> {
  const isOut = call === 'get_my_cash_out_record'
  const { list } = await given.ask(call, { ...ALL, currencyId: isOut ? 3 : 1 })
  const shown = list.filter((one, at) => at === 0 || one.status === 0)
  return shown.flatMap((one) => (isOut ? card(given, one) : steps(given, one)))
}

export const TRANSFER_ROWS: readonly Row[] = [
  ...([1, 0] as const).map((book): Row => ({
    page: `swap in account ${book}`,
    book,
    path: () => SWAP,
    open: (page, { write }) =>
      page.getByRole('textbox', { name: write.say('transfer:swap.give') }).fill('100'),
    calls: ['getSwapQuote', 'getavailableMoneyByCurrency', 'getMyLimitOrders', 'getOrderValue'],
    isArab: book === 1,
    async figures(given) {
      const { ask, write } = given
      const quote = await ask('getSwapQuote', { currencyId: 1, toCurrencyId: 3, amount: '100' })
      const rate = (UNIT * unitsOf(quote.sourceUsdRate)) / unitsOf(quote.targetUsdRate)
      return [
        await available(given, 'USDT'),
        '100',
        `${write.say('transfer:swap.receive')} ${write.figure(quote.receives, { decimals: 8 })}`,
        write.say('transfer:swap.swapOf', { amount: '100.00 USDT' }),
        `${write.say('transfer:swap.rate')} 1 USDT = ${write.figure(decimalOf(rate))} ETH`,
        `${write.say('transfer:swap.held')} ${write.say('transfer:swap.heldNote')} ${write.say('transfer:swap.seconds', { seconds: 2 })}`,
        `${write.say('transfer:swap.spread')} ${write.say('transfer:swap.spreadNote')} ${write.percent(quote.spreadPpm, 2)}`,
      ]
    },
  })),
  {
    page: 'question about a swap',
    book: 1,
    path: () => SWAP,
    async open(page, { write }) {
      await page.getByRole('textbox', { name: write.say('transfer:swap.give') }).fill('100')
      await press(page, write.say('transfer:swap.swapOf', { amount: '100.00 USDT' }))
    },
    calls: ['getSwapQuote', 'getavailableMoneyByCurrency', 'getMyLimitOrders', 'getOrderValue'],
    async figures(given) {
      const { ask, write } = given
      const swap = TRANSFER_ROWS.find((one) => one.page === 'swap in account 1')
      const { receives } = await ask('getSwapQuote', { currencyId: 1, toCurrencyId: 3, amount: '100' })
      return [
        ...((await swap?.figures(given)) ?? []),
        `${write.say('transfer:swap.give')} 100.00 USDT`,
        `${write.say('transfer:swap.receive')} ${write.figure(receives, { decimals: 8 })} ETH`,
      ]
    },
  },
  {
    page: 'receiving',
    book: 0,
    path: () => '/recharge?aid=1&name=USDT&coin=Tether',
    calls: ['getextendfCList', 'get_my_recharge_record', 'getMyLimitOrders', 'getOrderValue'],
    async figures(given) {
      const { ask, write } = given
      const network = (await ask('getextendfCList', { currency: 'USDT' })).list[0]
      if (!network) throw new Error('no network')
      const seconds = network.blockSeconds * network.confirmations
      const time =
        seconds < 60
          ? write.say('transfer:underMinute')
          : write.say('transfer:aboutMinutes', { minutes: Math.ceil(seconds / 60) })
      return [
        write.say('transfer:receive.creditedAfter', { confirmations: network.confirmations, time }),
        ...(await newest(given, 'get_my_recharge_record')),
      ]
    },
  },
  {
    page: 'sending',
    book: 0,
    path: () => SEND,
    open: fillSend,
    calls: [
      'withdrawalIntent',
      'getRate',
      'getavailableMoneyByCurrency',
      'get_my_cash_out_record',
      'getMyLimitOrders',
      'getOrderValue',
    ],
    isArab: true,
    figures: sending,
  },
  {
    page: 'review of a withdrawal',
    book: 0,
    path: () => SEND,
    async open(page, given) {
      await fillSend(page, given)
      await press(page, given.write.say('transfer:send.review'))
    },
    calls: [
      'withdrawalIntent',
      'getRate',
      'getavailableMoneyByCurrency',
      'get_my_cash_out_record',
      'getMyLimitOrders',
      'getOrderValue',
    ],
    async figures(given) {
      const { ask, write } = given
      const terms = await ask('withdrawalIntent', { typeId: ETH_TYPE, destination: OUTSIDE, amount: SENT })
      return [
        ...(await sending(given)),
        `${write.say('transfer:feeCap')} ${write.figure(terms.fee)} ETH`,
        ...(terms.waitsUntil === null
          ? []
          : [write.say('transfer:heldUntil', { time: write.dateTime(terms.waitsUntil) })]),
      ]
    },
  },
  ...([0, 1] as const).map((type): Row => ({
    page: `records of type ${type}`,
    book: 0,
    path: () => `/record?type=${type}`,
    calls: [
      type === 0 ? 'get_my_recharge_record' : 'get_my_cash_out_record',
      'getMyLimitOrders',
      'getOrderValue',
    ],
    isArab: type === 1,
    async figures({ ask, write }) {
      const { list } = await ask(type === 0 ? 'get_my_recharge_record' : 'get_my_cash_out_record', ALL)
      return list.map(
        (one) =>
          `${one.name} ${write.dateTime(one.time)} ${write.sum(one.name, type === 0 ? one.money : `-${one.money}`, true)}`,
      )
    },
  })),
  ...([1, 0] as const).map((book): Row => ({
    page: `swaps of account ${book}`,
    book,
    path: () => '/record?type=2',
    calls: ['getMyExchangeRecords', 'getMyLimitOrders', 'getOrderValue'],
    async figures({ ask, write }) {
      return (await ask('getMyExchangeRecords', ALL)).list.map(
        (one) =>
          `${one.name} → ${one.target} ${write.dateTime(one.time)} ${write.sum(one.target, one.received, true)} ${one.target} ${write.sum(one.name, `-${one.money}`, true)} ${one.name}`,
      )
    },
  })),
  {
    page: 'details of a swap',
    book: 0,
    path: () => '/record?type=2',
    open: (page) => page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
    calls: ['getMyExchangeRecords', 'getMyLimitOrders', 'getOrderValue'],
    async figures(given) {
      const { ask, write } = given
      const list = TRANSFER_ROWS.find((one) => one.page === 'swaps of account 0')
      const [one] = (await ask('getMyExchangeRecords', ALL)).list
      if (!one) throw new Error('no swap')
      const rate = (unitsOf(one.received) * UNIT) / unitsOf(one.money)
      return [
        ...((await list?.figures(given)) ?? []),
        `${write.say('wallet:record.given')} ${write.sum(one.name, one.money)} ${one.name}`,
        `${write.say('wallet:record.received')} ${write.sum(one.target, one.received)} ${one.target}`,
        `${write.say('wallet:record.rate', { currency: one.name })} ${write.figure(decimalOf(rate))} ${one.target}`,
        `${write.say('wallet:record.time')} ${write.dateTime(one.time)}`,
      ]
    },
  },
  {
    page: 'details of a withdrawal',
    book: 0,
    path: () => '/record?type=1',
    open: (page) => page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
    calls: ['get_my_cash_out_record', 'getMyLimitOrders', 'getOrderValue'],
    async figures(given) {
      const [one] = (await given.ask('get_my_cash_out_record', ALL)).list
      const list = TRANSFER_ROWS.find((row) => row.page === 'records of type 1')
      return [...((await list?.figures(given)) ?? []), ...(one ? card(given, one) : [])]
    },
  },
]
