import { expect, test } from 'vitest'
import { NO_HEAD, orderText } from '../consent/consentText.ts'
import { TERM_FIELDS, type LineTerms } from './lineTerms.ts'
import { isSound, lineText, parseLine, type OrderLine, type WithdrawalLine } from './recordLine.ts'
import { refusedTerms, type RefusalLine, type RefusedLine } from './refusedLine.ts'
import { toyLine, toyRefused } from './toyRecord.testing.ts'

const OUTCOMES = ['won', 'lost', 'tied', 'void', 'closed'] as const
const MORE = (digits: string) => String(BigInt(digits) + 1n)

test.each(OUTCOMES)('a line of an order that was %s is sound only with its own sums and ticks', (outcome) => {
  const line = toyLine({ outcome })
  expect(isSound(line)).toBe(true)
  expect(isSound({ ...line, net: MORE(line.net) })).toBe(false)
  expect(isSound({ ...line, payout: MORE(line.payout) })).toBe(false)
  expect(isSound({ ...line, exitSeq: line.exitSeq > 0 ? 0 : 800 })).toBe(false)
  // An undecided order may have had its entry price or not.
  const isDecided = outcome !== 'void' && outcome !== 'closed'
  expect(isSound({ ...line, entrySeq: 0 })).toBe(!isDecided)
})

/** A line of an order of 100 at 92 % that was closed for this payout, in units. */
function closedFor(payout: bigint): OrderLine {
  const { stake, ...line } = toyLine({ outcome: 'closed' })
  return { ...line, stake, payout: String(payout), net: String(payout - BigInt(stake)) }
}

test('a closed order pays from nothing to its full payout', () => {
  const most = 19_200_000_000n
  const sound = [0n, 1n, most].map((payout) => isSound(closedFor(payout)))
  expect(sound).toEqual([true, true, true])
  expect([-1n, most + 1n].map((payout) => isSound(closedFor(payout)))).toEqual([false, false])
})

const withdrawal: WithdrawalLine = { kind: 'withdrawal', currency: 'USDT', network: 2, ms: 61_000 }

const refusal: RefusalLine = { kind: 'refusal', refusal: '55'.repeat(32), logged: 600 }

test.each([
  ...OUTCOMES.map((outcome) => toyLine({ outcome })),
  ...(['won', 'lost', 'tied', 'void'] as const).map((outcome) => toyRefused({ outcome })),
  refusal,
  withdrawal,
])('line %# reads back', (line) => {
  expect(parseLine(lineText(line))).toEqual(line)
})

test.each<[within: Partial<OrderLine>, beyond: Partial<OrderLine>]>([
  [{ pid: 999_999 }, { pid: 1_000_000 }],
  [{ chancePpm: 1_000_000 }, { chancePpm: 1_000_001 }],
  [{ chancePpm: 0 }, { chancePpm: -1 }],
  [{ due: 1_795_219_261_000 }, { due: 1_795_219_260_001 }],
  [{ stake: '1' }, { stake: '0' }],
  [{ stake: '1' }, { stake: '-1' }],
  [{ net: '-1' }, { net: '-0' }],
  [{ direction: 'down' }, { direction: 'level' as 'down' }],
  [{ book: 'simulated' }, { book: 'practice' as 'simulated' }],
  [{ currency: 'AB' }, { currency: 'A' }],
  [{ currency: 'ABCDEFGH' }, { currency: 'ABCDEFGHI' }],
])('a line with %j is read, and with %j it is none', (within, beyond) => {
  const line = toyLine()
  expect(parseLine(lineText({ ...line, ...within }))).toEqual({ ...line, ...within })
  expect(parseLine(lineText({ ...line, ...beyond }))).toBeNull()
})

test.each<[beyond: object]>([
  [{ ticket: '1'.repeat(63) }],
  [{ receipt: '2'.repeat(63) }],
  [{ batch: -1 }],
  [{ logged: -1 }],
  [{ entrySeq: -1 }],
  [{ exitSeq: -1 }],
  [{ outcome: 'paid' }],
  [{ net: '01' }],
  [{ payout: '01' }],
])('an order with %j is no line', (beyond) => {
  expect(parseLine(lineText({ ...toyLine(), ...beyond }))).toBeNull()
})

test.each<[beyond: object]>([[{ currency: 'a' }], [{ network: -1 }], [{ ms: -1 }]])(
  'a withdrawal with %j is no line',
  (beyond) => {
    expect(parseLine(lineText({ ...withdrawal, ...beyond }))).toBeNull()
  },
)

test.each<[what: string, beyond: object]>([
  ['a hash that is none', { refusal: '5'.repeat(63) }],
  ['a place before the log', { logged: -1 }],
  ['a field more', { code: 'limit' }],
])('a refusal with %s is no line, with or without terms', (_, beyond) => {
  for (const line of [refusal, toyRefused()]) expect(parseLine(lineText({ ...line, ...beyond }))).toBeNull()
})

test.each<[beyond: object]>([
  [{ outcome: 'closed' }],
  [{ stake: '0' }],
  [{ due: 1_795_219_260_001 }],
  [{ chancePpm: 1_000_001 }],
  [{ book: 'both' }],
  [{ direction: 'sideways' }],
  [{ currency: 'a' }],
  [{ duration: -60 }],
])('a refused order with %j is no line', (beyond) => {
  expect(parseLine(lineText({ ...toyRefused(), ...beyond }))).toBeNull()
})

test('a refused order has the terms that its owner signed, from the second after its refusal on', () => {
  const at = 1_795_219_199_600
  const { due, ...terms } = termsOf(toyRefused())
  const signed = { ...terms, pair: 'BTC/USDT' } as const
  const frame = { origin: 'o', session: 's', nonce: 1, at, expires: at + 5_000, head: NO_HEAD }
  const text = orderText({ ...frame, ...signed })
  // Accepted at .5 of a second, it would enter at the next one; after that, a second later.
  for (const [refusedAt, dueAt] of [
    [at, 1_795_219_261_000],
    [at - 101, 1_795_219_260_000],
    [at - 100, 1_795_219_260_000],
    [at - 99, 1_795_219_261_000],
  ] as const)
    expect(refusedTerms(text, refusedAt)).toEqual({ ...terms, due: dueAt })
  expect(due).toBe(1_795_219_260_000)
  for (const other of [
    text.replace('"up"', '"no"'),
    text.replace('"pid":1', '"pid":"1"'),
    text.replace('"duration":60', '"duration":"60"'),
    text.replace('tickmark-order', 'tickmark-close'),
  ])
    expect([other, refusedTerms(other, at)]).toEqual([other, null])
})

function termsOf(line: RefusedLine): LineTerms {
  return Object.fromEntries(TERM_FIELDS.map((name) => [name, line[name]])) as unknown as LineTerms
}

test('a text of over 2,000 letters or beyond ASCII is no line', () => {
  const text = lineText(withdrawal)
  expect(parseLine(`${text} `)).toBeNull()
  expect(parseLine(text.replace('USDT', 'USDÉ'))).toBeNull()
  expect(parseLine(text.padEnd(2_001))).toBeNull()
})
