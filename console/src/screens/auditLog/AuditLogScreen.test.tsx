import { expect, test } from 'vitest'
import { askedAt, at, drawnScreen, page } from '../../app/drawn.testing.tsx'
import type { RowOf } from '../../api/useConsolePages.ts'
import { csvOf } from '../../kit/csvOf.testing.ts'
import { ACTIONS_CSV } from './AuditLogScreen.tsx'

const LINE: RowOf<'consoleActions'> = {
  id: 41,
  at: at('08:00:01'),
  operator: '0xB0000001000000000000000000000000b000001b',
  operatorName: 'Bob',
  action: 'content.publish',
  subject: 'order 019a0000-0000-7000-8000-0000000000a1 of 0xA0000001000000000000000000000000a000001a',
  userId: 71,
  details: { reason: 'why', hash: 'ab'.repeat(32), count: 3, none: null },
  hash: 'cd'.repeat(32),
}

test('the log tells every action with its operator, subject, user, details and hash, and its head', async () => {
  const list = [LINE, { ...LINE, id: 40, operatorName: null, userId: null, subject: 'x', details: {} }]
  const head = { id: 42, hash: 'ef'.repeat(32) }
  expect(
    await drawnScreen('/audit-log', { answers: [page('consoleActions', {}, { list, next: null, head })] }),
  ).toBe(
    [
      'Audit log | Newest line 42: | efefefef…efefef | Save as CSV | [Filters] | Operator | «» | Action',
      '«» | Subject | «» | User number | «» | [Audit log] | Line | Time | Operator | Action | Subject',
      'User | Details | Hash | 41 | Nov 7, 2026 08:00:01 | Bob | content.publish',
      'order 019a0000…0000a1 of 0xA00000…00001a | → /users/71 | 71',
      'reason: why · hash: abababab…ababab · count: 3 · none: null | cdcdcdcd…cdcdcd | 40',
      'Nov 7, 2026 08:00:01 | 0xB0000001000000000000000000000000b000001b | content.publish | x | –',
      'cdcdcdcd…cdcdcd | [Audit log] | 2 rows',
    ].join(' | '),
  )
  const none = page('consoleActions', {}, { list: [], next: null, head: null })
  expect(await drawnScreen('/audit-log', { answers: [none] })).toBe(
    [
      'Audit log | off | Save as CSV | [Filters] | Operator | «» | Action | «» | Subject | «»',
      'User number | «» | No lines | What operators do is logged here before it takes effect.',
    ].join(' | '),
  )
})

test('filters of the address are asked for, cut to what the server takes', async () => {
  expect(await askedAt('/audit-log')).toEqual(['/api/console/actions {} 5000'])
  expect(await askedAt('/audit-log?operator=0xb&action=content&subject=x&user=71')).toEqual([
    '/api/console/actions {"operator":"0xb","action":"content","subject":"x","userId":71} 5000',
  ])
  expect(await askedAt('/audit-log?user=0')).toEqual(await askedAt('/audit-log'))
  expect(await askedAt('/audit-log?user=7x')).toEqual(await askedAt('/audit-log'))
  const long = await askedAt(
    `/audit-log?operator=${'o'.repeat(65)}&action=${'a'.repeat(61)}&subject=${'s'.repeat(201)}`,
  )
  expect(long.map((one) => one.match(/(.)\1{9,}/g)?.map(({ length }) => length))).toEqual([[64, 60, 200]])
})

test('the file of the log has its raw values', () => {
  expect(csvOf(ACTIONS_CSV, [{ ...LINE, at: 1_000, subject: 's', details: { a: 1, b: null } }])).toEqual([
    'id ; at ; operator ; action ; subject ; user ; details ; hash',
    '41 ; 1970-01-01T00:00:01.000Z ; 0xB0000001000000000000000000000000b000001b ; content.publish ; s ; 71 ; a: 1 · b: null ; cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
  ])
  expect(csvOf(ACTIONS_CSV, [{ ...LINE, userId: null }])[1]).toContain(' ;  ; reason')
})
