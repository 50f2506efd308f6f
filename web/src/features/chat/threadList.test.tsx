import type { ThreadItem } from '@tickmark/wire/schemas/support'
import { expect, test, vi } from 'vitest'
import { answered, asUser, atTime, drawn, drawnLinks } from '../../app/drawn.testing.tsx'
import { ThreadList } from './ThreadList.tsx'

const AT = new Date(2026, 10, 7, 21, 4, 9).getTime()
const thread = (id: string, given: Partial<ThreadItem> = {}): ThreadItem => ({
  id,
  subject: 'general',
  subjectId: null,
  about: '',
  receipt: [],
  link: '',
  openedAt: AT,
  movedAt: AT,
  latest: 'Hello',
  unread: 0,
  ...given,
})
/** The list on a page that is in no frame. */
function listed(current: string | null) {
  const window = { parent: {} }
  window.parent = window
  vi.stubGlobal('window', window)
  return <ThreadList current={current} />
}
const LONG = `${'word '.repeat(12)}ending here`

test('conversations tell their subject, time, latest words and unread messages', async () => {
  asUser()
  atTime(AT)
  const list = [
    thread('a', { about: 'BTC/USDT Up 25 USDT', subject: 'order', unread: 2 }),
    thread('b', { latest: '', movedAt: AT - 86_400_000 }),
    thread('c', { latest: LONG }),
    thread('d', { latest: 'x'.repeat(64) }),
  ]
  answered('getThreads', {}, { list, unread: 2 })
  expect(await drawn(listed('b'))).toBe(
    [
      'Back | Support | Support never asks for your keys, your seed phrase or a payment.',
      'All conversations | BTC/USDT Up 25 USDT | 21:04 | Hello | 2 | 2 unread | (chosen)',
      'General question | yesterday | No words yet | General question | 21:04',
      'word word word word word word word word word word word word … | General question | 21:04',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | Write to support',
    ].join(' | '),
  )
  expect(await drawnLinks(listed('b'))).toEqual([
    '/chat?thread=a',
    '/chat?thread=b',
    '/chat?thread=c',
    '/chat?thread=d',
  ])
  answered('getThreads', {}, { list: [], unread: 0 })
  expect(await drawn(listed(null))).toBe(
    [
      'Back | Support | Support never asks for your keys, your seed phrase or a payment.',
      'No conversations yet | Write at any time. What you write waits here until somebody answers.',
      'Write to support',
    ].join(' | '),
  )
})
