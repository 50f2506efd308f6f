import type { ForkEvidence } from '@tickmark/core/log/fork'
import { bytesOfHex } from '@tickmark/core/bytes'
import { checkpointKey, openCheckpoint } from '@tickmark/core/log/checkpoint'
import { checkFork as checkEvidence } from '@tickmark/core/log/fork'
import { keyText, openNote, parseKeyText } from '@tickmark/core/log/note'
import { isSame } from '@tickmark/core/log/tree/tree'
import { checkConsistency } from '@tickmark/core/log/tree/treeProofs'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cosignerOf } from './cosigner.ts'
import { followHouse, type Found } from './followHouse.ts'
import { houseFiles } from './houseFiles.ts'
import { logFolder } from './keptLog.ts'
import { nodeCrypto } from './nodeCrypto.ts'
import {
  DAY,
  KEY,
  logKeyOf,
  noteOf,
  openToyHouse,
  ORIGIN,
  revealed,
  priced,
  revealOf,
  ruled,
  SECOND,
  withDay,
  withEntry,
  withKeys,
  withModel,
  withRules,
  withTickets,
  withTicks,
  young,
  type Bodies,
  type ToyHouse,
} from './toyHouse.testing.ts'

const cosigner = cosignerOf('witness.example/w1', new Uint8Array(32).fill(9))
const vkey = keyText(checkpointKey(ORIGIN, KEY.hex, nodeCrypto.sha256))
const NOW = Date.parse('2026-11-22T00:00:00Z')

let dataDir: string
let house: ToyHouse

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tickmark-witness-'))
  house = await openToyHouse(young(300))
})

afterEach(async () => {
  await house.stop()
  rmSync(dataDir, { recursive: true })
})

function look(given: string | null = null): Promise<Found> {
  const reach = {
    fetch,
    wait: () => Promise.reject(new Error('a house without limits asks for no patience')),
  }
  const key = given === null ? null : parseKeyText(given, nodeCrypto.sha256)
  return followHouse(houseFiles(house.url, reach), { dataDir, cosigner, given: key, nowMs: () => NOW })
}

const cosignedNote = () => logFolder(dataDir, ORIGIN).read().log?.cosigned ?? null

/** Size of the newest head that the witness has signed. */
function signedSize(): number | null {
  const note = cosignedNote()
  if (note === null) return null
  const opened = openNote(note, [cosigner.key], nodeCrypto)
  expect(opened?.verified).toEqual([{ key: cosigner.key, seconds: NOW / 1000 }])
  return Number(opened?.text.split('\n')[1])
}

test('a sound house is trusted on first contact, reported once, and cosigned as it grows', async () => {
  expect(await look()).toEqual({ kind: 'fine', origin: ORIGIN, size: 302, firstKey: vkey })
  for (const ticks of [300, 301, 511, 700]) {
    house.show(young(ticks))
    expect(await look()).toEqual({ kind: 'fine', origin: ORIGIN, size: ticks + 2, firstKey: null })
    expect(signedSize()).toBe(ticks + 2)
  }
  expect(logFolder(dataDir, ORIGIN).read().log?.followed?.edge.size).toBe(702)
})

test('a given key must be the log’s present or an earlier one', async () => {
  const other = keyText(checkpointKey(ORIGIN, logKeyOf(8).hex, nodeCrypto.sha256))
  expect(await look(other)).toMatchObject({ kind: 'alarm', problem: 'not_the_given_key', file: null })
  expect(cosignedNote()).toBeNull()
  expect(await look(vkey)).toMatchObject({ kind: 'fine', firstKey: vkey })
})

