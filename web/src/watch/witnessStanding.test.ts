import type { Vouching } from '@tickmark/core/log/policy'
import { expect, test } from 'vitest'
import { NOTHING_KNOWN, standingAfter, type WitnessedNow } from './witnessStanding.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000

function shown(minutesAgo: number | null, changed: Partial<WitnessedNow> = {}): WitnessedNow {
  const seconds = minutesAgo === null ? null : (NOW - minutesAgo * MINUTE) / 1000
  const vouching: Vouching = {
    ok: seconds !== null,
    isLogListed: true,
    witnesses: [{ name: 'a', signer: 'witness.example/a', seconds }],
    signed: seconds === null ? 0 : 1,
    quorumSeconds: seconds,
  }
  return { vouching, kept: 'agrees', ...changed }
}

test.each([
  ['signed a minute ago', shown(1), false],
  ['signed ten minutes ago', shown(10), true],
  ['too few have signed', shown(null), true],
  ['the house shows no witnessed head', shown(1, { vouching: null }), true],
  ['the head does not fit the watched log', shown(1, { kept: 'unproved' }), true],
] as const)('a first look: %s', (_, now, isLate) => {
  expect(standingAfter(NOTHING_KNOWN, now, NOW, NOW)).toMatchObject({ isLate })
})

test('a policy without required witnesses is always met', () => {
  const vouching = { ok: true, isLogListed: true, witnesses: [], signed: 0, quorumSeconds: null }
  expect(standingAfter(NOTHING_KNOWN, { vouching, kept: 'agrees' }, NOW, NOW)).toMatchObject({
    isLate: false,
  })
})

test('after enough signatures, a shortage is late only after ten minutes: fewer signatures, none, or no answer', () => {
  const met = standingAfter(NOTHING_KNOWN, shown(1), NOW, NOW)
  for (const later of [shown(null), shown(1, { vouching: null }), shown(1, { kept: 'unwatched' }), null]) {
    expect(standingAfter(met, later, NOW + 8 * MINUTE, NOW)).toMatchObject({
      isLate: false,
      vouchedMs: NOW - MINUTE,
    })
    expect(standingAfter(met, later, NOW + 9 * MINUTE, NOW)).toMatchObject({ isLate: true })
  }
})

test('a signature from the future counts as one from now', () => {
  const ahead = standingAfter(NOTHING_KNOWN, shown(-60), NOW, NOW)
  expect(ahead).toMatchObject({ isLate: false, vouchedMs: NOW })
  expect(standingAfter(ahead, null, NOW + 10 * MINUTE, NOW)).toMatchObject({ isLate: true })
})

test('a house that never answers is reported after ten minutes of requests', () => {
  expect(standingAfter(NOTHING_KNOWN, null, NOW + 9 * MINUTE, NOW)).toMatchObject({ isLate: false })
  expect(standingAfter(NOTHING_KNOWN, null, NOW + 10 * MINUTE, NOW)).toMatchObject({ isLate: true })
})

test('an older signature than the last one takes nothing back, and no answer leaves the last one shown', () => {
  const met = standingAfter(NOTHING_KNOWN, shown(1), NOW, NOW)
  expect(standingAfter(met, shown(5), NOW, NOW)).toMatchObject({ vouchedMs: NOW - MINUTE, now: shown(5) })
  expect(standingAfter(met, null, NOW, NOW).now).toEqual(shown(1))
})

test('a policy that asks nobody is late all the same when the head does not fit the watched log', () => {
  const vouching = { ok: true, isLogListed: true, witnesses: [], signed: 0, quorumSeconds: null }
  expect(standingAfter(NOTHING_KNOWN, { vouching, kept: 'differs' }, NOW, NOW).isLate).toBe(true)
})
