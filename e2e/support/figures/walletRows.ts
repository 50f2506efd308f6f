import { maybe } from './judge.ts'
import { type Given, midnightBefore, type Row, signOf } from './row.ts'
import { decimalOf, unitsOf } from './write.ts'

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
            `${one.symbol} ${one.name} ${write.price(one.pid, one.price)} ${signOf(one.changePct)}${one.changePct.replace(/^[+-]/, '')}`,
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
      const { items, total: now } = (await ask('getMyWalletData', { dayStart: midnightBefore(given.nowMs) }))
        .data
      const { total } = await ask('getHoldingsHistory', { range: '1D' })
      const units = [...total, now].map(unitsOf).toSorted((a, b) => (a < b ? -1 : 1))
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
]
