import { expect, test } from 'vitest'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { openClockGuard } from './clockGuard.ts'
import { createTestDatabase } from './database.testing.ts'
import { toldTime } from './houseTimeStore.ts'

const HOUR = 3_600_000

test('trading stays paused while the house checks for open orders, and resumes in the time it then has', async () => {
  const own = await createTestDatabase()
  const clock = movableClock({ isStill: true })
  const told = toldTime(own.database.db)
  const readDatabaseMs = () => Promise.resolve(clock.databaseMs())
  const guard = openClockGuard({ clock, log: silentLog(), readDatabaseMs, told })
  const looks: ((isQuiet: boolean) => void)[] = []
  const isQuiet = () => new Promise<boolean>((resolve) => looks.push(resolve))
  try {
    await guard.start({ isQuiet, isWriting: () => true })
    expect([guard.isAgreed(), await told.read()]).toMatchObject([true, { isAgreed: true }])
    clock.setWall(HOUR)
    clock.setDatabase(HOUR)
    for (let i = 0; i < 5; i++) {
      clock.advance(1_000)
      await guard.idle()
    }
    clock.advance(1_000)
    await expect.poll(() => looks.length).toBe(1)
    expect([guard.isAgreed(), guard.trouble(), await told.read()]).toMatchObject([
      false,
      'set',
      { isAgreed: false },
    ])
    looks[0]?.(true)
    await guard.idle()
    expect([guard.isAgreed(), Math.round(guard.ownTimeMs() / 1_000)]).toEqual([true, 0])
    expect(await told.read()).toMatchObject({ isAgreed: true })
  } finally {
    await guard.stop()
    await own.close()
  }
})
