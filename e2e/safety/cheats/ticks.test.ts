import { runs } from '@tickmark/core/runs.testing'
import { expect, test } from 'vitest'
import { type LogCheat, setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { type Foresight, HONEST, type Judged, judgeAll, placeWinners } from '../../support/house/winners.ts'

const house = setCheatingHouse()

interface TickCheat {
  what: string
  /** Orders that this cheat would turn. */
  suits(one: Foresight): boolean
  log(one: Foresight): LogCheat
  /** What the receipts of the turned orders show. */
  shows: Omit<Judged, 'outcome'>
}

const except = (seconds: readonly number[]): LogCheat => ({
  prices: (second, drawn) => (seconds.includes(second) ? null : drawn),
})

/** The second of the settlement window without whose price the order would not win. */
const badSecond = (one: Foresight) =>
  [one.dueS - 2, one.dueS - 1, one.dueS].find((second) => !one.wins({ missing: [second] }))

const CHEATS: TickCheat[] = [
  {
    what: 'drops one of the three ticks that settle them',
    suits: (one) => badSecond(one) !== undefined,
    log: (one) => ({
      prices(second, drawn) {
        if (second !== badSecond(one)) return drawn
        return new Map([...drawn].filter(([pid]) => pid !== one.pid))
      },
    }),
    shows: { verdict: 'not_proven', failed: ['settlement_price'] },
  },
  {
    what: 'stops its feed in the settlement window, so that they are void',
    suits: () => true,
    log: ({ dueS }) => except([dueS - 2, dueS - 1, dueS]),
    shows: { verdict: 'not_proven', failed: ['settlement_price'] },
  },
  {
    what: 'stops its feed at their entry, so that they are void',
    suits: () => true,
    log: ({ entryS }) => except([entryS, entryS + 1, entryS + 2, entryS + 3]),
    shows: { verdict: 'not_proven', failed: ['ticket_before_entry', 'entry_price'] },
  },
  {
    what: 'drops the tick of their entry, and takes the next one',
    suits: (one) => !one.wins({ entryS: one.entryS + 1 }),
    log: ({ entryS }) => except([entryS]),
    shows: { verdict: 'not_proven', failed: ['ticket_before_entry'] },
  },
  {
    what: 'logs their tickets a second late, and so picks the entry price',
    suits: (one) => !one.wins({ entryS: one.entryS + 1 }),
    log: ({ entryS }) => ({ logsTickets: (second) => second > entryS }),
    shows: { verdict: 'not_proven', failed: ['ticket_before_entry'] },
  },
]

const ORDERS = runs(10, 1_000)
const AT_ONCE = Math.min(ORDERS, 50)

test.each(runs(CHEATS.slice(0, 1), CHEATS))(
  'a house that $what turns winning orders, and none of their receipts holds',
  async ({ suits, log, shows }) => {
    const honest = await placeWinners(house, AT_ONCE, suits)
    await house.write(66, {})
    await house.pass(1)
    expect(await judgeAll(house, honest)).toEqual(HONEST)
    for (let turned = 0; turned < ORDERS; turned += AT_ONCE) {
      const winners = await placeWinners(house, AT_ONCE, suits)
      const [first] = winners
      if (!first) throw new Error('there are orders')
      await house.write(66, log(first))
      await house.pass(1)
      const { outcome, ...found } = await judgeAll(house, winners)
      expect(outcome).not.toBe('won')
      expect(found).toEqual(shows)
    }
  },
  runs(300_000, 3 * 3_600_000),
)
