import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { bundleHash, type ConsentBundle } from '@tickmark/core/consent/bundle'
import { NO_HEAD, orderText } from '@tickmark/core/consent/consentText'
import { modelDeviation, oldestModel } from '@tickmark/core/log/announced'
import type { LogEntry, ModelEntry } from '@tickmark/core/log/log'
import { hashTree } from '@tickmark/core/log/tree/merkle'
import { leafHash } from '@tickmark/core/log/tree/tree'
import { DURATIONS } from '@tickmark/core/orders/durations'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { offersFor } from '@tickmark/core/orders/pricing'
import { REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { refusalBody, type Refusal } from '@tickmark/core/receipts/refusal'
import { lineText, type RecordLine } from '@tickmark/core/record/recordLine'
import { REFUSAL_LAG_MS, type RefusalLine, type RefusedLine } from '@tickmark/core/record/refusedLine'
import { readLines, toyRefused } from '@tickmark/core/record/toyRecord.testing'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { houseWith, KEYS } from '../toyHouse.testing.ts'
import { checkRecordOf } from './record.ts'

const { sha256 } = nodeCrypto
const DAY = '2026-11-22'
const DAY_MS = Date.parse(`${DAY}T00:00:00Z`)
const START = DAY_MS - 86_400_000
/** The time of the refusal, at the very end or start of what the day's record tells. */
const FIRST = DAY_MS - REFUSAL_LAG_MS
const NOON = START + 43_200_000
const [DURATION] = DURATIONS
const MODEL: ModelEntry = {
  kind: 'model',
  seq: 3,
  at: FIRST - 60_000,
  rules: 2,
  deviations: { 1: [134_000_000, 0] },
}

/** The refusal of an order up on BTC, signed by its owner, and the line that its record must have. */
function refusedAt(at: number): { line: RefusedLine; file: string; log: LogEntry[] } {
  const deviation = modelDeviation(MODEL, 1)
  if (!DURATION || !deviation) throw new Error('the order can be priced')
  const [offer] = offersFor('up', DURATION, deviation, PRESENT_RULES)
  if (!offer) throw new Error('there is an offer')
  const { barrierPpm, chancePpm, ratePct } = offer
  const { marginPpm } = PRESENT_RULES
  const terms = { barrierPpm, chancePpm, ratePct, marginPpm }
  const entryMs = Math.ceil((at + 500) / 1_000) * 1_000
  const due = entryMs + DURATION.seconds * 1_000
  const line = toyRefused({ ...terms, logged: 5, due, outcome: 'won' })
  const { book, currency, pid, duration, direction, stake } = line
  const frame = { origin: 'o', session: 's', nonce: at, at, expires: at + 5_000, head: NO_HEAD }
  const signed = { ...terms, book, currency, pid, duration, direction, stake, pair: 'BTC/USDT' }
  const delegation = { text: 't', signature: '0xab', address: '0x', kind: 'evm' } as const
  const consent: ConsentBundle = {
    text: orderText({ ...frame, ...signed }),
    signature: 'ab'.repeat(64),
    delegation,
  }
  const asked = '00000000-0000-8000-8000-000000000001'
  const refusal: Refusal = {
    v: 1,
    kind: 'refusal',
    number: 1,
    asked,
    order: asked,
    code: 'market_closed',
    at,
    consent: bundleHash(consent, sha256),
  }
  const shown = { head: 'h\n', keys: KEYS, signature: 'ab'.repeat(64) }
  const leaf = leafHash(asciiBytes(refusalBody(refusal)), sha256)
  return {
    line: { ...line, refusal: hexOf(leaf) },
    file: JSON.stringify({ format: REFUSAL_FORMAT, refusal, consent, ...shown }),
    log: logOf(leaf, at, entryMs, due),
  }
}

/** A log whose price rises between entry and due second, up to the record. */
function logOf(leaf: Uint8Array, at: number, entryMs: number, due: number): LogEntry[] {
  const root = hexOf(hashTree([leaf], sha256).root)
  const tickAt = (seq: number, ms: number, price?: string): LogEntry => {
    return { kind: 'tick', seq, at: ms, prices: price === undefined ? {} : { 1: price } }
  }
  const times = [entryMs, due - 2_000, due - 1_000, due].map(
    (ms, i) => [ms, i === 0 ? '100' : '200'] as const,
  )
  return [
    tickAt(1, FIRST - 120_000),
    { kind: 'rules', seq: 2, at: FIRST - 120_000, from: FIRST - 120_000, before: 0, rules: PRESENT_RULES },
    MODEL,
    tickAt(4, FIRST - 60_000),
    { kind: 'refusals', seq: 5, at, count: 1, first: 1, last: 1, root },
    ...times.map(([ms, price], i) => tickAt(6 + i, ms, price)),
    { ...MODEL, seq: 10, at: Math.max(due, DAY_MS) },
    tickAt(11, DAY_MS + 86_400_000),
  ]
}

async function told(
  log: readonly LogEntry[],
  lines: readonly RecordLine[],
  file: string | null = null,
  full = true,
) {
  const { orders, root } = readLines(lines, sha256)
  const seq = log.length + 1
  const at = DAY_MS + 86_400_000
  const record: LogEntry = { kind: 'record', seq, at, day: DAY, orders, withdrawals: 0, root, rules: 2 }
  const house = houseWith([...log, record], { days: [{ day: DAY, seq }], lines: lines.map(lineText) })
  const question = { day: DAY, keys: KEYS, full, fromStart: false, receipt: file }
  const { problem, full: found, own } = await checkRecordOf(house, question, nodeCrypto)
  return { problem, refused: found?.refused ?? null, own }
}

const { line, file, log } = refusedAt(NOON)
const bare = ({ refusal, logged }: RefusedLine): RefusalLine => ({ kind: 'refusal', refusal, logged })

test.each([FIRST, NOON, FIRST + 86_399_999])(
  'a refusal logged at %i is told by the day’s record',
  async (at) => {
    const one = refusedAt(at)
    expect(oldestModel([MODEL], at)).toBe(MODEL.seq)
    expect(await told(one.log, [one.line], one.file)).toEqual({ problem: null, refused: 1, own: 'told' })
  },
)

test.each([FIRST - 1, FIRST + 86_400_000])('a refusal logged at %i is of another day', async (at) => {
  const one = refusedAt(at)
  expect(await told(one.log, [])).toMatchObject({ problem: null, refused: 0 })
  expect(await told(one.log, [one.line])).toMatchObject({ problem: 'wrong_refusals' })
})

test.each<[what: string, lines: RecordLine[], problem: string]>([
  ['leaves it out', [], 'wrong_refusals'],
  ['tells it twice', [line, line], 'wrong_refusals'],
  ['tells one that the log lacks', [line, { ...line, logged: 6 }], 'wrong_refusals'],
  ['says that it would have lost', [{ ...line, outcome: 'lost' }], 'wrong_outcome'],
  ['says that it would have been void', [{ ...line, outcome: 'void' }], 'wrong_outcome'],
  ['gives it another second', [{ ...line, due: line.due + 1_000 }], 'wrong_outcome'],
  ['gives it a greater chance', [{ ...line, chancePpm: line.chancePpm + 1 }], 'wrong_price'],
  ['gives it a stake beyond the rules', [{ ...line, stake: '1' }], 'wrong_price'],
])('a record that %s is broken, although the house signed it', async (_, lines, problem) => {
  expect(await told(log, lines)).toMatchObject({ problem })
})

test('the owner of a refusal finds that its terms are hidden, or others', async () => {
  const hidden = [bare(line)]
  expect(await told(log, hidden)).toMatchObject({ problem: null, own: null })
  expect(await told(log, hidden, file)).toMatchObject({ problem: 'own_order', own: 'differs' })
  expect(await told(log, hidden, file, false)).toMatchObject({ problem: null, own: 'untold' })
  const other = [{ ...line, direction: 'down', outcome: 'lost' } as const]
  expect(await told(log, other, file, false)).toMatchObject({ problem: 'own_order', own: 'differs' })
  expect(await told(log, [], file, false)).toMatchObject({ problem: 'own_order', own: 'missing' })
})

test('a file of a refusal without the text that was refused is no file', async () => {
  const changed = file
    .replace('"direction":"up"', '"direction":"down"')
    .replace(String.raw`\"up\"`, String.raw`\"down\"`)
  expect(changed).not.toBe(file)
  await expect(told(log, [line], changed)).rejects.toThrow('lacks the text that was refused')
})
