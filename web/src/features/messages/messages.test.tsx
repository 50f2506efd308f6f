import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import { MESSAGE_CATEGORIES } from '@tickmark/wire/schemas/messages'
import type { MessageItem } from '@tickmark/wire/routes/messages'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { queries, query } from '../../api/api.ts'
import { answered, asUser, asVisitor, drawn, drawnLinks, withHtml } from '../../app/drawn.testing.tsx'
import { MessageSettings } from './MessageSettings.tsx'
import { useReadWhenSeen } from './useReadWhenSeen.ts'

const { MessageRow } = await withHtml(() => import('./MessageRow.tsx'))
const { MessagesPage } = await import('./MessagesPage.tsx')
const AT = new Date(2026, 10, 7, 21, 4, 9).getTime()
const message = (given: Partial<MessageItem> = {}): MessageItem => ({
  id: '01a21e00-d6a7-7000-bfdb-b8dbb0969ace',
  category: 'orders',
  title: 'Your order has won',
  html: '',
  date: AT,
  isRead: true,
  link: '/orders',
  ...given,
})
const row = (given: Partial<MessageItem> = {}) => (
  <MessageRow message={message(given)} onSeen={() => {}} onOpen={() => {}} />
)

test('a message tells whether it is unread, its category and time, and links to its subject on our own pages', async () => {
  expect(await drawn(row())).toBe(
    'Your order has won | Orders · | Nov 7, 2026, 21:04 | Open: Your order has won | Open',
  )
  expect(await drawn(row({ isRead: false, category: 'security', link: '' }))).toBe(
    'Unread: | Your order has won | Security · | Nov 7, 2026, 21:04',
  )
  expect(await drawnLinks(row())).toEqual(['/orders'])
  expect(await drawnLinks(row({ link: 'https://elsewhere.example' }))).toEqual([])
})

/** The list as the page keeps it. */
function listed(items: MessageItem[], isEnd: boolean): void {
  queries.setQueryData([...query('getMyMessage', { pageSize: 10 }).queryKey, 'list'], { items, isEnd })
}

test('messages are a user’s own, with the number of unread ones', async () => {
  asVisitor()
  expect(await drawn(<MessagesPage />)).toBe(
    [
      'Back | Messages | Your messages',
      'Join, and what happens to your orders, money and account is written here. | Join',
    ].join(' | '),
  )
  asUser()
  listed([message({ isRead: false }), message({ id: 'b', title: 'A deposit', category: 'money' })], true)
  answered('getUnread', {}, { unread: 1 })
  expect(await drawn(<MessagesPage />)).toBe(
    [
      'Back | Messages | Notification settings | Unread: 1 | Mark all as read | Messages | Unread:',
      'Your order has won | Orders · | Nov 7, 2026, 21:04 | Open: Your order has won | Open | A deposit',
      'Money · | Nov 7, 2026, 21:04 | Open: A deposit | Open | End of list',
    ].join(' | '),
  )
  answered('getUnread', {}, { unread: 0 })
  // One of the list is unread, although muted ones are not counted.
  expect(await drawn(<MessagesPage />)).toBe(
    [
      'Back | Messages | Notification settings | Mark all as read | Messages | Unread:',
      'Your order has won | Orders · | Nov 7, 2026, 21:04 | Open: Your order has won | Open | A deposit',
      'Money · | Nov 7, 2026, 21:04 | Open: A deposit | Open | End of list',
    ].join(' | '),
  )
  listed([message()], false)
  expect(await drawn(<MessagesPage />)).toBe(
    [
      'Back | Messages | Notification settings | Messages | Your order has won | Orders ·',
      'Nov 7, 2026, 21:04 | Open: Your order has won | Open',
    ].join(' | '),
  )
  listed([], true)
  expect(await drawn(<MessagesPage />)).toBe(
    [
      'Back | Messages | Notification settings | No messages yet',
      'When something happens to your orders, your money or your account, it is written here.',
    ].join(' | '),
  )
})

test('each category but security can be muted', async () => {
  await preloadPanels()
  asUser()
  answered('getMessageSettings', {}, { muted: ['money', 'alerts'], pushKey: '', pushEndpoints: 0 })
  expect(await drawn(<MessageSettings open onClose={() => {}} />)).toBe(
    [
      'Notification settings | Close',
      'What is switched off is still listed here, but it is neither counted nor announced. | Orders',
      'Orders that settled while you were away | (chosen) | Money | Deposits and withdrawals',
      'Price alerts | Prices you asked to hear of | Support | Answers from support | (chosen) | Account',
      'Your account and friends you invited | (chosen) | Security',
      'Cannot be switched off: it may be the only sign that somebody else acts in your name.',
      'Always on | While the app is closed',
    ].join(' | '),
  )
  expect(MESSAGE_CATEGORIES).toContain('security')
  expect(await drawn(<MessagesPage />, '/notification')).not.toContain('Always')
  expect(await drawn(<MessagesPage />, '/notification?notices=1')).toContain('Always')
  asVisitor()
  expect(await drawn(<MessagesPage />, '/notification?notices=1')).not.toContain('Always')
})

test('messages seen within a moment are marked as read together, 50 at most in one call', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const marked: number[] = []
  let see: (id: string) => void = () => {}
  function Probe() {
    see = useReadWhenSeen(async (ids) => void marked.push(ids.length))
    return null
  }
  renderToStaticMarkup(<Probe />)
  for (let n = 0; n < 51; n++) see(String(n))
  see('0')
  vi.advanceTimersByTime(699)
  expect(marked).toEqual([])
  vi.advanceTimersByTime(1)
  expect(marked.splice(0)).toEqual([50, 1])
  see('next')
  vi.advanceTimersByTime(700)
  expect(marked).toEqual([1])
  vi.useRealTimers()
})
