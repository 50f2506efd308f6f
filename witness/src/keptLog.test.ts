import { NO_TXS, withTxs } from '@tickmark/core/log/tree/txSet'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cosignerOf, hashOfOrigin } from './cosigner.ts'
import { NOTHING } from './entries.ts'
import { followHouse, type Found } from './followHouse.ts'
import { houseFiles } from './houseFiles.ts'
import { headOf, logFolder } from './keptLog.ts'
import { openToyHouse, ORIGIN, withTicks, young, type ToyHouse } from './toyHouse.testing.ts'

const cosigner = cosignerOf('witness.example/w1', new Uint8Array(32).fill(9))
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

function look(): Promise<Found> {
  const wait = () => Promise.reject(new Error('a house without limits asks for no patience'))
  const watch = { dataDir, cosigner, given: null, nowMs: () => NOW }
  return followHouse(houseFiles(house.url, { fetch, wait }), watch)
}

const kept = () => logFolder(dataDir, ORIGIN).read().log
const signedSize = () => headOf(kept()?.cosigned ?? null)?.size

/** The format of the newest file. */
function presentFormat(): string {
  const { number } = logFolder(dataDir, ORIGIN).read()
  const text = readFileSync(join(dataDir, hashOfOrigin(ORIGIN), `head.${number}`), 'utf8')
  return (JSON.parse(text) as { format: string }).format
}

/** Rewrites the newest file in another format with fewer facts from the entries; returns its path. */
function rewrite(format: string): string {
  const { number } = logFolder(dataDir, ORIGIN).read()
  const file = join(dataDir, hashOfOrigin(ORIGIN), `head.${number}`)
  const { followed, ...others } = JSON.parse(readFileSync(file, 'utf8')) as { followed: object }
  const fewer = Object.entries(followed).filter(([name]) => !['rules', 'models', 'actions'].includes(name))
  writeFileSync(file, JSON.stringify({ ...others, format, followed: Object.fromEntries(fewer) }))
  return file
}

test('a file of any earlier version keeps its heads, and all entries are read again before the next signature', async () => {
  await look()
  const whole = kept()
  const present = Number(presentFormat().split('/')[1])
  for (let version = 1; version < present; version++) {
    rewrite(`tickmark-witness/${version}`)
    expect(kept()).toEqual({ ...whole, followed: null })
    expect(await look()).toEqual({ kind: 'fine', origin: ORIGIN, size: 302, firstKey: null })
    expect(kept()).toEqual(whole)
  }
  rewrite('tickmark-witness/1')
  house.show(young(400))
  expect(await look()).toMatchObject({ kind: 'fine', size: 402 })
  expect([signedSize(), kept()?.followed?.edge.size]).toEqual([402, 402])
})

test('a file of an earlier version still binds the witness to its head', async () => {
  await look()
  rewrite('tickmark-witness/1')
  house.show(withTicks(young(200), 1_000, 400))
  expect(await look()).toMatchObject({ kind: 'alarm', problem: 'fork' })
  expect(signedSize()).toBe(302)
})

test('a file of a later version is reported, and not read', async () => {
  await look()
  const file = rewrite('tickmark-witness/99')
  const said = `what ${dirname(file)} holds is damaged, or a later version of this program has written it`
  await expect(look()).rejects.toThrow(said)
})

test('the transactions that withdrawals have named are kept with the state', async () => {
  await look()
  const { number, log } = logFolder(dataDir, ORIGIN).read()
  if (!log?.followed) throw new Error('its entries are read')
  const named = withTxs(NO_TXS, [`0x${'0a'.repeat(32)}`, `0x${'ff'.repeat(32)}`]) ?? NO_TXS
  const withdrawals = { ...log.followed.withdrawals, named }
  logFolder(dataDir, ORIGIN).replace(number, { ...log, followed: { ...log.followed, withdrawals } })
  expect(kept()?.followed?.withdrawals).toEqual(withdrawals)
})

test('adding a field to the kept state requires a new version number', async () => {
  await look()
  const fields = [NOTHING, NOTHING.records, NOTHING.programme, NOTHING.withdrawals].map((one) =>
    Object.keys(one).join(' '),
  )
  expect([presentFormat(), ...fields]).toEqual([
    'tickmark-witness/9',
    'edge keys lastAt lastTickAt days commits rules models records programme actions audited withdrawals',
    'next ticks results refusals',
    'start logged counted stated countedStatements versions day seq carried moving taken due ticks',
    'promised ended open paid named',
  ])
})
