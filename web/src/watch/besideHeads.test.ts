import { expect, test, vi } from 'vitest'
import { historyOf, second } from './histories.testing.ts'
import type { Alarm } from './watchState.ts'
import { sharedHeads, stage } from './watchStage.testing.ts'

test('what else is wrong is shown in its order, below an alarm about the log, until it is over', async () => {
  const { watch, now, house, step } = stage()
  await watch.catchUp()
  watch.tell('unwitnessed', true)
  expect(now()?.alarm).toEqual({ kind: 'unwitnessed' })
  for (const kind of ['frozen', 'account', 'config'] as const) {
    watch.tell(kind, true)
    expect(now()?.alarm).toEqual({ kind })
  }
  for (const [over, kind] of [
    ['config', 'account'],
    ['frozen', 'account'],
    ['account', 'unwitnessed'],
  ] as const) {
    watch.tell(over, false)
    expect(now()?.alarm).toEqual({ kind })
  }
  house.log = historyOf('log.example/tm', { change: 10 })
  await step(50, 6_000)
  expect(now()?.alarm?.kind).toBe('fork')
  watch.tell('unwitnessed', false)
  expect(now()?.alarm?.kind).toBe('fork')
})

test('another thing that is wrong stands before a restarted sandbox', async () => {
  const { watch, now, house, step } = stage('sandbox/log/1')
  await watch.catchUp()
  Object.assign(house, { log: historyOf('sandbox/log/2'), by: second, size: 5 })
  await step(6, 6_000)
  watch.tell('frozen', true)
  expect(now()?.alarm).toEqual({ kind: 'frozen' })
  watch.tell('frozen', false)
  expect(now()?.alarm).toEqual({ kind: 'restarted' })
})

test('nothing of a former sandbox counts against the next one: no head of its sizes, and no unproved one', async () => {
  const { watch, now, house, step, note, look } = stage('sandbox/log/1')
  await watch.catchUp()
  house.hidesEntries = true
  await watch.compare(note(12, { ...house, log: historyOf('sandbox/log/1', { change: 3 }) }))
  Object.assign(house, { log: historyOf('sandbox/log/2'), by: second, size: 5, hidesEntries: false })
  await step(6, 6_000)
  for (const size of [12, 20, 30, 40]) await step(size, 10_000)
  await look(10)
  expect(now()).toMatchObject({ alarm: { kind: 'restarted' }, size: 40 })
})

test('a sleep of the device is no silence of the house', async () => {
  const { watch, house, device, look, now } = stage()
  await watch.catchUp()
  house.isHanging = true
  for (let hour = 0; hour < 3; hour += 1) {
    await look(10)
    device.monotonicMs += 3_600_000
  }
  expect(now()?.alarm).toBe(null)
})

test('a log is known since the first visit of any tab', async () => {
  const tabs = sharedHeads()
  const [one, other] = [stage('log.example/tm', [], tabs), stage('log.example/tm', [], tabs)]
  // The other tab loads before the first one has stored a head, and sees the log later.
  await Promise.all([one.watch.keep(), other.watch.keep()])
  await one.watch.catchUp()
  other.device.monotonicMs += 3_600_000
  await other.watch.catchUp()
  await other.step(30, 6_000)
  expect(other.now()?.sinceMs).toBe(4_600_000)
  expect(tabs.stored).toMatchObject([{ size: 30, sinceMs: 1_000_000 }])
})

test('the house is asked at most every 5 s, and not at all while its heads come', async () => {
  const { watch, step, look, house } = stage()
  let asked = 0
  Object.defineProperty(house, 'isAway', { get: () => (asked++, false) })
  await watch.catchUp()
  expect(asked).toBe(1)
  for (let size = 21; size < 31; size += 1) await step(size, 1_000)
  watch.look(true)
  await watch.keep()
  expect(asked).toBe(1)
  await look(20)
  expect(asked).toBe(5)
  await look(20, false)
  expect(asked).toBe(5)
  // Heads of another log do not make it ask sooner.
  const unproved = { size: 30, leaves: [], last: null, note: stage('log.example/other').note(30) }
  for (let n = 0; n < 3; n += 1) await watch.step(unproved)
  expect(asked).toBe(6)
})

test('heads are stored every 5 s, and when the page asks for it', async () => {
  const tabs = sharedHeads()
  let puts = 0
  const { put } = tabs
  tabs.put = (...given) => {
    puts += 1
    return put(...given)
  }
  const { watch, step } = stage('log.example/tm', [], tabs)
  await watch.catchUp()
  expect(puts).toBe(1)
  for (let size = 21; size < 25; size += 1) await step(size, 1_000)
  expect(puts).toBe(1)
  await step(25, 1_000)
  expect(puts).toBe(2)
  await watch.keep()
  expect(puts).toBe(3)
  expect(tabs.stored).toMatchObject([{ size: 25 }])
})

test('the last alarm about the log is remembered for the next load, if it lasts', async () => {
  const { showWatch, wasAlarmed, watchState } = await import('./watchState.ts')
  const disk = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  })
  const states = (['unproved', 'older', 'frozen', 'key', 'fork', null] as const).map((kind) => {
    showWatch({ ...watchState.get(), alarm: kind && ({ kind } as Alarm) })
    return wasAlarmed()
  })
  showWatch({ ...watchState.get(), alarm: null })
  vi.unstubAllGlobals()
  expect(states).toEqual([false, false, false, true, true, false])
})
