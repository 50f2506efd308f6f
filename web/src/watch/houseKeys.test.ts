import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { entryBody, keysText, parseEntry, type KeysEntry, type LogEntry } from '@tickmark/core/log/log'
import { rangeProof } from '@tickmark/core/log/tree/treeProofs'
import { CONSISTENCY_PATH } from '@tickmark/wire/logFiles'
import { afterEach, expect, test } from 'vitest'
import { openDevice } from './device.testing.ts'
import { first, historyOf, keysEntry, second, stranger, third } from './histories.testing.ts'
import { headOf, shownBy, toyHouse } from './watchStage.testing.ts'

const ORIGIN = 'log.example/tm'
const keys = (by: typeof first) => ({ origin: ORIGIN, log: by.log, receipts: 'cd'.repeat(32) })
/** The log key changes twice between two visits. */
const CHANGES = [keysEntry(ORIGIN, 25, second, first), keysEntry(ORIGIN, 35, third, second)]
const opened: (() => void)[] = []

afterEach(() => opened.splice(0).forEach((close) => close()))

type Shown = NonNullable<Awaited<ReturnType<ReturnType<typeof shownBy>['stretchAfter']>>>

/** A device whose pages ask a house for the keys in its log. `distort` changes what the house shows of an entry; null hides it. */
function device() {
  const house = toyHouse(ORIGIN)
  const shown = shownBy(house)
  const world = { distort: (one: Shown): Shown | null => one, hidesProofs: false }
  const { visit, close, asked, disk, databases } = openDevice(
    {
      getLogHead: async () => (await shown.head()) ?? undefined,
      async getLog({ from }) {
        const one = await shown.stretchAfter(Number(from) - 1)
        return (one && world.distort(one)) ?? undefined
      },
    },
    async ({ pathname, searchParams }) => {
      if (pathname !== CONSISTENCY_PATH || world.hidesProofs) return null
      const proof = await shown.proof(Number(searchParams.get('from')), Number(searchParams.get('to')))
      return proof && { proof: proof.map(hexOf) }
    },
  )
  opened.push(close)
  return {
    house,
    world,
    asked,
    disk,
    databases,
    /** The house's log goes on with these changes of its keys. */
    change: (changes: LogEntry[], by = third) =>
      void Object.assign(house, { log: historyOf(ORIGIN, { keys: changes }), by, size: 45 }),
    async visit() {
      visit()
      const page = await import('./houseKeys.ts')
      const seen = async () =>
        (await page.keyChangesSeen()).map(({ bodies: [text = ''] }) => parseEntry(text)?.seq)
      return { ...page, seen }
    },
  }
}

test('the keys in the log are known once its entry is there, with every entry that came since the last visit', async () => {
  const { visit, change, databases } = device()
  const before = await visit()
  expect(before.keysNow()).toBeNull()
  expect(await before.loggedKeys(true)).toEqual(keys(first))
  expect(await before.seen()).toEqual([1])
  change(CHANGES)
  const { freshKeys, seen, keysNow } = await visit()
  expect(keysNow()).toEqual(keys(first))
  expect(await freshKeys()).toEqual(keys(third))
  // At once: the next statement may be compared with one under the keys in between.
  expect(databases.rows('tickmark-keys-logged', 'logged').size).toBe(3)
  expect(await seen()).toEqual([1, 25, 35])
})

test('an entry is seen only once the house has shown it in its place', async () => {
  const { visit, change, world, asked } = device()
  await (await visit()).loggedKeys(true)
  change(CHANGES)
  world.distort = (one) => (one.from === 24 ? null : one)
  expect(await (await visit()).freshKeys()).toEqual(keys(third))
  const { seen, freshKeys } = await visit()
  expect(await seen()).toEqual([1, 35])
  world.distort = (one) => one
  await freshKeys()
  expect(await seen()).toEqual([1, 25, 35])
  // Those that are kept need no request.
  const before = asked.filter((name) => name === 'getLog').length
  await freshKeys()
  expect(asked.filter((name) => name === 'getLog')).toHaveLength(before + 1)
})

