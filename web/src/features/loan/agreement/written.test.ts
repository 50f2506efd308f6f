import { sha256 } from '@noble/hashes/sha2.js'
import { detailsHash } from '@tickmark/core/loans/details'
import { describe, expect, test } from 'vitest'
import { misfitOf, textOf, costOf, type Typed } from './written.ts'

const NOW = Date.UTC(2026, 0, 31, 23, 59)
const BORROWER = '0x52908400098527886E0F7030069857D2E4169EE7'
const named = {
  name: 'Zoë Müller',
  phone: '4915112345678',
  address: '1 Harbour Street',
  idNumber: 'X12345678',
}
const salt = 'cd'.repeat(16)
const written = {
  application: '01998a2b-0000-7000-8000-000000000001',
  site: 'https://tickmark.example',
  borrower: BORROWER,
  amount: '1000',
  instalments: 6,
  writtenAt: NOW,
  details: detailsHash(named, salt, sha256),
  front: 'ef'.repeat(32),
  back: 'fe'.repeat(32),
  named,
  salt,
  signBefore: NOW + 3_600_000,
}
const typed: Typed = {
  details: {
    name: ' Zoë Müller ',
    phone: '4915112345678 ',
    address: ' 1 Harbour Street',
    idNumber: ' X12345678 ',
  },
  isIdMasked: false,
  front: written.front,
  back: written.back,
  amount: 100_000_000_000n,
  instalments: 6,
  borrower: BORROWER.toLowerCase(),
  site: 'https://tickmark.example',
  nowMs: NOW,
  deviceMs: NOW,
}

/** The agreement with other details and a matching hash. */
const over = (other: Partial<typeof named>, otherSalt = salt) => {
  const changed = { ...named, ...other }
  return { named: changed, salt: otherSalt, details: detailsHash(changed, otherSalt, sha256) }
}

describe('an agreement is shown', () => {
  test('when it has the typed values, and names this borrower', () => {
    expect(misfitOf(written, typed)).toBeNull()
    expect(misfitOf({ ...written, writtenAt: NOW - 300_000 }, typed)).toBeNull()
    expect(misfitOf({ ...written, ...over({}, 'aa'.repeat(16)) }, typed)).toBeNull()
    const masked = { ...typed, isIdMasked: true, details: { ...named, idNumber: '•••••5678' } }
    expect(misfitOf(written, masked)).toBeNull()
    expect(misfitOf({ ...written, ...over({ idNumber: 'X12345679' }) }, masked)).toBe('otherDetails')
  })

  test.each<[string, Partial<typeof written>]>([
    ['otherTerms', { amount: '1000.01' }],
    ['otherTerms', { amount: 'x' }],
    ['otherTerms', { instalments: 12 }],
    ['otherTerms', { borrower: '0x0000000000000000000000000000000000000001' }],
    ['otherTerms', { site: 'https://other.example' }],
    ['otherTerms', { writtenAt: NOW - 300_001 }],
    ['otherTerms', { writtenAt: NOW + 300_001 }],
    ['otherDetails', over({ name: 'Zoe Muller' })],
    ['otherDetails', over({ phone: '4915112345679' })],
    ['otherDetails', over({ address: '2 Harbour Street' })],
    ['otherDetails', over({ idNumber: 'X12345679' })],
    ['otherDetails', { details: over({ name: 'Zoe Muller' }).details }],
    ['otherDetails', { salt: 'ce'.repeat(16) }],
    ['otherDetails', { front: written.back }],
    ['otherDetails', { back: written.front }],
  ])('not when it says something else (%s): %j', (misfit, other) => {
    expect(misfitOf({ ...written, ...other }, typed)).toBe(misfit)
  })

  test('not when the server’s time is more than a day from the device’s', () => {
    for (const off of [-86_400_000, 86_400_000]) {
      expect(misfitOf(written, { ...typed, deviceMs: NOW + off })).toBeNull()
      expect(misfitOf(written, { ...typed, deviceMs: NOW + off + Math.sign(off) })).toBe('otherDay')
    }
  })
})

test('a loan costs at most the amount and one late fee', () => {
  const cost = costOf(written)
  expect(cost.schedule.map(({ due }) => due)).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
  ])
  expect(cost.schedule.map(({ amount }) => amount)).toEqual([
    ...Array<bigint>(5).fill(16_666_000_000n),
    16_670_000_000n,
  ])
  expect([cost.lateFee, cost.worst, cost.ends]).toEqual([5_000_000_000n, 105_000_000_000n, '2026-07-31'])
  expect(new Date(cost.firstLateMs).toISOString()).toBe('2026-03-04T00:00:00.000Z')
})

test('the text to sign names the details, photos and drawing beside the terms', () => {
  const text = textOf(written, 'cd'.repeat(32))
  expect(text).toContain('borrowed: 1000 USDT')
  const ends = [
    `details: ${written.details}`,
    `photo front: ${written.front}`,
    `photo back: ${written.back}`,
    `drawn signature: ${'cd'.repeat(32)}`,
  ]
  expect(text.endsWith(ends.join('\n'))).toBe(true)
})
