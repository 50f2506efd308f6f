import { describe, expect, test } from 'vitest'
import { isAsTyped, textOf, truthOf, type WrittenAgreement } from './written.ts'

const NOW = Date.UTC(2026, 0, 31, 23, 59)
const BORROWER = '0x52908400098527886E0F7030069857D2E4169EE7'
const written: WrittenAgreement = {
  application: '01998a2b-0000-7000-8000-000000000001',
  site: 'https://tickmark.example',
  borrower: BORROWER,
  amount: '1000',
  instalments: 6,
  writtenAt: NOW,
  details: 'ab'.repeat(32),
  signBefore: NOW + 3_600_000,
}
const typed = {
  amount: 100_000_000_000n,
  instalments: 6,
  borrower: BORROWER.toLowerCase(),
  site: 'https://tickmark.example',
  nowMs: NOW,
}

describe('an agreement is shown', () => {
  test('when it says what was typed, for whoever typed it', () => {
    expect(isAsTyped(written, typed)).toBe(true)
    expect(isAsTyped({ ...written, writtenAt: NOW - 300_000 }, typed)).toBe(true)
  })

  test.each<Partial<WrittenAgreement>>([
    { amount: '1000.01' },
    { amount: 'x' },
    { instalments: 12 },
    { borrower: '0x0000000000000000000000000000000000000001' },
    { site: 'https://other.example' },
    { writtenAt: NOW - 300_001 },
    { writtenAt: NOW + 300_001 },
  ])('not when it says something else: %j', (other) => {
    expect(isAsTyped({ ...written, ...other }, typed)).toBe(false)
  })
})

test('the worst that a loan can cost is the amount and one late fee', () => {
  const truth = truthOf(written)
  expect(truth.schedule.map(({ due }) => due)).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
  ])
  expect(truth.schedule.map(({ amount }) => amount)).toEqual([
    ...Array<bigint>(5).fill(16_666_000_000n),
    16_670_000_000n,
  ])
  expect([truth.lateFee, truth.worst, truth.ends]).toEqual([5_000_000_000n, 105_000_000_000n, '2026-07-31'])
  expect(new Date(truth.firstLateMs).toISOString()).toBe('2026-03-04T00:00:00.000Z')
})

test('the text to sign names the drawing beside the terms', () => {
  const text = textOf(written, 'cd'.repeat(32))
  expect(text).toContain('borrowed: 1000 USDT')
  expect(text.endsWith(`drawn signature: ${'cd'.repeat(32)}`)).toBe(true)
})
