import { OUTSIDE } from '@tickmark/server/app/custody.testing'
import type { Page } from 'playwright-core'
import type { Answer } from './ask.ts'
import { maybe } from './judge.ts'
import { type Given, press, type Row } from './row.ts'
import { decimalOf, UNIT, unitsOf, type Write } from './write.ts'

const SWAP = '/recharge?aid=1&name=USDT&coin=Tether&tab=swap'
const SEND = '/recharge?aid=3&name=ETH&coin=Ethereum&tab=send'
/** Network 1 of the sandbox, currency 3. */
const ETH_TYPE = 35
const SENT = '0.021'

type Transfer = Answer<'get_my_recharge_record'>['list'][number]

const ALL = { pageNum: 1, pageSize: 10 }

/** Total, results and what orders hold: of the home page and the wallet. */
async function totals({ ask, write, nowMs }: Given, hasAllTime: boolean): Promise<string[]> {
  const { data } = await ask('getMyWalletData', { dayStart: midnightBefore(nowMs) })
  const dollars = (decimal: string) => `$${write.figure(decimal, { decimals: 2 })}`
  const result = (decimal: string, label: string) => `${write.sum('USDT', decimal, true)} ${write.say(label)}`
  return [
    dollars(data.total),
    result(data.today, 'home:today'),
    ...(hasAllTime
      ? [result((await ask('getHoldingsHistory', { range: '1D' })).allTime, 'home:allTime')]
      : []),
    ...(unitsOf(data.inOrders) === 0n
      ? []
      : [write.say('home:inOrders', { amount: dollars(data.inOrders) })]),
  ]
}

/** The midnight in Berlin, which is an hour ahead in winter. */
function midnightBefore(ms: number): number {
  return Math.floor((ms + 3_600_000) / 86_400_000) * 86_400_000 - 3_600_000
}

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

export const WALLET_ROWS: readonly Row[] = [
  ...([1, 0] as const).map((book): Row => ({
    page: `home of account ${book}`,
    book,
    path: () => '/',
    calls: ['getMyWalletData', 'getMarket', 'getUnread', 'modify_user', 'getMyLimitOrders', 'getOrderValue'],
    isArab: book === 1,
    async figures(given) {
      const { ask, write } = given
      const { list } = await ask('getMarket')
      const { unread } = await ask('getUnread')
      return [
        ...(await totals(given, false)),
        unread > 99 ? '99+' : String(unread),
        // The list of the day's busiest coins has some of them.
        ...list.map((one) =>
          maybe(
            `${one.symbol} ${one.name} ${write.price(one.pid, one.price)} ${one.changePct.replace('-', '−')}`,
          ),
        ),
        (await ask('modify_user')).myCode,
      ]
    },
  })),
  ...([1, 0] as const).map((book): Row => ({
    page: `statement of account ${book}`,
    book,
    path: () => '/statement?currency=USDT&days=30',
    calls: ['getStatement', 'getMyLimitOrders', 'getOrderValue'],
    isArab: book === 0,
    async figures({ ask, write, nowMs }) {
      const span = {
        currencyId: 1,
        kind: 'available',
        from: nowMs - 30 * 86_400_000,
        to: nowMs + 1,
        pageSize: 500,
      }
      const { opening, closing, lines } = await ask('getStatement', span)
      return [
        `${write.say('wallet:statement.opening')} ${write.figure(opening)} USDT`,
        `${write.say('wallet:statement.closing')} ${write.figure(closing)} USDT`,
        ...lines.map((one) => {
          const balance = write.say('wallet:statement.after', { balance: write.figure(one.balance) })
          const counter = write.say(`wallet:statement.counter.${one.counter}`)
          return `${write.dateTime(one.at)} · ${counter} ${write.figure(one.amount, { sign: true })} ${balance}`
        }),
      ]
    },
  })),
  ...([1, 0] as const).map((book): Row => ({
    page: `wallet of account ${book}`,
    book,
    path: () => '/account',
    calls: [
      'getMyWalletData',
      'getHoldingsHistory',
      'getSignedBalances',
      'getMyLimitOrders',
      'getOrderValue',
    ],
    isArab: book === 0,
    async figures(given) {
      const { ask, write } = given
      const { items } = (await ask('getMyWalletData', { dayStart: midnightBefore(given.nowMs) })).data
      const { total } = await ask('getHoldingsHistory', { range: '1D' })
      const units = total.map(unitsOf).toSorted((a, b) => (a < b ? -1 : 1))
      const dollars = (one: bigint) => `$${write.figure(decimalOf(one), { decimals: 2 })}`
      const [low, high] = [dollars(units[0] ?? 0n), dollars(units.at(-1) ?? 0n)]
      const { signed } = await ask('getSignedBalances')
      return [
        ...(await totals(given, true)),
        low === high
          ? write.say('wallet:unchanged', { value: low })
          : write.say('wallet:between', { low, high }),
        ...items.map(
          (one) =>
            `${one.name} ${one.alias} $${write.figure(one.value, { decimals: 2 })} ${write.sum(one.name, one.amount)}`,
        ),
        write.say('signedBalances:row.signed', { time: write.clock(signed?.until ?? 0) }),
      ]
    },
  })),
  {
    page: 'balance proof',
    book: 1,
    path: () => '/signed-balances',
    calls: ['getSignedBalances', 'getMyLimitOrders', 'getOrderValue'],
    async figures({ ask, write }) {
      const { signed } = await ask('getSignedBalances')
      if (!signed) throw new Error('no audit is in the log')
      const entry = JSON.parse(signed.segment.bodies[0] ?? '') as {
        liabilities: { book: string; currency: string; amount: string }[]
      }
      const own = new Map<string, bigint>()
      for (const { book, currency, kind, amount } of signed.shares) {
        const key = `${currency} ${kind}`
        if (book === 'simulated') own.set(key, (own.get(key) ?? 0n) + BigInt(amount))
      }
      const owned = [...own].filter(([, amount]) => amount > 0n)
      const names = new Set(owned.map(([key]) => key.split(' ')[0]))
      const all = entry.liabilities.filter((one) => one.book === 'simulated' && names.has(one.currency))
      return [
        ...owned.map(([key, amount]) => {
          const [currency = '', kind = ''] = key.split(' ')
          return `${write.say(`signedBalances:kind.${kind}`, { currency })} ${write.sum(currency, amount)}`
        }),
        `${write.say('signedBalances:until')} ${write.dateTime(signed.until)}`,
        `${write.say('signedBalances:entry')} ${write.figure(String(signed.segment.from + 1), { decimals: 0 })}`,
        ...all.map((one) => `${one.currency} ${write.sum(one.currency, BigInt(one.amount))}`),
        `tickmark-balances-${new Date(signed.until).toISOString().slice(0, 10)}.json`,
      ]
    },
  },
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
      const swap = WALLET_ROWS.find((one) => one.page === 'swap in account 1')
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
      const list = WALLET_ROWS.find((one) => one.page === 'swaps of account 0')
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
      const list = WALLET_ROWS.find((row) => row.page === 'records of type 1')
      return [...((await list?.figures(given)) ?? []), ...(one ? card(given, one) : [])]
    },
  },
]