test('a key signed by its predecessor is followed; any other raises an alarm', async () => {
  await look()
  const [second, third] = [logKeyOf(8), logKeyOf(9)]
  const at = (SECOND + 300) * 1000
  const changed = withTicks(withKeys(young(300), second, KEY, at), 301, 5)
  house.show(changed, noteOf(changed, second))
  expect(await look()).toMatchObject({ kind: 'fine', size: 308 })
  expect(signedSize()).toBe(308)
  const stolen = withTicks(changed, 400, 1)
  house.show(stolen, noteOf(stolen, third))
  expect(await look()).toMatchObject({ kind: 'alarm', problem: 'wrong_key' })
  expect(signedSize()).toBe(308)
})

test.each([302, 303, 601])(
  'a tail rewritten under a new key signed by the old one is a fork that anyone can check, up to %i entries',
  async (size) => {
    await look()
    const second = logKeyOf(8)
    const kept = young(300).slice(0, 200)
    const rewritten = withTicks(withKeys(kept, second, KEY, (SECOND + 197) * 1000), 1_000, size - 201)
    house.show(rewritten, noteOf(rewritten, second))
    const found = await look()
    expect(found).toMatchObject({ kind: 'alarm', problem: 'fork' })
    expect(signedSize()).toBe(302)
    const file = found.kind === 'alarm' ? found.file : null
    const evidence: unknown = JSON.parse(readFileSync(file ?? '', 'utf8'))
    expect(checkEvidence(evidence, nodeCrypto)).toMatchObject({ problem: null, vkey })
    expect(evidence).toMatchObject({ changes: [rewritten[200]] })
  },
)

test.each([1, 2, 3, 63, 64, 255, 256, 257, 302])(
  'a tail rewritten from entry %i on with the house’s own key is a fork that anyone can check',
  async (kept) => {
    await look()
    const first = young(300)
    const rewritten = withTicks(first.slice(0, kept), 1_000, 400)
    house.show(rewritten)
    if (kept === 302) {
      expect(await look()).toMatchObject({ kind: 'fine', size: 702 })
      return
    }
    const found = await look()
    expect(found).toMatchObject({ kind: 'alarm', problem: 'fork' })
    expect(signedSize()).toBe(302)
    checkFork(found)
    // The alarm stays, whatever the house shows next.
    house.show(young(400))
    expect(await look()).toMatchObject({ kind: 'alarm', problem: 'evidence' })
    expect(signedSize()).toBe(302)
  },
)

test('another head of the same size is a fork', async () => {
  await look()
  house.show(withTicks(young(299), 800, 1))
  const found = await look()
  expect(found).toMatchObject({ kind: 'alarm', problem: 'fork' })
  checkFork(found)
})

/** Checks a file of evidence by itself, without the house. */
function checkFork(found: Found): void {
  if (found.kind !== 'alarm' || found.file === null) throw new Error('there is evidence')
  const evidence = JSON.parse(readFileSync(found.file, 'utf8')) as ForkEvidence
  const key = parseKeyText(evidence.vkey, nodeCrypto.sha256)
  if (!key) throw new Error('the evidence names a key')
  const [older, newer] = [evidence.older, evidence.newer].map(({ note }) =>
    openCheckpoint(note, key, nodeCrypto),
  )
  if (!older || !newer) throw new Error('both heads are signed')
  const inNewer = bytesOfHex(evidence.olderRootInNewer) ?? new Uint8Array(0)
  const path = evidence.proof.map((hash) => bytesOfHex(hash) ?? new Uint8Array(0))
  expect(checkConsistency(older.size, newer.size, inNewer, newer.root, path, nodeCrypto.sha256)).toBe(true)
  expect(isSame(inNewer, older.root)).toBe(false)
}

test('an older head is reported, and nothing is signed', async () => {
  await look()
  house.show(young(200))
  expect(await look()).toEqual({ kind: 'older', origin: ORIGIN, size: 302, shown: 202 })
  expect(signedSize()).toBe(302)
})

test('files that do not lead to the signed head raise an alarm', async () => {
  await look()
  house.show(withTicks(young(300), 900, 20), noteOf(young(320)))
  expect(await look()).toMatchObject({ kind: 'alarm', problem: 'unproved' })
  expect(signedSize()).toBe(302)
})

