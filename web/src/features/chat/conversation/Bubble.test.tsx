import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { expect, test } from 'vitest'
import { answered, atTime, drawn } from '../../../app/drawn.testing.tsx'
import { OfficeLine } from '../frame/OfficeLine.tsx'
import { Bubble } from './Bubble.tsx'
import { PendingBubble } from './PendingBubble.tsx'

const AT = new Date(2026, 10, 7, 21, 4, 9).getTime()
const message = (given: Partial<ChatMessage> = {}): ChatMessage => ({
  id: '019a0000-0000-7000-8000-0000000000f1',
  from: 'user',
  name: '',
  text: 'Where is it?',
  files: [],
  at: AT,
  delivery: 'delivered',
  ...given,
})
const bubble = (given: Partial<ChatMessage> = {}, opensRun = true) =>
  drawn(<Bubble message={message(given)} opensRun={opensRun} />)

test('an own message tells its time and delivery, one of support its name where a run begins', async () => {
  expect(await bubble()).toBe('You | Where is it? | 21:04 | · | Delivered')
  expect(await bubble({ delivery: 'read' })).toBe('You | Where is it? | 21:04 | · | Read')
  expect(await bubble({ from: 'support', name: 'Ada', text: 'On its way.' })).toBe(
    'Ada | Ada | On its way. | 21:04',
  )
  expect(await bubble({ from: 'support', name: 'Ada', text: 'Soon.' }, false)).toBe('Ada | Soon. | 21:04')
})

test('a message on its way says so, and one that failed why, with a way to try again', async () => {
  const attempt = { key: 'k', threadId: 't', text: 'Hello', files: [], state: 'sending', problem: '' }
  const pending = (given: object) =>
    drawn(
      <PendingBubble attempt={{ ...attempt, ...given } as never} onAgain={() => {}} onTakeBack={() => {}} />,
    )
  expect(await pending({})).toBe('You | Hello | Sending')
  expect(await pending({ state: 'failed', problem: 'No network.' })).toBe(
    'You | Hello | Not sent. No network. | Take back | Try again',
  )
})

test('the bar of the chat tells whether support is there, or when it is next', async () => {
  atTime(AT)
  const office = { link: '/chat', memberId: '', username: '', hours: '', isOpen: true, opensAt: null }
  expect(await drawn(<OfficeLine />)).toBe('')
  answered('service', {}, office)
  expect(await drawn(<OfficeLine />)).toBe('Support is here now')
  for (const [day, text] of [
    [7, 'Closed. Back today, 23:30'],
    [8, 'Closed. Back tomorrow, 23:30'],
    [9, 'Closed. Back Mon, Nov 9, 23:30'],
    [60, 'Closed. Back Wed, Dec 30, 23:30'],
    [250, 'Closed. Back Jul 8, 2027, 23:30'],
  ] as const) {
    answered('service', {}, { ...office, isOpen: false, opensAt: new Date(2026, 10, day, 23, 30).getTime() })
    expect(await drawn(<OfficeLine />)).toBe(text)
  }
  answered('service', {}, { ...office, isOpen: false })
  expect(await drawn(<OfficeLine />)).toBe('')
})
