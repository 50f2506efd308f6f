import { expect, test } from 'vitest'
import {
  isCheckViolation,
  isConflict,
  isConnectionLoss,
  isDiskFull,
  isDuplicate,
  isForbidden,
  isOverload,
  isPassing,
} from './failures.ts'

const KINDS = { isConflict, isDuplicate, isConnectionLoss, isOverload, isDiskFull, isForbidden, isPassing }

const failed = (code: string) => Object.assign(new Error('failed'), { code })

test.each<[string, unknown, (keyof typeof KINDS)[]]>([
  ['a serialization failure', failed('40001'), ['isConflict', 'isOverload', 'isPassing']],
  ['a deadlock', failed('40P01'), ['isConflict', 'isOverload', 'isPassing']],
  ['a lock that came too late', failed('55P03'), ['isOverload', 'isPassing']],
  ['a full pool', new Error('timeout exceeded when trying to connect'), ['isOverload', 'isPassing']],
  ['a lost connection', failed('ECONNRESET'), ['isConnectionLoss', 'isPassing']],
  ['a lost connection by its text', new Error('Connection terminated'), ['isConnectionLoss', 'isPassing']],
  ['a stopping database', failed('57P01'), ['isConnectionLoss', 'isPassing']],
  ...['08000', '08006', '57P02', '57P03', '57P05', '25P03', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'].map(
    (code): [string, unknown, (keyof typeof KINDS)[]] => [
      code,
      failed(code),
      ['isConnectionLoss', 'isPassing'],
    ],
  ),
  ['a database that answers too late', new Error('timeout expired'), ['isConnectionLoss', 'isPassing']],
  ['a closed connection', new Error('Client is not queryable'), ['isConnectionLoss', 'isPassing']],
  ['a cancelled statement', failed('57014'), []],
  ['a code that only contains one', failed('x57P01'), []],
  ['a missing right', failed('42501'), ['isForbidden']],
  ['a full disk of the database', failed('53100'), ['isDiskFull', 'isPassing']],
  ['a full disk of our own', failed('ENOSPC'), ['isDiskFull', 'isPassing']],
  ['a used quota', failed('EDQUOT'), ['isDiskFull', 'isPassing']],
  ['a second row', failed('23505'), ['isDuplicate']],
  ['a check', failed('23514'), []],
  ['an error of ours', new Error('failed'), []],
  ['a text', '53100', []],
  ['nothing', null, []],
])('%s is told from other failures', (_what, thrown, wanted) => {
  const kinds = Object.entries(KINDS).flatMap(([kind, is]) => (is(thrown) ? [kind] : []))
  expect(kinds).toEqual(wanted)
})

test('a second row and a check are told by their constraint', () => {
  const of = (code: string, constraint: string) => Object.assign(failed(code), { constraint })
  const known = of('23505', 'a_key')
  expect([isDuplicate(known), isDuplicate(known, 'a_key'), isDuplicate(known, 'another')]).toEqual([
    true,
    true,
    false,
  ])
  const check = of('23514', 'a_check')
  expect([isCheckViolation(check, 'a_check'), isCheckViolation(check, 'another')]).toEqual([true, false])
  expect([isCheckViolation(of('23505', 'a_check'), 'a_check'), isDuplicate(check, 'a_check')]).toEqual([
    false,
    false,
  ])
})
