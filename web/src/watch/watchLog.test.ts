import { checkFork } from '@tickmark/core/log/fork'
import { checkpointKey } from '@tickmark/core/log/checkpoint'
import { keyText } from '@tickmark/core/log/note'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { hashesOf } from './logHouse.ts'
import { withSignatures } from './signatures/signatures.ts'
import { first, historyOf, keysEntry, second } from './histories.testing.ts'
import { type Alarm, isContinued } from './watchState.ts'
import { stage } from './watchStage.testing.ts'

test('the first head is taken on trust, and each further one is followed by its leaves or by a proof', async () => {
  const { watch, step, now, house } = stage()
  await watch.catchUp()
  expect(now()).toMatchObject({ alarm: null, sinceMs: 1_000_000, size: 20 })
  await step(23)
  expect(now()?.size).toBe(23)
  house.size = 40
  await step(41, 6_000)
  expect(now()).toMatchObject({ alarm: null, sinceMs: 1_000_000, size: 41 })
})

test.each<[kind: Alarm['kind'], is: boolean]>([
  ['key', false],
  ['unproved', false],
  ['older', false],
  ['restarted', true],
  ['config', true],
  ['account', true],
  ['frozen', true],
  ['unwitnessed', true],
  ['fork', false],
])('under an alarm of kind %s the log itself is consistent: %s', (kind, is) => {
  expect(isContinued({ kind } as Alarm)).toBe(is)
})

test('without an alarm the log is consistent', () => {
  expect(isContinued(null)).toBe(true)
})

test('a missed or late frame raises no alarm', async () => {
  const { watch, step, now, note, house } = stage()
  await watch.catchUp()
  await step(23)
  await watch.step({ size: 20, leaves: [], last: null, note: note(20) })
  house.size = 30
  await watch.catchUp()
  await watch.step({ size: 25, leaves: [], last: null, note: note(25) })
  expect(now()).toMatchObject({ alarm: null, size: 30 })
})

describe('a house that gives no proof', () => {
  test('is reported after thirty seconds, until it gives one', async () => {
    const { watch, step, now, house } = stage()
    await watch.catchUp()
    Object.assign(house, { isSilent: true, size: 30 })
    for (const [size, afterMs] of [
      [31, 10_000],
      [32, 10_000],
      [33, 19_000],
    ] as const) {
      await step(size, afterMs)
      expect(now()).toMatchObject({ alarm: null, size: 20 })
    }
    await step(34, 6_000)
    expect(now()).toMatchObject({ alarm: { kind: 'unproved' }, size: 20 })
    house.isSilent = false
    await step(35, 6_000)
    expect(now()).toMatchObject({ alarm: null, size: 35 })
  })

  test('or only an older, known head is reported after a minute', async () => {
    const { watch, step, now } = stage()
    await watch.catchUp()
    await step(23)
    await step(20, 1_000)
    await step(20, 59_000)
    expect(now()).toMatchObject({ alarm: null, size: 23 })
    await step(20, 1_000)
    expect(now()).toMatchObject({ alarm: { kind: 'older' }, size: 23 })
    await step(24, 1_000)
    expect(now()).toMatchObject({ alarm: null, size: 24 })
    // A later old head has its own minute.
    await step(23, 1_000)
    await step(23, 59_000)
    expect(now()).toMatchObject({ alarm: null, size: 24 })
    await step(23, 1_000)
    expect(now()).toMatchObject({ alarm: { kind: 'older' }, size: 24 })
  })
})

describe('another history under the same key', () => {
  test.each([
    ['at the same size', 20],
    ['after one entry more', 21],
    ['after many', 50],
  ])('is an alarm with evidence, which stays: %s', async (_, size) => {
    const { watch, step, now, house } = stage()
    await watch.catchUp()
    house.log = historyOf('log.example/tm', { change: 10 })
    await step(size, 6_000)
    expect(now()).toMatchObject({
      alarm: { kind: 'fork', evidence: { format: 'tickmark-fork/2' } },
      size: 20,
    })
    house.log = historyOf('log.example/tm')
    await step(55, 90_000)
    await watch.catchUp()
    expect(now()).toMatchObject({ alarm: { kind: 'fork' }, size: 20 })
  })

  test('is found in a receipt that the house gives', async () => {
    const { watch, now, house, note } = stage()
    await watch.catchUp()
    expect(await watch.compare(note(12))).toBe('agrees')
    const forged = note(12, { ...house, log: historyOf('log.example/tm', { change: 3 }) })
    expect(await watch.compare(forged)).toBe('differs')
    expect(now()?.alarm?.kind).toBe('fork')
  })

  test('cannot be detected from a receipt while the house is silent, or from one of another log', async () => {
    const { watch, now, house, note } = stage()
    await watch.catchUp()
    house.isSilent = true
    expect(await watch.compare(note(12))).toBe('unproved')
    expect(now()?.alarm).toBe(null)
  })
})

