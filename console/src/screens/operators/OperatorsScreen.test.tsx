import { ROLES } from '@tickmark/wire/roles'
import { expect, test } from 'vitest'
import { anOperator, answer, askedAt, at, drawn, drawnScreen } from '../../app/drawn.testing.tsx'
import { InviteSheet, invitationOf } from './InviteSheet.tsx'
import { NewLink } from './NewLink.tsx'
import { OperatorSheet, Revoke, rolesOf } from './OperatorSheet.tsx'
import type { OperatorLine } from './operatorLine.ts'

const BOB: OperatorLine = {
  operator: '0xB0000001000000000000000000000000b000001b',
  name: 'Bob',
  roles: ['admin', 'support'],
  invitedBy: '0xC0000001000000000000000000000000c000001c',
  invitedAt: at('08:00:01'),
  revokedBy: null,
  revokedAt: null,
  passkeys: 3,
  hasCode: true,
  byLink: false,
  seenAt: at('11:45:00'),
  linkUntil: null,
}
const GONE = { ...BOB, revokedBy: '0xD0000001000000000000000000000000d000001d', revokedAt: at('08:00:02') }

const reply = (list: OperatorLine[]) =>
  answer('consoleOperators', {}, { list, mayInviteAlone: false, mayOmitAddress: false })

test('operators tell name, address, roles, state, and when they were last seen', async () => {
  const list = [BOB, { ...GONE, operator: 'x' }]
  expect(await drawnScreen('/operators', { answers: [reply(list)], operator: anOperator('admin') })).toBe(
    [
      'Operators | Invite an operator | [Operators] | Name | Address | Roles | State | Last seen | Bob',
      '0xB00000…00001b | Admin, Support | (good) | Active | 15 min | Bob | x | Admin, Support | (plain)',
      'Revoked | 15 min | [Operators] | 2 rows',
    ].join(' | '),
  )
  expect(await askedAt('/operators')).toEqual(['/api/console/operators {} 3000'])
  expect(await drawnScreen('/operators', { operator: anOperator('treasurer', 'viewer') })).not.toContain(
    'Invite',
  )
})

test.each<[given: Partial<OperatorLine>, state: string]>([
  [{}, '(good) | Active | 15 min'],
  [{ revokedAt: 1, linkUntil: 2, seenAt: null }, '(plain) | Revoked | –'],
  [{ linkUntil: 2, seenAt: null }, '(caution) | Invited | –'],
  [{ linkUntil: 2 }, '(good) | Active | 15 min'],
  [{ seenAt: null }, '(good) | Active | –'],
])('an operator with %j is %s', async (given, state) => {
  expect(await drawnScreen('/operators', { answers: [reply([{ ...BOB, ...given }])] })).toContain(state)
})

const sheet = (given: Partial<OperatorLine> = {}, operator = anOperator('admin')) =>
  drawn(<OperatorSheet operator={{ ...BOB, ...given }} onClose={() => {}} />, { operator })

test('an operator’s sheet tells his facts, and what an admin may do with him', async () => {
  expect(await sheet()).toBe(
    [
      'Bob | [Close] | Address | 0xB00000…00001b | Roles | Admin, Support | Invited',
      'Nov 7, 2026 08:00:01 | Invited by | 0xC00000…00001c | Passkeys | 3 | Authenticator | Yes',
      'Change roles | (wrong) | Revoke',
    ].join(' | '),
  )
  expect(
    await sheet({
      ...GONE,
      invitedBy: null,
      hasCode: false,
      byLink: true,
      linkUntil: at('18:00:03'),
    }),
  ).toBe(
    [
      'Bob | [Close] | Address | 0xB00000…00001b | Roles | Admin, Support | Invited',
      'Nov 7, 2026 08:00:01 | Invited by | The configuration | Passkeys | 3 | Authenticator | No',
      'Signs in by link | Yes | Link good until | Nov 7, 2026 18:00:03 | Revoked | Nov 7, 2026 08:00:02',
      'Revoked by | 0xD00000…00001d',
    ].join(' | '),
  )
  expect(await drawn(<OperatorSheet operator={null} onClose={() => {}} />)).toBe('')
})

