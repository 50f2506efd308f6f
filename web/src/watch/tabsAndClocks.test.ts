import { describe, expect, test } from 'vitest'
import { historyOf } from './histories.testing.ts'
import { sharedHeads, stage } from './watchStage.testing.ts'

const HOUR_MS = 3_600_000
const STEPS: [how: string, stepMs: number][] = [
  ['is set forward by an hour', HOUR_MS],
  ['is set forward by two days', 48 * HOUR_MS],
  ['is set back by an hour', -HOUR_MS],
  ['is set back by two days', -48 * HOUR_MS],
]

describe.each(STEPS)('a device whose clock %s', (_, stepMs) => {
  test('raises no alarm, even while a proof is briefly late', async () => {
    const { watch, step, now, house, device, look } = stage()
    await watch.catchUp()
    house.isSilent = true
    house.size = 30
    await step(31, 6_000)
    device.wallMs += stepMs
    await step(32, 6_000)
    expect(now()).toMatchObject({ alarm: null, size: 20 })
    house.isSilent = false
    await step(33, 6_000)
    await look(10)
    expect(now()).toMatchObject({ alarm: null, size: 33 })
  })

  test('reports a head that stays old after a minute, and not before', async () => {
    const { watch, step, now, device } = stage()
    await watch.catchUp()
    await step(23)
    await step(20, 1_000)
    device.wallMs += stepMs
    await step(20, 58_000)
    expect(now()).toMatchObject({ alarm: null })
    await step(20, 2_000)
    expect(now()).toMatchObject({ alarm: { kind: 'older' } })
  })

  test('reports a silent house after half a minute, and clears the alarm when it answers', async () => {
    const { watch, house, look, now, device } = stage()
    await watch.catchUp()
    house.isAway = true
    await look(20)
    device.wallMs += stepMs
    await look(5)
    expect(now()?.alarm).toBe(null)
    await look(15)
    expect(now()?.alarm).toEqual({ kind: 'unproved' })
    house.isAway = false
    await look(10)
    expect(now()?.alarm).toBe(null)
  })

  test('finds another history, and continues to store its heads', async () => {
    const tabs = sharedHeads()
    const { watch, step, now, house, device } = stage('log.example/tm', [], tabs)
    await watch.catchUp()
    device.wallMs += stepMs
    await step(23, 6_000)
    expect(tabs.stored).toMatchObject([{ size: 23 }])
    house.log = historyOf('log.example/tm', { change: 10 })
    await step(50, 6_000)
    expect(now()?.alarm?.kind).toBe('fork')
    expect(await tabs.forks()).toHaveLength(1)
  })
})

/** Two tabs of one browser; the house may show them different logs. */
async function twoTabs() {
  const tabs = sharedHeads()
  const [one, other] = [stage('log.example/tm', [], tabs), stage('log.example/tm', [], tabs)]
  await one.watch.catchUp()
  await other.watch.catchUp()
  return { tabs, one, other }
}

describe('two tabs of one browser', () => {
  test('at different heads of one log store the larger one, whoever writes last', async () => {
    const { tabs, one, other } = await twoTabs()
    await one.step(30, 6_000)
    await other.step(24, 6_000)
    await other.watch.keep()
    expect([one.now()?.alarm, other.now()?.alarm]).toEqual([null, null])
    expect(tabs.stored).toMatchObject([{ size: 30 }])
    await other.step(41, 6_000)
    await one.step(35, 6_000)
    expect([one.now()?.alarm, other.now()?.alarm]).toEqual([null, null])
    expect(tabs.stored).toMatchObject([{ size: 41 }])
  })

  test('that see two histories both raise the alarm, with the same evidence', async () => {
    const { tabs, one, other } = await twoTabs()
    other.house.log = historyOf('log.example/tm', { change: 25 })
    await one.step(30, 6_000)
    await other.step(31, 6_000)
    expect(other.now()?.alarm?.kind).toBe('fork')
    await one.look(5)
    expect(one.now()?.alarm).toEqual(other.now()?.alarm)
    expect(await tabs.forks()).toHaveLength(1)
  })

  test('share evidence that one of them found in a receipt', async () => {
    const { one, other } = await twoTabs()
    const forged = one.note(12, { ...one.house, log: historyOf('log.example/tm', { change: 3 }) })
    expect(await one.watch.compare(forged)).toBe('differs')
    expect(other.now()?.alarm).toBe(null)
    await other.step(23, 6_000)
    await other.look(5)
    expect(other.now()?.alarm).toEqual(one.now()?.alarm)
    expect(one.now()?.alarm?.kind).toBe('fork')
  })

  test('apply evidence against one log to that log only', async () => {
    const tabs = sharedHeads()
    const former = stage('sandbox/log/1', [], tabs)
    await former.watch.catchUp()
    former.house.log = historyOf('sandbox/log/1', { change: 10 })
    await former.step(50, 6_000)
    expect(former.now()?.alarm?.kind).toBe('fork')
    const next = stage('sandbox/log/2', [], tabs)
    await next.watch.catchUp()
    await next.look(10)
    expect(next.now()?.alarm).toEqual({ kind: 'restarted' })
  })

  test('with an older head in one after two days of sleep raise no false alarm, and lose no true one', async () => {
    const { tabs, one, other } = await twoTabs()
    await one.step(30, 6_000)
    for (let day = 0; day < 2; day += 1) {
      await one.look(10)
      other.device.wallMs += 24 * HOUR_MS
    }
    other.house.size = 30
    await other.watch.catchUp()
    await other.look(10)
    expect(other.now()).toMatchObject({ alarm: null, size: 30 })
    expect(tabs.stored).toMatchObject([{ size: 30 }])
  })
})
