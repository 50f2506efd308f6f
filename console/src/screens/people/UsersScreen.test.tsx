import { expect, test } from 'vitest'
import { askedAt, at, drawn, drawnScreen, page } from '../../app/drawn.testing.tsx'
import { csvOf } from '../../kit/csvOf.testing.ts'
import { aUser } from './aUser.testing.ts'
import { Marks } from './Marks.tsx'
import { USERS_CSV } from './UsersScreen.tsx'

test('users tell number, address, marks, invite code and when they joined', async () => {
  const list = [aUser(), aUser({ id: 72, practice: true, marks: [] })]
  const answers = [page('consoleUsers', { sort: 'newest' }, { list, next: 'x', total: 1_234 })]
  expect(await drawnScreen('/users', { answers })).toBe(
    [
      'Users | 1,234 users in all | Save as CSV | [Filters] | Address or invite code | «» | Kind | ●',
      'All users | With a wallet | Practice | Mark | ● | Any | Own limits | On a break',
      'Withdrawals held | Joined | ● | At any time | Today | In 7 days | In 30 days | Sorted | ●',
      'Newest first | Oldest first | By address | [Users] | Number | Address | Marks | Invite code',
      'Joined | 71 | 0xA00000…00001a | (caution) | Own limits | (wrong) | Withdrawals held | IN71',
      'Nov 7, 2026 08:00:01 | 72 | 0xA00000…00001a | (plain) | Practice | IN71 | Nov 7, 2026 08:00:01',
      '[Users] | 2 rows so far',
    ].join(' | '),
  )
})

test('filters of the address are asked for', async () => {
  const today = Math.floor(at('12:00:00') / 86_400_000)
  const asked = async (search: string) =>
    (await askedAt(`/users${search}`)).map((one) =>
      one.replace(/"joinedFrom":(\d+)/, (_, from) => `${today - from / 86_400_000} days before`),
    )
  expect(await asked('')).toEqual(['/api/console/users {"sort":"newest"} 5000'])
  expect(await asked('?search=0xab&kind=real&mark=held&days=1&sort=oldest')).toEqual([
    '/api/console/users {"sort":"oldest","search":"0xab","practice":0,"mark":"held",0 days before} 5000',
  ])
  expect(await asked('?kind=practice&mark=x&days=7&sort=x')).toEqual([
    '/api/console/users {"sort":"newest","practice":1,6 days before} 5000',
  ])
})

test('each mark has its word and its tone', async () => {
  expect(await drawn(<Marks marks={['limited', 'paused', 'held']} practice />)).toBe(
    [
      '(plain) | Practice | (caution) | Own limits | (caution) | On a break | (wrong)',
      'Withdrawals held',
    ].join(' | '),
  )
  expect(await drawn(<Marks marks={[]} practice={false} />)).toBe('')
})

test('the file of users has their raw values', () => {
  expect(csvOf(USERS_CSV, [aUser({ joinedAt: 1_000 })])).toEqual([
    'id ; address ; joined ; practice ; invite code ; marks',
    '71 ; 0xA0000001000000000000000000000000a000001a ; 1970-01-01T00:00:01.000Z ; false ; IN71 ; limited held',
  ])
})