const other = historyOf(ORIGIN, { change: 3 })
test.each<[string, (shown: Shown) => Shown | null]>([
  ['nothing', () => null],
  ['no head', (shown) => ({ ...shown, checkpoint: null })],
  ['another text', (shown) => ({ ...shown, bodies: other.bodies.slice(1, 2) })],
  ['the entry in another place', (shown) => ({ ...shown, from: 1 })],
  ['an incomplete proof', (shown) => ({ ...shown, right: shown.right.slice(1) })],
  ['a head that a stranger signed', (shown) => ({ ...shown, checkpoint: headOf(other, 20, second) })],
  ['a head of the same log that no proof connects with it', () => under(historyOf(ORIGIN), 15)],
  ['a head of another history', () => under(other, 20)],
])('keys of which the log shows %s are not known', async (_, distort) => {
  const { visit, world } = device()
  Object.assign(world, { distort, hidesProofs: true })
  const { loggedKeys, freshKeys, seen, keysNow, publishedKeys } = await visit()
  expect([await loggedKeys(true), await freshKeys()]).toEqual([null, null])
  expect(keysNow()).toEqual(publishedKeys())
  expect(await seen()).toEqual([])
})

/** The first entry, which all these histories have, as one of them shows it. */
function under(log: typeof other, size: number): Shown {
  const { left, right } = rangeProof(0, 1, size, log.tree.nodes)
  const path = { left: left.map(hexOf), right: right.map(hexOf) }
  return { from: 0, bodies: log.bodies.slice(0, 1), ...path, checkpoint: headOf(log, size) }
}

test('an entry that the log does not have in its place names no keys, whoever signed it', async () => {
  const { visit, house } = device()
  house.log.keyChanges.push(entryBody(signed({ receipts: 'ef'.repeat(32) }, 12, first)))
  expect(await (await visit()).loggedKeys(true)).toBeNull()
})

/** A `keys` entry with changed fields, signed by its own log key. */
function signed(change: Partial<KeysEntry>, seq: number, by: typeof first): KeysEntry {
  const entry = { ...keysEntry(ORIGIN, seq, by, by), ...change } as KeysEntry
  return { ...entry, signature: hexOf(by.sign(asciiBytes(keysText(entry)))) }
}

test('known keys need no request, and outlast a silence of the house while its log has the same key', async () => {
  const { visit, house, asked, change } = device()
  await (await visit()).loggedKeys(true)
  const { loggedKeys, freshKeys, houseKeys } = await visit()
  await loggedKeys(false)
  const before = asked.filter((name) => name === 'getLog').length
  expect(await loggedKeys(false)).toEqual(keys(first))
  expect(asked.filter((name) => name === 'getLog')).toHaveLength(before)
  house.isAway = true
  expect(await loggedKeys(true)).toEqual(keys(first))
  expect(await freshKeys()).toBeNull()
  Object.assign(house, { isAway: false })
  change(CHANGES)
  const { startWatch } = await import('./startWatch.ts')
  await startWatch().catchUp()
  house.isAway = true
  expect([await loggedKeys(false), await loggedKeys(true)]).toEqual([null, null])
  expect(await houseKeys(true)).toEqual(keys(first))
})

test('of the named entries, the last one of the newest log key counts that a known key has signed', async () => {
  const { visit, house, change } = device()
  const receipts = 'ef'.repeat(32)
  await (await visit()).loggedKeys(true)
  change([...CHANGES, signed({ receipts }, 40, third)])
  // Neither is in the log: one names an old key, and a stranger has signed the other.
  const named = [keysEntry(ORIGIN, 41, second, third), keysEntry(ORIGIN, 42, third, stranger)]
  house.log.keyChanges.push(...named.map(entryBody))
  const { loggedKeys } = await visit()
  expect(await loggedKeys(true)).toEqual({ ...keys(third), receipts })
})

test('kept keys are known again when all of them are there', async () => {
  const { visit, disk } = device()
  const whole = keys(first)
  const { origin: _, ...unnamed } = whole
  const now = async (kept: unknown) => {
    disk.set('houseKeys', JSON.stringify(kept))
    return (await visit()).keysNow()
  }
  expect(await now(whole)).toEqual(whole)
  for (const broken of [unnamed, { ...whole, log: 5 }, { ...whole, receipts: null }, 'keys'])
    expect(await now(broken)).toBeNull()
  for (const other of [
    { ...whole, log: second.log },
    { ...whole, origin: 'log.example/other' },
  ]) {
    await now(other)
    const { loggedKeys } = await import('./houseKeys.ts')
    expect(await loggedKeys(false)).toEqual(whole)
  }
})
