import { lineText, parsePayoutLine } from '@tickmark/core/arbitrage/readLines'
import { asciiBytes } from '@tickmark/core/bytes'
import { leafHash } from '@tickmark/core/log/tree/tree'
import { sha256, sha256OfText } from '../../platform/sha256.ts'
import { expect, test } from 'vitest'
import {
  leavesOf,
  PART,
  partsOf,
  payoutLine,
  payoutWriter,
  rootOf,
  rootOfParts,
  type Payout,
} from './dayLines.ts'

const DAY = 20_778

function payout(n: number): Payout {
  return {
    order: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    number: n + 1,
    book: n % 2 === 0 ? 'real' : 'simulated',
    mid: 1 + (n % 3),
    version: 1 + (n % 7),
    upperPpm: BigInt(300 + n),
    principal: 10_000_000_000n * BigInt(n + 1),
    expiresAtMs: (DAY + 1 + (n % 90)) * 86_400_000,
    amount: BigInt(n) * 12_345n,
  }
}

test('a line is the canonical text of its fields', () => {
  const write = payoutWriter(DAY)
  for (let n = 0; n < 300; n++) {
    const text = write(payout(n))
    const line = parsePayoutLine(text)
    expect(line && lineText(line)).toBe(text)
    expect(payoutLine(DAY, payout(n))).toBe(text)
  }
  expect(parsePayoutLine(write(payout(91)))).toMatchObject({
    day: '2026-11-21',
    last: '2026-11-22',
    number: 92,
    amount: '1123395',
  })
})

test.each([0, 1, 2, 255, PART, PART + 1, 3 * PART - 1, 4 * PART, 5 * PART + 7])(
  'the root of %i lines is that of their stored parts',
  async (count) => {
    const payouts = Array.from({ length: count }, (_, n) => payout(n))
    const lines = payouts.map((one) => payoutLine(DAY, one))
    const leaves = leavesOf(lines)
    expect(leaves).toEqual(lines.map((line) => leafHash(asciiBytes(line), sha256)))
    const parts = await partsOf(DAY, payouts)
    expect(rootOfParts(parts)).toEqual(rootOf(leaves))
    expect(Buffer.concat(parts.map(({ hashes }) => hashes))).toEqual(Buffer.concat(leaves))
  },
)

test('text that is not ASCII has no hash', () => {
  expect(() => sha256OfText('é')).toThrow('ASCII')
})
