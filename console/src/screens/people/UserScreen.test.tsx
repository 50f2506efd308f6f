import { expect, test } from 'vitest'
import { answer, askedAt, at, drawnScreen, page } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { csvOf } from '../../kit/csvOf.testing.ts'
import { aUser } from './aUser.testing.ts'
import { STATEMENT_CSV } from './UserStatement.tsx'

const LIMITS: Reply<'consoleUser'>['ownLimits'] = {
  limits: [
    { kind: 'lossDay', value: '100', used: '61', pending: null },
    { kind: 'stakeDay', value: '', used: '62', pending: null },
  ],
  breakUntil: at('19:00:08'),
  excludedUntil: null,
}
const PERSON: Reply<'consoleUser'> = {
  user: { ...aUser(), walletType: 1, inviter: '0xE0000001000000000000000000000000e000001e' },
  books: [
    {
      book: 'real',
      total: '1000.5',
      inProducts: '7',
      holdings: [
        { currency: 'USDT', available: '11', amount: '12', value: '13' },
        { currency: 'BTC', available: '0.21', amount: '0.22', value: '23' },
      ],
    },
    { book: 'simulated', total: '5', inProducts: '0', holdings: [] },
  ],
  sessions: [
    {
      device: 'Phone',
      transport: 'cookie',
      createdAt: at('09:00:01'),
      seenAt: at('09:00:02'),
      key: {
        id: 'k',
        until: at('18:00:03'),
        most: [
          { currency: 'USDT', amount: '31' },
          { currency: 'BTC', amount: '0.32' },
        ],
      },
    },
    { device: 'Laptop', transport: 'cookie', createdAt: at('09:00:04'), seenAt: at('09:00:05'), key: null },
  ],
  ownLimits: LIMITS,
  protection: {
    authenticator: true,
    addressBook: false,
    addresses: [
      { address: '0xF0000001000000000000000000000000f000001f', label: 'Cold', addedAt: 1, usableAt: 2 },
    ],
    holds: [{ caseId: 'T-9', until: at('20:00:06') }],
  },
  counts: [
    { name: 'openOrders', count: 41 },
    { name: 'finishedOrders', count: 42 },
    { name: 'deposits', count: 43 },
    { name: 'withdrawals', count: 44 },
    { name: 'swaps', count: 45 },
    { name: 'messages', count: 46 },
    { name: 'threads', count: 47 },
    { name: 'hostingOrders', count: 48 },
    { name: 'loanApplications', count: 49 },
    { name: 'invited', count: 50 },
  ],
}
const user = answer('consoleUser', { userId: 71 }, PERSON)

test('a user’s funds, account, limits, protection and sessions are told', async () => {
  expect(await drawnScreen('/users/71', { answers: [user] })).toBe(
    [
      '→ /users | Users | User 71 | (caution) | Own limits | (wrong) | Withdrawals held',
      '0xA0000001000000000000000000000000a000001a | [Parts of the user] | ● | Account | Statement',
      'Messages | Real account | 1,000.50 | USDT | Currency | Available | Amount | Value | USDT | 11.00',
      '12.00 | 13.00 | USDT | BTC | 0.21 | 0.22 | 23.00 | USDT | Simulated account | 5.00 | USDT',
      'Nothing in this account | Account | → /orders?state=every&user=71 | Orders',
      '→ /audit-log?user=71 | What operators did | Joined | Nov 7, 2026 08:00:01 | Invite code | IN71',
      'Invited by | → /users/17 | 0xE00000…00001e | Open orders | 41 | Finished orders | 42 | Deposits',
      '43 | Withdrawals | 44 | Swaps | 45 | Messages | 46 | Support conversations | 47 | Hosting orders',
      '48 | Loan applications | 49 | Users invited | 50 | Own limits | (plain) | Read only',
      'Loss in 24 hours, USDT | 61 / 100 | Break until | Nov 7, 2026 19:00:08 | Self-exclusion until',
      'None | Protection | Authenticator | On | Address book only | Off | Cold | 0xF00000…00001f',
      'Held until | Nov 7, 2026 20:00:06 | · | T-9 | Sessions | Phone | Last seen',
      'Nov 7, 2026 09:00:02 | Its key signs orders until | Nov 7, 2026 18:00:03 | 31.00 | USDT | 0.32',
      'BTC | Laptop | Last seen | Nov 7, 2026 09:00:05',
    ].join(' | '),
  )
  expect(await askedAt('/users/71', { answers: [user] })).toEqual(['/api/console/user {"userId":71} 5000'])
})

test('a user without inviter, protection and limits', async () => {
  const data = {
    ...PERSON,
    user: { ...PERSON.user, invitedBy: null, inviter: null, practice: true, marks: [] },
    books: [],
    sessions: [],
    ownLimits: { ...LIMITS, limits: [], breakUntil: null, excludedUntil: at('20:00:07') },
    protection: { authenticator: false, addressBook: true, addresses: [], holds: [] },
    counts: [],
  }
  expect(await drawnScreen('/users/71', { answers: [answer('consoleUser', { userId: 71 }, data)] })).toBe(
    [
      '→ /users | Users | User 71 | (plain) | Practice | 0xA0000001000000000000000000000000a000001a',
      '[Parts of the user] | ● | Account | Statement | Messages | Account',
      '→ /orders?state=every&user=71 | Orders | → /audit-log?user=71 | What operators did | Joined',
      'Nov 7, 2026 08:00:01 | Invite code | IN71 | Own limits | (plain) | Read only | No limits set',
      'Break until | None | Self-exclusion until | Nov 7, 2026 20:00:07 | Protection | Authenticator',
      'Off | Address book only | On | Sessions | No running session',
    ].join(' | '),
  )
})

