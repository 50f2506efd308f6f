import type { LimitItem } from '@tickmark/wire/routes/limits'
import { describe, expect, test } from 'vitest'
import { initial, type LimitSummary, problems, reduce, shareUsed, summary } from './limitForm.ts'

const NOW = 1_795_000_000_000
const DAY = 86_400_000

function limit(value: string, pending: LimitItem['pending'] = null): LimitItem {
  return { kind: 'lossDay', value, used: '25.5', pending }
}

describe('a limit', () => {
  const waits = { value: '500', from: NOW + DAY / 2 }
  test.each<[string, LimitItem, string, LimitSummary]>([
    ['where there was none holds at once', limit(''), '100', { code: 'now', value: 100 }],
    ['that is tighter holds at once', limit('100'), '50', { code: 'now', value: 50 }],
    ['that is looser waits a day', limit('100'), '200', { code: 'later', value: 200, fromMs: NOW + DAY }],
    ['that is taken away waits a day', limit('100'), '', { code: 'later', value: null, fromMs: NOW + DAY }],
    ['as it is changes nothing', limit('100'), '100', { code: 'same' }],
    ['that never was stays away', limit(''), '', { code: 'same' }],
    ['that was asked for already is not asked for again', limit('100', waits), '500', { code: 'same' }],
    ['as it is takes an earlier wish back', limit('100', waits), '100', { code: 'now', value: 100 }],
    [
      'that is looser still begins to wait anew',
      limit('100', waits),
      '900',
      { code: 'later', value: 900, fromMs: NOW + DAY },
    ],
  ])('%s', (_name, held, typed, expected) => {
    const form = reduce(initial(held), typed)
    expect(problems(form)).toEqual([])
    expect(summary(form, held, NOW)).toEqual(expected)
  })

  test.each(['0', '1000001'])('of %s is invalid', (typed) => {
    const form = reduce(initial(limit('')), typed)
    expect(problems(form)).toEqual([{ code: 'invalid' }])
    expect(summary(form, limit(''), NOW)).toBeNull()
  })

  test('is typed in whole numbers, in the digits of any language', () => {
    const form = initial(limit('100'))
    expect(reduce(form, '١٥٠').value).toBe('150')
    expect(reduce(form, '15.5')).toBe(form)
    expect(reduce(form, 'all')).toBe(form)
  })
})

test.each([
  [limit('100'), 0.255],
  [limit(''), 0],
  [limit('20'), 1],
  [limit('25.5'), 1],
  [limit('25.6'), 0.996],
  [{ ...limit('100'), used: '' }, 0],
  [{ ...limit('100'), used: '0' }, 0],
  [{ ...limit(''), used: '' }, 0],
  [{ ...limit('30'), used: '20' }, 0.6666],
  [{ ...limit('100'), used: '-25' }, 0],
  [limit('0'), 0],
])('the used part of %j is %d', (held, share) => {
  expect(shareUsed(held)).toBe(share)
})
