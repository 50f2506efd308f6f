import { asciiBytes } from '@tickmark/core/bytes'
import { testKey } from '@tickmark/core/consent/owner.testing'
import { isLowS } from '@tickmark/core/consent/p256'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, parseEntry } from '@tickmark/core/log/log'
import { won } from '@tickmark/core/receipts/logLies.testing'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = resolve(import.meta.dirname, '../second')
const hasPython = spawnSync('python3', ['--version']).status === 0

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const TEXTS =
  'x 01 -1 0 1 -0 A 9223372036854775807 9223372036854775808 -9223372036854775807 -9223372036854775808'
const WORDS = '2026-11-21 2026-1-21 real USDT paid returned refused'
const NUMBERS = [
  -1,
  0,
  1,
  2,
  7,
  8,
  999,
  399_999,
  400_000,
  999_999,
  1_000_000,
  10 ** 12 - 1,
  10 ** 12,
  2 ** 53 - 1,
  2 ** 53,
]
const HASH = 'ab'.repeat(32)
const OTHERS: Json[] = [
  null,
  true,
  [],
  {},
  '',
  HASH,
  HASH.toUpperCase(),
  `0x${HASH}`,
  8_640_000_000_000_000,
  8_640_000_000_000_001,
]
OTHERS.push(...`${TEXTS} ${WORDS}`.split(' '), ...NUMBERS)

/** The value with one part replaced, left out, told twice or turned, at each place in it. */
function changed(value: Json): Json[] {
  return OTHERS.filter((one) => one !== value).concat(partsOf(value))
}

function partsOf(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    const parts = value.flatMap((one, i) =>
      [value.toSpliced(i, 1), value.toSpliced(i, 0, one)].concat(
        changed(one).map((other) => value.with(i, other)),
      ),
    )
    return [value.toReversed(), ...parts]
  }
  return Object.entries(value).flatMap(([name, one]): Json[] => {
    const { [name]: _, ...rest } = value
    const renamed = ['0', '01', '2', '999999', '1000000', 'x'].map((other) => ({ ...rest, [other]: one }))
    return [rest, ...renamed, ...changed(one).map((other) => ({ ...value, [name]: other }))]
  })
}

/** Canonical text, also of numbers that no entry may have. */
function written(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${written(one)}`).join(',')}}`
}

/** Whether Python's expression of `one` is true of each of these values. */
function judged(imported: string, expression: string, values: readonly Json[]): boolean[] {
  const code = `import json, sys; ${imported}; print(json.dumps([${expression} for one in json.load(sys.stdin)]))`
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', code], {
    cwd: FOLDER,
    input: JSON.stringify(values),
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as boolean[]
}

test.skipIf(!hasPython)('both verifiers read the same entries of the log', () => {
  const bodies = Object.values(ENTRY_OF).flatMap((entry) => {
    const value = JSON.parse(entryBody(entry)) as Json
    return [value, ...changed(value)].map((one) => written(one))
  })
  const found = judged('from log import read_entry', 'read_entry(one) is not None', bodies)
  expect(bodies.filter((body, i) => (parseEntry(body) !== null) !== found[i])).toEqual([])
  expect(found.filter(Boolean).length).toBeGreaterThan(1_000)
})

/** A receipt with little in its lists: its form alone is read. */
function shortened({ receipt }: typeof won): Json {
  const { consents } = receipt
  const path = [HASH]
  const short = {
    ...receipt,
    ticketProof: { ...receipt.ticketProof, path },
    settlementProof: { ...receipt.settlementProof, path },
    ticketLog: { ...receipt.ticketLog, path },
    consents: {
      ...consents,
      order: consents.order && {
        ...consents.order,
        text: 'a',
        delegation: { ...consents.order.delegation, text: 'a' },
      },
    },
    segments: [{ from: 0, bodies: ['a'] }],
    proof: [HASH],
    checkpoint: 'a',
  }
  return JSON.parse(JSON.stringify(short)) as Json
}

/** What differs in a changed value, to name it. */
function partsBeside(one: Json, other: Json): unknown {
  const isWhole = [one, other].some((each) => typeof each !== 'object' || each === null)
  if (isWhole) return one
  const [mine, theirs] = [one, other] as [Record<string, Json>, Record<string, Json>]
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const parts = names.filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]))
  return Object.fromEntries(
    parts.map((name) => [name, partsBeside(mine[name] ?? null, theirs[name] ?? null)]),
  )
}

test.skipIf(!hasPython)('both verifiers find the same form in a receipt', () => {
  const value = shortened(won)
  const receipts = [value, ...changed(value)]
  const found = judged('from verify import has_form', 'bool(has_form(one))', receipts)
  const differing = receipts.flatMap((one, i) =>
    (parseReceipt(one) !== null) === found[i] ? [] : [partsBeside(one, value)],
  )
  expect(differing).toEqual([])
  expect(found[0]).toBe(true)
  expect(found.filter(Boolean).length).toBeGreaterThan(100)
})

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

test.skipIf(!hasPython)('both verifiers accept a signature with s in the lower half alone', () => {
  const { key, sign } = testKey()
  const { signature } = sign('text')
  const [r, s] = [signature.slice(0, 64), BigInt(`0x${signature.slice(64)}`)]
  const signatures = [s, P256_ORDER - s, s + 1n, 0n].map((one) => r + one.toString(16).padStart(64, '0'))
  const bytes = (text: string) => Buffer.from(text, 'hex')
  const point = Buffer.from(key, 'base64url')
  const isAccepted = (one: Uint8Array) => isLowS(one) && crypto.verifyP256(one, asciiBytes('text'), point)
  expect(signatures.map((one) => isAccepted(bytes(one)))).toEqual([true, false, false, false])
  const verified = `verify_p256(bytes.fromhex(one), b'text', bytes.fromhex('${point.toString('hex')}'))`
  expect(judged('from curves import verify_p256', verified, signatures)).toEqual([true, false, false, false])
})