describe('a receipt', () => {
  test('of another log or key differs, even if the house does not answer', async () => {
    const { watch, house, note, now } = stage()
    await watch.catchUp()
    const other = note(20, { ...house, log: historyOf('log.example/other') })
    expect(await watch.compare(note(20, { ...house, by: second }))).toBe('differs')
    expect(await watch.compare(other)).toBe('differs')
    house.isAway = true
    expect(await watch.compare(other)).toBe('differs')
    expect(await watch.compare(note(20, { ...house, by: second }))).toBe('unproved')
    expect(now()?.alarm).toBe(null)
  })

  test('under a new key since the last head agrees', async () => {
    const { watch, house, note } = stage()
    await watch.catchUp()
    house.log = historyOf('log.example/tm', { keys: [keysEntry('log.example/tm', 25, second, first)] })
    Object.assign(house, { by: second, size: 30 })
    expect(await watch.compare(note(28))).toBe('agrees')
  })

  test('of a former sandbox is not compared, nor any receipt on a first visit without the house', async () => {
    const { watch, house, note } = stage('sandbox/log/2')
    await watch.catchUp()
    expect(await watch.compare(note(9, { ...house, log: historyOf('sandbox/log/1') }))).toBe('unwatched')
    const fresh = stage()
    fresh.house.isAway = true
    expect(await fresh.watch.compare(fresh.note(9))).toBe('unwatched')
  })

  test.each([
    ['log.example/tm', 'sandbox/log/1', 'differs'],
    ['sandbox/log/1', 'log.example/tm', 'differs'],
    ['log.example/tm', 'log.example/other', 'differs'],
    ['sandbox/log/2', 'sandbox/log/1', 'unwatched'],
  ])('on the page of %s, one of %s: %s', async (watched, shown, agreement) => {
    const { watch, house, note } = stage(watched)
    await watch.catchUp()
    expect(await watch.compare(note(9, { ...house, log: historyOf(shown) }))).toBe(agreement)
  })

  test('is compared with the heads of earlier visits while the house is unreachable', async () => {
    const { stored, note } = stage()
    const { watch, house } = stage('log.example/tm', [stored()])
    house.isAway = house.isSilent = true
    expect(await watch.compare(note(20))).toBe('agrees')
    expect(await watch.compare(note(12))).toBe('unproved')
    expect(await watch.compare(note(20, { ...house, log: historyOf('log.example/other') }))).toBe('differs')
  })

  test('without a proof is reported after thirty seconds, even while the log grows', async () => {
    const { watch, house, note, step, now, look } = stage()
    await watch.catchUp()
    house.hidesEntries = true
    const forged = note(12, { ...house, log: historyOf('log.example/tm', { change: 3 }) })
    expect(await watch.compare(forged)).toBe('unproved')
    for (let size = 21; size < 27; size += 1) await step(size, 5_000)
    await look(5)
    expect(now()).toMatchObject({ alarm: { kind: 'unproved' }, size: 26 })
    await step(27)
    expect(now()).toMatchObject({ alarm: { kind: 'unproved' }, size: 27 })
  })
})

describe('silence', () => {
  test.each([
    ['no head, on a page that knows the log', true, { isAway: true }],
    ['a first head whose edge does not fit', false, { isOddEdge: true }],
  ])('is mentioned after thirty seconds, and no more once it ends: %s', async (_, isKnown, wrong) => {
    const { watch, house, look, now } = stage('log.example/tm', isKnown ? [stage().stored()] : [])
    Object.assign(house, wrong)
    await watch.catchUp()
    await look(25)
    expect(now()?.alarm ?? null).toBe(null)
    await look(10)
    expect(now()?.alarm).toEqual({ kind: 'unproved' })
    Object.assign(house, { isAway: false, isOddEdge: false })
    await look(10)
    expect(now()).toMatchObject({ alarm: null, size: 20 })
  })

  test('after a proved head counts, even if the house never answers again', async () => {
    const { watch, house, look, now } = stage()
    await watch.catchUp()
    house.isHanging = true
    await look(40)
    expect(now()).toMatchObject({ alarm: { kind: 'unproved' }, size: 20 })
  })

  test('of a first visit, of a device without a network and of a hidden page does not count', async () => {
    const fresh = stage()
    fresh.house.isAway = true
    await fresh.look(60)
    expect(fresh.now()?.alarm ?? null).toBe(null)
    const { watch, house, device, look, now, note } = stage()
    await watch.catchUp()
    house.isAway = house.isSilent = true
    await look(60, false)
    device.isOnline = false
    await look(60)
    expect(await watch.compare(note(12))).toBe('unwatched')
    await look(60)
    expect(now()?.alarm).toBe(null)
    device.isOnline = true
    await look(20)
    expect(now()?.alarm).toBe(null)
  })
})

