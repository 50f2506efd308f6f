import type { HostingExit } from '@tickmark/core/arbitrage/hostings'
import { expect, test } from 'vitest'
import { judgeExitShown } from './judgeExitShown.ts'

const exit: HostingExit = {
  v: 1,
  kind: 'exit',
  number: 2,
  at: 1_800_000_000_000,
  order: '00000000-0000-8000-8000-000000000001',
  back: '49750000000',
  fee: '250000000',
  consent: '',
}
const ended = { status: 2, isEarly: true, redeemMoney: '497.5', deductionMoney: '2.5' } as const

test.each([
  ['as it was signed', {}, 0, 'same'],
  ['with less back', { redeemMoney: '497.49' }, 0, 'other'],
  ['with a higher fee', { deductionMoney: '2.51' }, 0, 'other'],
  ['with no sum at all', { redeemMoney: '' }, 0, 'other'],
  ['as expired', { isEarly: false }, 0, 'other'],
  ['as running, in a list that was on its way', { status: 1 }, 9_999, 'waiting'],
  ['as running, in a later list', { status: 1 }, 10_000, 'other'],
] as const)('an order that is shown %s', (_, change, sinceMs, judged) => {
  expect(judgeExitShown({ ...ended, ...change }, exit, sinceMs)).toBe(judged)
})