const DAY_MS = 86_400_000
const TO = (Math.floor(at('12:00:00') / DAY_MS) + 1) * DAY_MS
const asked = {
  userId: 71,
  of: 'real' as const,
  currencyId: 1,
  from: TO - 30 * DAY_MS,
  to: TO,
  pageSize: 500,
}
const LINE: Reply<'consoleUserStatement'>['lines'][number] = {
  at: at('09:00:09'),
  cause: 'settlement',
  counter: 'escrow',
  amount: '5.5',
  balance: '105.5',
  ref: 'r1',
  orderId: '019a',
  order: { pair: 'BTC/USDT', direction: 0, outcome: 'won' },
}

test('a statement tells opening, closing, and each movement with its balance', async () => {
  const lines = [LINE, { ...LINE, amount: '-5', balance: '6', order: null }]
  const statement = { opening: '100', closing: '110', lines, next: null }
  const answers = [user, answer('consoleUserStatement', asked, statement)]
  expect(await drawnScreen('/users/71?tab=statement', { answers })).toBe(
    [
      '→ /users | Users | User 71 | (caution) | Own limits | (wrong) | Withdrawals held',
      '0xA0000001000000000000000000000000a000001a | [Parts of the user] | Account | ● | Statement',
      'Messages | [Filters] | Currency | ● | USDT | USDC | ETH | BTC | TRX | BNB | SOL | Account | ●',
      'Real account | Simulated account | Span | Last day | Last 7 days | ● | Last 30 days',
      'Last 365 days | Opening balance | 100.00 | USDT | Closing balance | 110.00 | USDT | Save as CSV',
      '[Statement] | Time | Cause | Amount | Balance | Nov 7, 2026 09:00:09 | Order settled · BTC/USDT',
      '+5.50 | USDT | 105.50 | USDT | Nov 7, 2026 09:00:09 | Order settled | −5.00 | USDT | 6.00 | USDT',
      '[Statement] | 2 rows',
    ].join(' | '),
  )
  const cut = answer('consoleUserStatement', asked, { ...statement, lines: [], next: 'x' })
  expect(await drawnScreen('/users/71?tab=statement', { answers: [user, cut] })).toBe(
    [
      '→ /users | Users | User 71 | (caution) | Own limits | (wrong) | Withdrawals held',
      '0xA0000001000000000000000000000000a000001a | [Parts of the user] | Account | ● | Statement',
      'Messages | [Filters] | Currency | ● | USDT | USDC | ETH | BTC | TRX | BNB | SOL | Account | ●',
      'Real account | Simulated account | Span | Last day | Last 7 days | ● | Last 30 days',
      'Last 365 days | Opening balance | 100.00 | USDT | Closing balance | 110.00 | USDT | off',
      'Save as CSV | No movements in this span',
      'Only the first 500 lines are shown. Choose a shorter span.',
    ].join(' | '),
  )
})

test('a statement is of the chosen currency, book and days', async () => {
  const inputs = async (search: string) =>
    (await askedAt(`/users/71?tab=statement${search}`, { answers: [user] }))
      .slice(1)
      .map((one) => one.replace(/"from":(\d+),"to":(\d+)/, (_, from, to) => `${(to - from) / DAY_MS} days`))
  expect(await inputs('')).toEqual([
    '/api/console/user/statement {"userId":71,"of":"real","currencyId":1,30 days,"pageSize":500} false',
  ])
  expect(await inputs('&currency=BTC&book=simulated&days=7')).toEqual([
    '/api/console/user/statement {"userId":71,"of":"simulated","currencyId":4,7 days,"pageSize":500} false',
  ])
  expect(await inputs('&currency=x&book=x&days=8')).toEqual([
    '/api/console/user/statement {"userId":71,"of":"real","currencyId":1,30 days,"pageSize":500} false',
  ])
})

test('the file of a statement has its raw values', () => {
  expect(csvOf(STATEMENT_CSV, [{ ...LINE, at: 1_000 }])).toEqual([
    'at ; cause ; amount ; balance ; reference',
    '1970-01-01T00:00:01.000Z ; settlement ; 5.5 ; 105.5 ; r1',
  ])
})

test('messages tell title, time, text, and whether they were read', async () => {
  const message = {
    id: 'm',
    title: 'Paid',
    html: '<p>Sum</p>',
    link: '',
    category: 'orders' as const,
    date: at('09:00:08'),
    isRead: true,
  }
  const list = [message, { ...message, id: 'n', title: 'Sent', isRead: false }]
  const answers = [user, page('consoleUserMessages', { userId: 71 }, { list, next: 'x' })]
  expect(await drawnScreen('/users/71?tab=messages', { answers })).toBe(
    [
      '→ /users | Users | User 71 | (caution) | Own limits | (wrong) | Withdrawals held',
      '0xA0000001000000000000000000000000a000001a | [Parts of the user] | Account | Statement | ●',
      'Messages | Paid | Nov 7, 2026 09:00:08 | · read | Sum | Sent | Nov 7, 2026 09:00:08 | · unread',
      'Sum | Show more',
    ].join(' | '),
  )
  const none = page('consoleUserMessages', { userId: 71 }, { list: [], next: null })
  expect(await drawnScreen('/users/71?tab=messages', { answers: [user, none] })).toMatch(/ No messages[^|]*$/)
  expect(await askedAt('/users/71?tab=messages', { answers: [user] })).toEqual([
    '/api/console/user {"userId":71} 5000',
    '/api/console/user/messages {"userId":71} 5000',
  ])
})
