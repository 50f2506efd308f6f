import { beforeEach, expect, test } from 'vitest'
import { CONFIG } from '../../api/publicConfig.testing.ts'
import { takeConfig } from '../../api/publicConfig.ts'
import { answered, asUser, asVisitor, drawn, drawnLinks } from '../../app/drawn.testing.tsx'
import { AccountActions } from './AccountActions.tsx'
import { SessionList } from './SessionList.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { Witnesses } from './Witnesses.tsx'
import { keepPolicy } from '../../watch/witnessPolicy.ts'

const AT = new Date(2026, 10, 7, 21, 4, 9).getTime()
beforeEach(() => takeConfig({ ...CONFIG, version: '1.2.3' }))

test.each([
  ['people.read', 'Looked at your account'],
  ['loans.view', 'Opened your loan application'],
  ['loans.approve', 'Approved your loan'],
  ['loans.reject', 'Rejected your loan application'],
  ['loans.askAgain', 'Sent your loan application back'],
  ['support.receive', 'Received your message'],
  ['support.read', 'Read your conversation'],
  ['support.reply', 'Answered you'],
  ['withdrawal.approve', 'Approved your withdrawal'],
  ['withdrawal.reject', 'Rejected your withdrawal'],
  ['withdrawal.hold', 'Put a security hold on your withdrawals'],
  ['constructor', 'Did something else with your account'],
])('what an operator did as %s is told: %s', async (action, text) => {
  asUser()
  answered('accountActions', { count: 3 }, { list: [{ id: 1, action, at: AT }], more: false })
  expect((await drawn(<AccountActions />)).split(' | ').slice(2)).toEqual([text, 'Nov 7, 2026, 21:04'])
})

test('operators` actions are three at first, or none', async () => {
  asUser()
  answered('accountActions', { count: 3 }, { list: [], more: false })
  expect(await drawn(<AccountActions />)).toBe(
    [
      'What operators did with your account',
      'Nothing so far. Whatever an operator opens or decides about you is listed here, and nobody can remove it.',
      'What operators did with your account',
    ].join(' | '),
  )
  const list = [3, 2, 1].map((id) => ({ id, action: 'people.read', at: AT }))
  answered('accountActions', { count: 3 }, { list, more: true })
  expect((await drawn(<AccountActions />)).split(' | ').at(-1)).toBe('Show more')
})

const session = {
  id: 'a',
  device: 'Firefox on Linux',
  current: false,
  createdAt: AT,
  seenAt: AT,
  key: null,
}

test('a session tells its device, its key and its last use; the own one cannot be ended here', async () => {
  asUser()
  const key = {
    id: 'k1',
    until: AT + 86_400_000,
    most: [
      { currency: 'USDT', amount: '2500' },
      { currency: 'BTC', amount: '0.5' },
    ],
  }
  answered(
    'sessions',
    {},
    {
      list: [
        { ...session, current: true, key },
        { ...session, id: 'b', device: '' },
      ],
    },
  )
  expect(await drawn(<SessionList />)).toBe(
    [
      'Signed-in devices | Signed-in devices | Firefox on Linux | Last seen Nov 7, 2026, 21:04',
      'Key k1 signs orders until Nov 8, 2026, 21:04, up to 2,500.00 USDT · 0.50 BTC each. It cannot withdraw.',
      'This one | Unknown device | Last seen Nov 7, 2026, 21:04',
      'Orders from here are not signed. Their receipts cannot show your consent.',
      'End the session on Unknown device | End',
    ].join(' | '),
  )
})

const parts = () => drawn(<SettingsPage />)

