import { simulatedSource } from '@tickmark/server/market/simulatedSource'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newWatcher } from '../../support/house/watchers.ts'
import { HONEST, judgeAll, placeWinners } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const ORDERS = 1_000
/** Ends only a test that hangs: a thousand orders take many minutes on a busy machine. */
const NIGHT_MS = 3 * 3_600_000
const AT_ONCE = 50
const DAY_S = 86_400

/** Seeds of other markets, until one makes these orders lose. */
function otherSource(pid: number, entryS: number, dueS: number, direction: 'up' | 'down') {
  for (;;) {
    const source = simulatedSource(new Uint8Array(randomBytes(32)), house.keys.firstDay)
    const at = (second: number) => source.pricesAt(second).get(pid) ?? 0n
    const moves = [0, 1, 2].map((back) => at(dueS - back) - at(entryS))
    if (moves.every((move) => (direction === 'up' ? move < 0n : move > 0n))) return source
  }
}

test(
  'a house that draws prices from another seed is found out when it reveals its day',
  async () => {
    const honest = await placeWinners(house, AT_ONCE)
    await house.pass(67)
    expect(await judgeAll(house, honest)).toEqual(HONEST)
    const watcher = newWatcher(house)
    for (let turned = 0; turned < ORDERS; turned += AT_ONCE) {
      const winners = await placeWinners(house, AT_ONCE)
      const [one] = winners
      if (!one) throw new Error('there are orders')
      const other = otherSource(one.pid, one.entryS, one.dueS, one.direction)
      await house.write(66, {
        prices: (second, drawn) =>
          new Map([...drawn, [one.pid, other.pricesAt(second).get(one.pid) ?? 0n] as const]),
      })
      await house.pass(1)
      expect(await judgeAll(house, winners)).toEqual({ ...HONEST, outcome: 'lost' })
      expect(await watcher.look()).toMatchObject({ kind: 'fine' })
    }
    await house.pass(DAY_S - (Math.floor(house.clock.nowMs() / 1_000) % DAY_S) + 5)
    expect(await watcher.look()).toMatchObject({ kind: 'alarm', problem: 'wrong_price' })
  },
  NIGHT_MS,
)
