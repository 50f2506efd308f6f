import { expect, test } from 'vitest'
import { isSound, lineText, parseLine, type OrderLine, type WithdrawalLine } from './recordLine.ts'
import { toyLine } from './toyRecord.testing.ts'

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

test.each([...OUTCOMES.map((outcome) => toyLine({ outcome })), withdrawal])('line %# reads back', (line) => {
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
  [{ currency: 'AB' }, { currency: 'A' }],
  [{ currency: 'ABCDEFGH' }, { currency: 'ABCDEFGHI' }],
])('a line with %j is read, and with %j it is none', (within, beyond) => {
  const line = toyLine()
  expect(parseLine(lineText({ ...line, ...within }))).toEqual({ ...line, ...within })
  expect(parseLine(lineText({ ...line, ...beyond }))).toBeNull()
})

test('a text of over 2,000 letters or beyond ASCII is no line', () => {
  const text = lineText(withdrawal)
  expect(parseLine(`${text} `)).toBeNull()
  expect(parseLine(text.replace('USDT', 'USDÉ'))).toBeNull()
  expect(parseLine(text.padEnd(2_001))).toBeNull()
})