test('the settings of a visitor are those of the page, and a user’s also those of the account', async () => {
  asVisitor()
  expect(await parts()).toBe(
    [
      'Back | Settings | Appearance | Theme | Theme | (chosen) | As the device | Paper | Ink',
      'Colours of rise and fall | Colours of rise and fall | (chosen) | Green up, red down | + | 1.84%',
      '− | 0.62% | Red up, green down | + | 1.84% | − | 0.62% | Blue up, orange down | + | 1.84% | −',
      '0.62%',
      'Blue and orange can be told apart by colour-blind eyes. Arrows and signs always say it again.',
      'Language | The house’s record | You have not joined yet',
      'Sessions and accounts appear here once you join. | Join | Witnesses',
      'A witness is somebody else’s program that signs only one history of the public log. Whom to trust, you say here; it stays on this device.',
      'Witnesses that you trust',
      'As text in the form of C2SP tlog-policy: log, witness, group and quorum, one on each line. The same text works for verify.mjs --policy.',
      '(off) | Save | Named by this house | This house names no witnesses. | Version 1.2.3',
    ].join(' | '),
  )
  asUser(1, { practice: true, books: [1] })
  answered('sessions', {}, { list: [] })
  answered('accountActions', { count: 3 }, { list: [], more: false })
  expect(await parts()).toBe(
    [
      'Back | Settings | Appearance | Theme | Theme | (chosen) | As the device | Paper | Ink',
      'Colours of rise and fall | Colours of rise and fall | (chosen) | Green up, red down | + | 1.84%',
      '− | 0.62% | Red up, green down | + | 1.84% | − | 0.62% | Blue up, orange down | + | 1.84% | −',
      '0.62%',
      'Blue and orange can be told apart by colour-blind eyes. Arrows and signs always say it again.',
      'Language | Notifications | Price alerts | Limits and breaks',
      'What you may lose, stake and spend in time | Withdrawal protection | The house’s record',
      'Signed-in devices | Signed-in devices | What operators did with your account',
      'Nothing so far. Whatever an operator opens or decides about you is listed here, and nobody can remove it.',
      'What operators did with your account | Simulated account',
      'Sets practice money back to 10,000 USDT, 1 ETH and 0.1 BTC. | Reset simulated account',
      'Practice wallet',
      'Its key is kept in this browser alone. Clear the browser’s data and it is gone, with the account. Use it for practice only.',
      'Show the key | Sign out | Witnesses',
      'A witness is somebody else’s program that signs only one history of the public log. Whom to trust, you say here; it stays on this device.',
      'Witnesses that you trust',
      'As text in the form of C2SP tlog-policy: log, witness, group and quorum, one on each line. The same text works for verify.mjs --policy.',
      '(off) | Save | Named by this house | This house names no witnesses. | Version 1.2.3',
    ].join(' | '),
  )
  expect(await drawnLinks(<SettingsPage />)).toEqual([
    '/language',
    '/notification?notices',
    '/alerts',
    '/limits',
    '/protection',
    '/house-record',
  ])
  takeConfig({ ...CONFIG, flags: { ...CONFIG.flags, wallet: false } })
  asUser(1)
  expect(await drawnLinks(<SettingsPage />)).not.toContain('/protection')
  expect(await parts()).not.toContain('Practice wallet')
})

test('the house’s witnesses are listed apart from the user’s own', async () => {
  expect(await drawn(<Witnesses />)).toBe(
    [
      'Witnesses',
      'A witness is somebody else’s program that signs only one history of the public log. Whom to trust, you say here; it stays on this device.',
      'Witnesses that you trust',
      'As text in the form of C2SP tlog-policy: log, witness, group and quorum, one on each line. The same text works for verify.mjs --policy.',
      '(off) | Save | Named by this house | This house names no witnesses.',
    ].join(' | '),
  )
  takeConfig({ ...CONFIG, witnesses: ['not a key'] })
  keepPolicy('quorum none\n')
  expect(await drawn(<Witnesses />)).toBe(
    [
      'Witnesses',
      'A witness is somebody else’s program that signs only one history of the public log. Whom to trust, you say here; it stays on this device.',
      'Not asked yet. | Witnesses that you trust | quorum none',
      'As text in the form of C2SP tlog-policy: log, witness, group and quorum, one on each line. The same text works for verify.mjs --policy.',
      '(off) | Save | Named by this house',
      'This house chose them, and could run them itself. Only you know who they are: copy a key only if you know its owner from elsewhere.',
      'not a key | not a key | Copy',
    ].join(' | '),
  )
  keepPolicy('')
})