test('signed heads on the socket without a proof are reported, although the house shows a growing log', async () => {
  const { watch, house, note, look, now } = stage()
  await watch.catchUp()
  const forged = { ...house, log: historyOf('log.example/tm', { change: 10 }) }
  house.hidesEntries = true
  for (let seconds = 0; seconds < 35; seconds += 5) {
    house.size += 1
    await watch.step({ size: 30, leaves: [], last: null, note: note(30, forged) })
    await look(5)
  }
  expect(now()).toMatchObject({ alarm: { kind: 'unproved' }, size: 27 })
})

describe('a new key', () => {
  const origin = 'log.example/tm'
  test('signed by the old one is followed, and receipts under both agree', async () => {
    const { watch, step, now, house, note } = stage()
    await watch.catchUp()
    const early = note(15)
    house.log = historyOf(origin, { keys: [keysEntry(origin, 25, second, first)] })
    house.by = second
    await step(30, 6_000)
    expect(now()).toMatchObject({ alarm: null, size: 30 })
    expect(await watch.compare(early)).toBe('agrees')
    expect(await watch.compare(note(28))).toBe('agrees')
  })

  test('ends the one before it: a later head under that one is an alarm', async () => {
    const { watch, step, now, house } = stage()
    await watch.catchUp()
    house.log = historyOf(origin, { keys: [keysEntry(origin, 25, second, first)] })
    house.by = second
    await step(30, 6_000)
    house.by = first
    await step(35, 6_000)
    expect(now()).toMatchObject({ alarm: { kind: 'key', sinceMs: 1_000_000 }, size: 30 })
  })

  test('does not hide another history: both heads are evidence', async () => {
    const { watch, step, now, house } = stage()
    await watch.catchUp()
    house.log = historyOf(origin, { change: 10, keys: [keysEntry(origin, 25, second, first)] })
    house.by = second
    await step(30, 6_000)
    const alarm = now()?.alarm
    const evidence = alarm?.kind === 'fork' ? alarm.evidence : null
    expect(evidence).toMatchObject({ changes: [house.log.keyChanges[1]] })
    expect(await withSignatures((crypto) => checkFork(evidence, crypto))).toMatchObject({ problem: null })
  })

  test('is remembered with the one before, so that evidence holds on a later visit, too', async () => {
    const { watch, step, house, stored } = stage()
    await watch.catchUp()
    house.log = historyOf(origin, { keys: [keysEntry(origin, 25, second, first)] })
    house.by = second
    await step(30, 6_000)
    const { former, changes } = {
      former: [keyText(checkpointKey(origin, first.log, sha256))],
      changes: house.log.keyChanges.slice(1),
    }
    const later = stage(origin, [{ ...stored(), former, changes }])
    Object.assign(later.house, { log: house.log, by: second, size: 30 })
    await later.watch.catchUp()
    expect(later.now()?.alarm).toBe(null)
    const forged = { ...later.house, by: first, log: historyOf(origin, { change: 3 }) }
    expect(await later.watch.compare(later.note(12, forged))).toBe('differs')
    const alarm = later.now()?.alarm
    expect(alarm?.kind === 'fork' && alarm.evidence.changes).toEqual(changes)
  })

  test.each([
    ['that nobody has signed', historyOf(origin)],
    ['that only itself has signed', historyOf(origin, { keys: [keysEntry(origin, 25, second, second)] })],
    ['of a log with another name', historyOf('log.example/other')],
  ])('%s is an alarm', async (_, log) => {
    const { watch, step, now, house } = stage()
    await watch.catchUp()
    Object.assign(house, { log, by: second })
    await step(30, 6_000)
    expect(now()?.alarm).toEqual({ kind: 'key', sinceMs: 1_000_000 })
  })

  test('of another sandbox starts a new watch, and the page says so', async () => {
    const { watch, step, now, house } = stage('sandbox/log/1')
    await watch.catchUp()
    Object.assign(house, { log: historyOf('sandbox/log/2'), by: second, size: 5 })
    await step(6, 6_000)
    expect(now()).toMatchObject({
      alarm: { kind: 'restarted' },
      isSandbox: true,
      sinceMs: 1_006_000,
      size: 6,
    })
    await step(9)
    expect(now()).toMatchObject({ alarm: { kind: 'restarted' }, size: 9 })
  })
})

test('hashes from the house are used only when all are valid', () => {
  expect(hashesOf(['ab'.repeat(32)])).toHaveLength(1)
  expect(hashesOf(['ab'.repeat(32), 'ab'])).toBe(null)
  expect(hashesOf(['AB'.repeat(32)])).toBe(null)
})