test('another log under the same address raises an alarm', async () => {
  await look()
  const key = checkpointKey(ORIGIN, KEY.hex, nodeCrypto.sha256)
  house.show(young(310), noteOf(young(310)).replaceAll(key.name, 'log.example/new'))
  expect(await look()).toMatchObject({ kind: 'alarm', origin: ORIGIN, problem: 'other_log' })
})

test('a house that does not answer raises no alarm', async () => {
  await look()
  house.show([], noteOf(young(310)))
  await expect(look()).rejects.toThrow('answers 404')
  house.show([], 'hello')
  await expect(look()).rejects.toThrow('shows no checkpoint')
  house.show(young(310))
  expect(await look()).toMatchObject({ kind: 'fine', size: 312 })
})

test('a revealed day is recomputed', async () => {
  house.show(revealed())
  expect(await look()).toMatchObject({ kind: 'fine', size: revealed().length })
  expect(logFolder(dataDir, ORIGIN).read().log?.followed?.days).toMatchObject([{ day: dayName(DAY + 1) }])
})

test('a witness that stopped in the middle of a day recomputes all of it', async () => {
  const all = revealed()
  for (const size of [5, 15, all.length]) {
    house.show(all.slice(0, size))
    expect(await look()).toMatchObject({ kind: 'fine', size })
  }
})

test('a false entry is never signed, even if it continues the log', async () => {
  const all = mispriced()
  house.show(all.slice(0, 15))
  expect(await look()).toMatchObject({ kind: 'fine', size: 15 })
  house.show(all)
  expect(await look()).toMatchObject({ kind: 'alarm', problem: 'wrong_price' })
  expect(signedSize()).toBe(15)
})

const [today, tomorrow] = [dayName(DAY), dayName(DAY + 1)]
const end = (SECOND + 86_400) * 1000

