import { expect, test } from 'vitest'
import { isConflict, isConnectionLoss, isDiskFull, isDuplicate, isOverload, isPassing } from './failures.ts'

const KINDS = { isConflict, isDuplicate, isConnectionLoss, isOverload, isDiskFull, isPassing }

const failed = (code: string) => Object.assign(new Error('failed'), { code })

test.each<[string, unknown, (keyof typeof KINDS)[]]>([
  ['a serialization failure', failed('40001'), ['isConflict', 'isOverload', 'isPassing']],
  ['a deadlock', failed('40P01'), ['isConflict', 'isOverload', 'isPassing']],
  ['a lock that came too late', failed('55P03'), ['isOverload', 'isPassing']],
  ['a full pool', new Error('timeout exceeded when trying to connect'), ['isOverload', 'isPassing']],
  ['a lost connection', failed('ECONNRESET'), ['isConnectionLoss', 'isPassing']],
  ['a lost connection by its text', new Error('Connection terminated'), ['isConnectionLoss', 'isPassing']],
  ['a stopping database', failed('57P01'), ['isConnectionLoss', 'isPassing']],
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