test('a link is made for those without a factor alone, and nobody revokes himself', async () => {
  expect(await sheet({ passkeys: 0, hasCode: false })).toBe(
    [
      'Bob | [Close] | Address | 0xB00000…00001b | Roles | Admin, Support | Invited',
      'Nov 7, 2026 08:00:01 | Invited by | 0xC00000…00001c | Passkeys | 0 | Authenticator | No',
      'Change roles | New link | (wrong) | Revoke',
    ].join(' | '),
  )
  expect(await sheet({ passkeys: 1, hasCode: false })).not.toContain('New link')
  expect(await sheet({ passkeys: 0 })).not.toContain('New link')
  expect(await sheet({}, { ...anOperator('admin'), address: BOB.operator })).toMatch(/ \| Change roles$/)
  expect(await sheet({}, anOperator('treasurer'))).not.toContain('Change roles')
})

test('nobody is revoked without a reason; an admin only with a second operator', async () => {
  const revoke = (roles: OperatorLine['roles']) =>
    drawn(<Revoke operator={{ ...BOB, roles }} onBack={() => {}} onDone={() => {}} />)
  expect(await revoke(['support'])).toMatch(/ \| Back \| off \| \(wrong\) \| Revoke now$/)
  expect(await revoke(['support'])).not.toBe(await revoke(['admin']))
})

test('an invitation asks for name, address and roles; the only admin makes the link at once', async () => {
  const invite = (alone: boolean, mayOmit: boolean) =>
    drawn(<InviteSheet open onClose={() => {}} alone={alone} mayOmitAddress={mayOmit} />)
  expect(await invite(false, true)).toBe(
    [
      'Invite an operator | [Close] | Name | «» | ≤ 60 | Address | «» | ≤ 64',
      'The wallet address with which he signs in. | Roles | ☑ | Viewer',
      'Reads everything but loan details | ☐ | Support | Answers users | ☐ | Editor',
      'Writes news, notices and help | ☐ | Reviewer | Reviews loans | ☐ | Treasurer',
      'Votes on withdrawals, proposes treasury, chains, programme and rules | ☐ | Admin',
      'Everything, and manages operators | Reason | ≤ 500 | Everybody at the desk reads it in the log.',
      'A second operator must approve it within an hour. | off | Ask for approval',
    ].join(' | '),
  )
  expect(await invite(true, true)).toBe(
    [
      'Invite an operator | [Close] | Name | «» | ≤ 60 | Address | «» | ≤ 64',
      'Without one, the link alone signs him in: in the sandbox only. | Roles | ☑ | Viewer',
      'Reads everything but loan details | ☐ | Support | Answers users | ☐ | Editor',
      'Writes news, notices and help | ☐ | Reviewer | Reviews loans | ☐ | Treasurer',
      'Votes on withdrawals, proposes treasury, chains, programme and rules | ☐ | Admin',
      'Everything, and manages operators | Reason | ≤ 500 | Everybody at the desk reads it in the log.',
      'You are the only admin, so no second operator needs to approve. | off | Make a one-time link',
    ].join(' | '),
  )
  expect(await invite(true, false)).toContain('| The wallet address with which he signs in. | Roles')
  expect(await invite(false, false)).toContain('| The wallet address with which he signs in. | Roles')
})

test.each([
  [
    { address: ' 0xB ', name: ' Bob ', roles: ['viewer'] },
    false,
    { operator: '0xB', name: 'Bob', roles: ['viewer'] },
  ],
  [{ address: ' ', name: 'Bob', roles: ['viewer'] }, true, { name: 'Bob', roles: ['viewer'] }],
  [{ address: ' ', name: 'Bob', roles: ['viewer'] }, false, null],
  [{ address: '0xB', name: ' ', roles: ['viewer'] }, true, null],
  [{ address: '0xB', name: 'Bob', roles: [] }, true, null],
] as const)('%j, the address needless: %s, invites %j', (form, mayOmit, invitation) => {
  expect(invitationOf(form, mayOmit)).toEqual(invitation)
})

test.each([
  [['admin', 'support'], null],
  [[], null],
  [['admin'], { operator: '0xB', roles: ['admin'] }],
  [['admin', 'editor'], { operator: '0xB', roles: ['admin', 'editor'] }],
] as const)('roles %j in place of admin and support are asked for as %j', (roles, asked) => {
  expect(rolesOf({ operator: '0xB', roles: ['admin', 'support'] }, roles)).toEqual(asked)
  expect(ROLES).toEqual(expect.arrayContaining([...roles]))
})

test('a new link is shown with its end', async () => {
  expect(await drawn(<NewLink link="https://x/#abc" expiresAt={at('18:00:04')} />)).toBe(
    [
      'Give this link to the operator. It is shown only now. | https://x/#abc | Link good until',
      'Nov 7, 2026 18:00:04 | Whoever has the link can use it once.',
    ].join(' | '),
  )
})