/** The revealed log with another price in its tenth entry. */
function mispriced(): string[] {
  return revealed().map((body, i) =>
    i === 9 ? body.replace(/(\d)"\}/, (_, digit) => `${(Number(digit) + 1) % 10}"}`) : body,
  )
}

/** A log with a second model, and 20 seconds more. */
function replaced(): string[] {
  const next = withDay(withTickets(priced(), 30_000), tomorrow, (SECOND + 30) * 1000)
  return withTickets(withModel(next, 2, 1), 20_000)
}

test.each([
  ['the first model', withTickets(priced(), 19_999, { model: 0 })],
  ['another', withTickets(replaced(), 0)],
])('%s replaces its predecessor for pricing only after 20 seconds', async (_, bodies) => {
  house.show(bodies)
  expect(await look()).toMatchObject({ kind: 'fine', size: bodies.length })
})

test.each<[name: string, bodies: Bodies]>([
  [
    'a model under the rules in force, while others are announced',
    withModel(withTickets(withRules(priced(), 86_400_000, { marginPpm: 50_000 }), 20_000), 2, 1),
  ],
  ['rules that act a day later', withRules(withTicks(withKeys([], KEY), 0, 2), 86_400_000)],
  [
    'rules that act an hour after those before them',
    withRules(withRules(priced(), 86_400_000, { marginPpm: 50_000 }), 90_000_000),
  ],
  ['rules with the largest published margin', withRules(withKeys([], KEY), 0, { marginPpm: 100_000 })],
  ['tickets in the last moment of their model', withTickets(priced(), 86_460_000)],
  [
    'a day that may still be revealed',
    withTicks(withDay(young(9), tomorrow, (SECOND + 9) * 1000), 86_400 + 3_599, 1),
  ],
])('%s is followed', async (_, bodies) => {
  house.show(bodies)
  expect(await look()).toMatchObject({ kind: 'fine', size: bodies.length })
})

const lies: [name: string, bodies: Bodies, problem: string][] = [
  ['a price that was not drawn', mispriced(), 'wrong_price'],
  ['a text that is no entry', [...young(3), '{"kind":"tick"}'], 'not_an_entry'],
  ['an entry left out', young(9).filter((_, i) => i !== 5), 'wrong_place'],
  ['a tick that goes back', withTicks(young(9), 3, 1), 'time_runs_back'],
  ['a second tick of a second', withTicks(young(9), 8, 1), 'time_runs_back'],
  ['no keys at the beginning', withTicks([], 0, 3), 'wrong_keys'],
  [
    'a day committed to in its course',
    withDay(withTicks(withKeys([], KEY), 0, 1), today, (SECOND + 1) * 1000),
    'late_commitment',
  ],
  ['a day committed to twice', withDay(withDay(withKeys([], KEY), tomorrow), tomorrow), 'late_commitment'],
  ['rules that act within a day', withRules(withTicks(withKeys([], KEY), 0, 2), 86_399_999), 'early_rules'],
  [
    'rules that act within an hour of those before them',
    withRules(withRules(priced(), 86_400_000, { marginPpm: 50_000 }), 89_999_999),
    'hasty_rules',
  ],
  ['first rules that act before they are logged', withRules(withKeys([], KEY), -1), 'early_rules'],
  [
    'rules with a margin beyond what is published',
    withRules(withKeys([], KEY), 0, { marginPpm: 100_001 }),
    'wide_rules',
  ],
  [
    'tickets under new rules without a model of them',
    withTickets(withRules(priced(), 86_400_000, { marginPpm: 50_000 }), 86_400_000),
    'old_rules',
  ],
  ['a model before any rules', withModel(young(9), 0, 1), 'wrong_model'],
  ['a model under rules not yet in force', withModel(withRules(young(9), 86_400_000), 12, 1), 'wrong_model'],
  ['a model that its prices are not drawn with', withModel(ruled(), 2, 1.01), 'wrong_model'],
  [
    'a model 19.999 s after another',
    withModel(withTickets(priced(), 19_999, { model: 0 }), 2, 1),
    'hasty_model',
  ],
  ['tickets without a model', withTickets(ruled(), 0), 'stale_model'],
  ['tickets a day and a minute after the model', withTickets(priced(), 86_460_001), 'stale_model'],
  ['tickets that a replaced model may price', withTickets(replaced(), 0, { model: 4 }), 'wrong_oldest'],
  ['tickets that no model may price yet', withTickets(priced(), 1_000, { model: 4 }), 'wrong_oldest'],
  [
    'closes that a replaced model may price',
    withTickets(replaced(), 0, { kind: 'receipts', model: 4 }),
    'wrong_oldest',
  ],
  ['ticks of a day without commitment', withTicks(young(9), 86_400, 1), 'uncommitted_day'],
  [
    'a reveal of another seed',
    withEntry(young(9), { kind: 'reveal', at: end, ...revealOf(today), seed: 'ab'.repeat(32) }),
    'not_as_committed',
  ],
  [
    'a reveal before the day is over',
    withEntry(young(9), { kind: 'reveal', at: end - 1, ...revealOf(today) }),
    'early_reveal',
  ],
  [
    'a day that is not revealed',
    withTicks(withDay(young(9), tomorrow, (SECOND + 9) * 1000), 86_400 + 3_600, 1),
    'unrevealed',
  ],
]

test.each(lies)(
  '%s raises an alarm with evidence, and nothing is signed after it',
  async (_, bodies, problem) => {
    house.show(bodies)
    const found = await look()
    expect(found).toMatchObject({ kind: 'alarm', problem })
    const file = found.kind === 'alarm' ? found.file : null
    expect(JSON.parse(readFileSync(file ?? '', 'utf8'))).toMatchObject({
      format: 'tickmark-fault/1',
      problem,
    })
    expect(await look()).toMatchObject({ kind: 'alarm', problem: 'evidence' })
  },
)
