import { expect, test } from 'vitest'
import { anOperator, answer, drawn } from './drawn.testing.tsx'
import { KeysSheet } from './KeysSheet.tsx'
import { navGroups } from './screens.tsx'
import { SearchSheet } from './SearchSheet.tsx'
import { SideBar } from './SideBar.tsx'

const QUEUES = answer(
  'consoleQueues',
  {},
  {
    asOf: 0,
    queues: [
      { name: 'withdrawals', waiting: 1, oldestAt: null },
      { name: 'withdrawalsStuck', waiting: 2, oldestAt: null },
      { name: 'withdrawalsOverdue', waiting: 4, oldestAt: null },
      { name: 'securityHolds', waiting: 8, oldestAt: null },
      { name: 'haltedChains', waiting: 16, oldestAt: null },
      { name: 'loans', waiting: 32, oldestAt: null },
      { name: 'lateLoans', waiting: 64, oldestAt: null },
      { name: 'chats', waiting: 128, oldestAt: null },
      { name: 'proposals', waiting: 0, oldestAt: null },
    ],
  },
)

test('the navigation tells what waits at each screen', async () => {
  const bar = <SideBar onSearch={() => {}} onKeys={() => {}} />
  const text = await drawn(bar, { answers: [QUEUES], operator: anOperator('admin'), path: '/users/7' })
  expect(text).toBe(
    [
      '[Menu] | Tickmark | [Search] | Tickmark | Search | ⌘K | [Main navigation] | [House] | → /',
      'Overview | → /incidents | Incidents | → /rules | Rules of new orders | [People] | → /users',
      'Users | → /orders | Orders | → /support | Support | 128 waiting | [Money] | → /withdrawals',
      'Withdrawals | 15 waiting | → /deposits | Deposits | → /loans | Loans | 96 waiting | → /treasury',
      'Treasury | → /chains | Networks | 16 waiting | → /programme | Arbitrage programme | [Words]',
      '→ /content | Content | [Desk] | → /proposals | Proposals | → /operators | Operators',
      '→ /audit-log | Audit log | Signed in as Ada | Sign out | Settings and keys',
    ].join(' | '),
  )
})

test('operators see the screens of their roles, in order', () => {
  const seen = (['viewer', 'support', 'editor', 'reviewer', 'treasurer', 'admin'] as const).flatMap((role) =>
    navGroups([role]).map(
      ({ group, screens }) => `${role}, ${group}: ${screens.map(({ path }) => path).join(' ')}`,
    ),
  )
  expect(seen).toEqual([
    'viewer, house: / /incidents /rules',
    'viewer, people: /users /orders',
    'viewer, money: /withdrawals /deposits /treasury /chains /programme',
    'viewer, console: /proposals /operators /audit-log',
    'support, house: / /incidents /rules',
    'support, people: /users /orders /support',
    'support, money: /withdrawals /deposits /treasury /chains /programme',
    'support, console: /proposals /operators /audit-log',
    'editor, house: / /incidents /rules',
    'editor, money: /treasury /chains /programme',
    'editor, words: /content',
    'editor, console: /proposals /operators /audit-log',
    'reviewer, house: / /incidents /rules',
    'reviewer, people: /users /orders',
    'reviewer, money: /withdrawals /deposits /loans /treasury /chains /programme',
    'reviewer, console: /proposals /operators /audit-log',
    'treasurer, house: / /incidents /rules',
    'treasurer, people: /users /orders',
    'treasurer, money: /withdrawals /deposits /treasury /chains /programme',
    'treasurer, console: /proposals /operators /audit-log',
    'admin, house: / /incidents /rules',
    'admin, people: /users /orders /support',
    'admin, money: /withdrawals /deposits /loans /treasury /chains /programme',
    'admin, words: /content',
    'admin, console: /proposals /operators /audit-log',
  ])
})

test('without a permission to search there is no search', async () => {
  const bar = <SideBar onSearch={null} onKeys={() => {}} />
  expect(await drawn(bar, { operator: anOperator('editor') })).not.toContain('⌘K')
})

test('the search begins empty, and the keys are told', async () => {
  expect(await drawn(<SearchSheet open onClose={() => {}} />)).toBe(
    'Search everywhere | [Close] | [Search everywhere] | «» | [Found]',
  )
  expect(await drawn(<KeysSheet open onClose={() => {}} />)).toBe(
    [
      'Settings and keys | [Close] | Language | ● | English | 日本語 | 한국어 | العربية | 简体中文 | Theme | ●',
      'As the system | Paper (light) | Ink (dark) | Search everywhere | ⌘K · Ctrl K',
      'Go to the first, second … screen of the navigation | Alt 1 … Alt 9 | Move between rows of a list',
      '↑ ↓ PgUp PgDn Home End | Open the row | Enter | Close a sheet | Esc | This list | ?',
    ].join(' | '),
  )
})
