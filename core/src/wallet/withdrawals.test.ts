import { NEW_ADDRESS_MS } from './addressWait.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount } from '../money/money.ts'
import {
  goesOnAtMs,
  isCancellable,
  isPending,
  isWaiting,
  mayBecome,
  movesAtMs,
  needsApproval,
  onItsWayMs,
  recordStatus,
  type Request,
  SILENCE_MS,
  standingOf,
  WITHDRAWAL_STATES,
  WITHDRAWAL_STEPS,
  type WithdrawalState,
} from './withdrawals.ts'

const units = (text: string) => parseAmount(text) ?? 0n
const states = Object.keys(WITHDRAWAL_STATES) as WithdrawalState[]

test('[T24] every state leads to a final state', () => {
  for (const state of states) {
    const reached = new Set<WithdrawalState>([state])
    for (const one of reached) for (const next of WITHDRAWAL_STEPS[one]) reached.add(next)
    expect([...reached].some((one) => !isPending(one))).toBe(true)
  }
})

test('final states have no successors, and a signed payment is never called back', () => {
  for (const end of ['final', 'cancelled', 'rejected', 'dead'] as const)
    expect(WITHDRAWAL_STEPS[end]).toEqual([])
  const early = ['requested', 'held_new_address', 'approved', 'built']
  expect(states.filter(isCancellable)).toEqual(early)
  expect(states.filter(isWaiting)).toEqual(['requested', 'held_new_address'])
  for (const late of ['signed', 'broadcast'] as const) expect(mayBecome(late, 'cancelled')).toBe(false)
})

test('[WAL-09] the product has three words for ten states', () => {
  const words = states.map((state) => [state, recordStatus(state)])
  expect(Object.fromEntries(words)).toEqual({
    requested: 0,
    held_new_address: 0,
    approved: 0,
    built: 0,
    signed: 0,
    broadcast: 0,
    final: 1,
    cancelled: 2,
    rejected: 2,
    dead: 2,
  })
})

test('a payment may be on its way for twice the time of its chain’s confirmations', () => {
  expect(onItsWayMs({ confirmations: 24, blockSeconds: 12 })).toBe(576_000)
})

const plain: Request = {
  requestedAtMs: 1_000,
  addressFromMs: 1_000,
  needsApproval: false,
  approvals: 0,
  rejections: 0,
  silenceMs: SILENCE_MS,
}
const asked = { ...plain, needsApproval: true }
const waiting = { ...plain, addressFromMs: 1_000 + NEW_ADDRESS_MS }

test.each<[string, Request, number, string]>([
  ['below the limit, at once', plain, 1_000, 'approved'],
  ['above the limit', asked, 1_000, 'requested'],
  ['above the limit, one says yes', { ...asked, approvals: 1 }, 1_000, 'requested'],
  ['above the limit, two say yes', { ...asked, approvals: 2 }, 1_000, 'approved'],
  ['above the limit, nobody says anything for a day', asked, 1_000 + SILENCE_MS, 'approved'],
  [
    'nobody for a day while silence takes a week',
    { ...asked, silenceMs: 7 * SILENCE_MS },
    1_000 + SILENCE_MS,
    'requested',
  ],
  ['a moment before the day is over', asked, 999 + SILENCE_MS, 'requested'],
  ['one says no, a day long', { ...asked, rejections: 1 }, 1_000 + SILENCE_MS, 'approved'],
  ['two say no', { ...asked, rejections: 2 }, 1_000, 'rejected'],
  ['to a new address', waiting, 1_000, 'held_new_address'],
  ['to a new address, a day later', waiting, 1_000 + NEW_ADDRESS_MS, 'approved'],
  ['to a new address, two say no', { ...waiting, rejections: 2 }, 1_000, 'rejected'],
])('%s', (_, request, nowMs, expected) => {
  expect(standingOf(request, nowMs)).toBe(expected)
})

test('time alone decides every request within two days, with or without operators', () => {
  const request = fc.record({
    requestedAtMs: fc.integer({ min: 0, max: 1e12 }),
    wait: fc.constantFrom(0, NEW_ADDRESS_MS),
    needsApproval: fc.boolean(),
    approvals: fc.integer({ min: 0, max: 3 }),
    rejections: fc.integer({ min: 0, max: 3 }),
  })
  fc.assert(
    fc.property(request, ({ wait, ...rest }) => {
      const one: Request = { ...rest, silenceMs: SILENCE_MS, addressFromMs: rest.requestedAtMs + wait }
      const nowMs = Math.max(one.requestedAtMs, goesOnAtMs(one))
      expect(nowMs - one.requestedAtMs).toBeLessThanOrEqual(2 * SILENCE_MS)
      expect(['approved', 'rejected']).toContain(standingOf(one, nowMs))
      const silent = { ...one, approvals: 0, rejections: 0 }
      if (nowMs > one.requestedAtMs) expect(standingOf(silent, nowMs - 1)).not.toBe('approved')
    }),
  )
})

test('a waiting request moves exactly at the time stated for it', () => {
  const dayMs = fc.integer({ min: 0, max: SILENCE_MS })
  fc.assert(
    fc.property(dayMs, dayMs, fc.boolean(), (waitMs, laterMs, needsApproval) => {
      const one = { ...plain, addressFromMs: plain.requestedAtMs + waitMs, needsApproval }
      const nowMs = plain.requestedAtMs + laterMs
      const state = standingOf(one, nowMs)
      const atMs = movesAtMs(one, state)
      if (state === 'approved') {
        expect(atMs).toBe(0)
        return
      }
      expect(atMs).toBeGreaterThan(nowMs)
      expect(standingOf(one, atMs - 1)).toBe(state)
      expect(standingOf(one, atMs)).not.toBe(state)
    }),
  )
})

test.each([
  ['USDT', '0', '10000', false],
  ['USDT', '0', '10000.00000001', true],
  ['USDT', '9000', '1000', false],
  ['USDT', '9000', '1000.00000001', true],
  ['BTC', '0.1', '0.05', false],
  ['BTC', '0.1', '0.06', true],
  ['XYZ', '0', '0.00000001', true],
])('in %s after %s, a withdrawal of %s asks operators: %s', (code, before, amount, isAsked) => {
  expect(needsApproval(code, { own: units(before), unasked: 0n }, units(amount))).toBe(isAsked)
})

test.each([
  ['USDT', '40000', '10000', false],
  ['USDT', '40000.00000001', '10000', true],
  ['ETH', '12.1', '3', true],
])(
  '%s: after %s left without approval in the last hour, operators are asked about %s: %s',
  (code, unasked, amount, isAsked) => {
    expect(needsApproval(code, { own: 0n, unasked: units(unasked) }, units(amount))).toBe(isAsked)
  },
)

test('only a request that operators are asked about waits for their silence', () => {
  expect(movesAtMs(asked, 'requested')).toBe(1_000 + SILENCE_MS)
  expect([movesAtMs(asked, 'approved'), movesAtMs(plain, 'requested')]).toEqual([0, 0])
})

test('operators are asked about every amount in a currency without a limit', () => {
  expect(needsApproval('EUR', { own: 0n, unasked: 0n }, 1n)).toBe(true)
})
