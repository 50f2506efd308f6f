import { SUBJECTS, type ChatMessage } from '@tickmark/wire/schemas/support'
import { expect, test } from 'vitest'
import { answer, askedAt, at, drawn, drawnScreen, page } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { Message } from './Message.tsx'
import { readUpTo } from './Thread.tsx'

type Listed = Reply<'consoleInbox'>['list'][number]

const THREAD: Listed = {
  id: '7',
  subject: 'order',
  subjectId: 'o1',
  about: 'BTC/USDT Up 25 USDT',
  receipt: [
    { name: 'Stake', text: '25 USDT' },
    { name: 'Due', text: 'soon' },
  ],
  link: '/x',
  openedAt: at('08:00:01'),
  movedAt: at('11:30:00'),
  latest: 'Hello?',
  unread: 3,
  waitingSince: at('11:40:00'),
  memberId: 'M-71',
}
const CALM = { ...THREAD, id: '8', about: '', latest: '', unread: 0, waitingSince: null, memberId: 'M-72' }
const MESSAGE: ChatMessage = {
  id: 'm1',
  from: 'user',
  name: '',
  text: 'Hello?',
  files: [],
  at: at('11:40:00'),
  delivery: 'delivered',
}
const OWN: ChatMessage = {
  ...MESSAGE,
  id: 'm2',
  from: 'support',
  name: 'Ada',
  text: 'Hi',
  at: at('11:41:00'),
  files: [
    { id: 'f1', url: '/media/1', width: 1, height: 2 },
    { id: 'f2', url: '/media/2', width: 3, height: 4 },
  ],
  delivery: 'read',
}
const inbox = (list: Listed[], total = list.length) =>
  page('consoleInbox', { pageSize: 50 }, { list, total, waiting: 1 })

test('the inbox tells subject, since when it waits, the latest words, the user, and what is unread', async () => {
  expect(await drawnScreen('/support', { answers: [inbox([THREAD, CALM])] })).toBe(
    [
      'Support | [Conversations] | → /support/7 | BTC/USDT Up 25 USDT | 20 min | Hello? | Member M-71',
      '(caution) | Waits | (brand) | 3 unread | → /support/8 | General question | 30 min | Picture',
      'Member M-72 | Choose a conversation | The longest waiting stands first.',
    ].join(' | '),
  )
  expect(await drawnScreen('/support', { answers: [inbox([CALM], 51)] })).toContain('| Further conversations')
  expect(await drawnScreen('/support', { answers: [inbox([])] })).toBe(
    [
      'Support | [Conversations] | No conversations | What users write to support appears here.',
      'Choose a conversation | The longest waiting stands first.',
    ].join(' | '),
  )
  expect(await askedAt('/support')).toEqual(['/api/console/support/inbox {"pageSize":50} 4000'])
})

const thread = (given: Partial<Listed>, rest: Partial<Reply<'consoleThread'>> = {}) =>
  drawnScreen('/support/7', {
    answers: [
      inbox([THREAD, CALM]),
      answer(
        'consoleThread',
        { threadId: '7' },
        { thread: { ...THREAD, ...given }, list: [MESSAGE, OWN], hasMore: false, typing: false, ...rest },
      ),
      answer(
        'consoleReplies',
        { contentLanguage: 'english' },
        { list: [{ id: 4, title: 'Thanks', text: 'T' }] },
      ),
    ],
  })

test('a conversation tells its messages, the field for an answer, and its subject', async () => {
  expect(await thread({})).toBe(
    [
      '→ /support | All conversations | Support | [Conversations] | → /support/7 | ●',
      'BTC/USDT Up 25 USDT | 20 min | Hello? | Member M-71 | (caution) | Waits | (brand) | 3 unread',
      '→ /support/8 | General question | 30 min | Picture | Member M-72 | [Conversation] | [Messages]',
      '[User] | Hello? | Nov 7, 2026 11:40:00 | [Ada] | → /media/1 | Picture 1 ← /media/1 | → /media/2',
      'Picture 2 ← /media/2 | Hi | Ada · | Nov 7, 2026 11:41:00 | · Read | Language of the user | ●',
      'English | 日本語 | 한국어 | العربية | 简体中文 | Frequent answer | ● | Choose an answer | Thanks',
      'Your answer | ≤ 4000',
      'Enter sends, Shift and Enter begin a line. The user reads your name as support.',
      '[Choose a picture file] | Picture | off | Send | What it is about | Order ·',
      'BTC/USDT Up 25 USDT | Stake | 25 USDT | Due | soon | Opened | Nov 7, 2026 08:00:01',
      '→ /receipt/o1 | Open the receipt',
    ].join(' | '),
  )
  expect(await askedAt('/support/7')).toEqual([
    '/api/console/support/inbox {"pageSize":50} 4000',
    '/api/console/support/thread {"threadId":"7"} 2000',
  ])
})

test('older messages and typing are told', async () => {
  const text = await thread(
    { subjectId: null, about: '', receipt: [] },
    { hasMore: true, typing: true, list: [] },
  )
  expect(text.slice(text.indexOf('[Messages]'))).toBe(
    [
      '[Messages] | Older messages | The user is typing | Language of the user | ● | English | 日本語',
      '한국어 | العربية | 简体中文 | Frequent answer | ● | Choose an answer | Thanks | Your answer | ≤ 4000',
      'Enter sends, Shift and Enter begin a line. The user reads your name as support.',
      '[Choose a picture file] | Picture | off | Send | What it is about | Order | Opened',
      'Nov 7, 2026 08:00:01',
    ].join(' | '),
  )
})

test.each(SUBJECTS)('a conversation about %s leads to what it is about', async (subject) => {
  const text = await thread({ subject, receipt: [] })
  const link = { order: '→ /receipt/o1', withdrawal: '→ /withdrawals/o1' }[subject as string]
  expect(/→ \/(?:receipt|withdrawals)\/\w+/.exec(text)?.[0]).toBe(link)
  expect(await thread({ subject, subjectId: null })).not.toMatch(/→ \/(?:receipt|withdrawals)\//)
})

test.each(['sent', 'delivered', 'read'] as const)(
  'support’s own message that was %s says so',
  async (delivery) => {
    const own = await drawn(<Message message={{ ...OWN, files: [], delivery }} />)
    expect(own).toMatch(
      new RegExp(`^\\[Ada\\] \\| Hi \\| Ada · \\| Nov 7, 2026 11:41:00 \\| · ${delivery}$`, 'i'),
    )
    expect(await drawn(<Message message={{ ...MESSAGE, text: '' }} />)).toBe('[User] | Nov 7, 2026 11:40:00')
  },
)

test.each([
  ['nothing was said', [], null],
  ['only support has spoken', [OWN], null],
  ['the user’s newest message is new', [{ ...MESSAGE, id: 'm0' }, MESSAGE], 'm1'],
  ['support has spoken since', [MESSAGE, OWN], 'm1'],
  ['the newest one is read', [{ ...MESSAGE, delivery: 'read' }, OWN], null],
] as const)('in a visible window, where %s, messages count as read up to %s', (_, list, expected) => {
  expect(readUpTo([...list], true)).toBe(expected)
  expect(readUpTo([...list], false)).toBeNull()
})
