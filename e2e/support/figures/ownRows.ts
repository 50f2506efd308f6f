import { productById } from '@tickmark/core/market/products'
import type { Row } from './row.ts'
import type { Write } from './write.ts'

const STRIP = ['getMyLimitOrders', 'getOrderValue'] as const

function minutes(write: Write, all: number): string {
  const facts = { hours: Math.floor(all / 60), minutes: all % 60 }
  if (facts.hours === 0) return write.say('limits:time.minutes', facts)
  return write.say(facts.minutes === 0 ? 'limits:time.hours' : 'limits:time.both', facts)
}

function limitText(write: Write, kind: string, value: string): string {
  if (value === '') return write.say('limits:none')
  if (kind.startsWith('minutes')) return minutes(write, Number(value))
  return `${write.brief('USDT', value)} USDT`
}

export const OWN_ROWS: readonly Row[] = [
  {
    page: 'limits and their use',
    book: 0,
    path: () => '/limits',
    calls: ['getLimits', ...STRIP],
    isArab: true,
    async figures({ ask, write }) {
      const { limits } = await ask('getLimits')
      return limits.flatMap(({ kind, value, used, pending }) => [
        `${write.say(`limits:kind.${kind}`)} ${limitText(write, kind, value)} ${write.say('limits:used', { used: limitText(write, kind, used) })}`,
        ...(pending
          ? [
              write.say('limits:pending', {
                value: limitText(write, kind, pending.value),
                from: write.dateTime(pending.from),
              }),
            ]
          : []),
      ])
    },
  },
  {
    page: 'price alerts',
    book: 1,
    path: () => '/alerts',
    calls: ['getAlerts', ...STRIP],
    isArab: true,
    async figures({ ask, write }) {
      const { list, most } = await ask('getAlerts')
      const waiting = list.filter((one) => one.firedAt === null)
      const rows = list.map((one) => {
        const price = write.level(one.pid, one.level, one.side === 'above')
        const title = `${productById(one.pid)?.symbol} · ${write.say(`alerts:level.${one.side}`, { price })}`
        if (one.firedAt !== null) {
          const fired = write.say('alerts:firedAt', { price: write.price(one.pid, one.firedPrice ?? '0') })
          return `${title} ${fired} · ${write.dateTime(one.firedAt)}`
        }
        const move = one.kind === 'percent' ? `${write.figure(one.value, { sign: true })}% · ` : ''
        return `${title} ${move}${write.say('alerts:since')} ${write.dateTime(one.setAt)}`
      })
      return waiting.length === 0
        ? rows
        : [...rows, write.say('alerts:count', { waiting: waiting.length, most })]
    },
  },
  {
    page: 'devices in the settings',
    book: 1,
    path: () => '/settings',
    calls: ['sessions', ...STRIP],
    async figures({ ask, write }) {
      const { list } = await ask('sessions')
      return [
        ...list.map((one) => write.say('settings:sessions.seen', { time: write.dateTime(one.seenAt) })),
        // The drawn example of each choice of colours.
        '+ 1.84% − 0.62%',
      ]
    },
  },
]
