import { EVENT_REFRESHES, type Frame, type UserEvent } from '@tickmark/wire/live/socket'
import { ROUTES, type RouteName } from '@tickmark/wire/routes/all'
import type { QueryKey } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { queries, query } from '../api/api.ts'
import { asUser } from '../app/drawn.testing.tsx'
import { sessionNow } from '../session/session.ts'
import { followLog, logSubscription, takeLogStep } from './logFeed.ts'
import { refreshAfterGap, refreshOnEvent } from './refreshOnEvent.ts'
import { onUserEvent, tellUserEvent } from './userEvents.ts'

const ASKED = ['getThread', 'getUnread', 'getMyLimitOrders', 'getNotice'] as const satisfies RouteName[]

/** Which of these answers are stale after `run`. */
function staleAfter(run: () => void): RouteName[] {
  const keys: QueryKey[] = ASKED.map((name) => query<RouteName>(name, {}).queryKey)
  for (const key of keys) queries.setQueryData(key, {})
  onTestFinished(() => queries.clear())
  run()
  return ASKED.filter((_, at) => queries.getQueryState(keys[at] ?? [])?.isInvalidated)
}

test.each<[string, UserEvent, RouteName[]]>([
  ['a new message in the chat', { event: 'chat_changed', threadId: '', what: 'message' }, ['getThread']],
  ['somebody typing', { event: 'chat_changed', threadId: '', what: 'typing' }, []],
  ['messages that were read', { event: 'messages_read', unread: 0 }, ['getUnread']],
  ['a changed balance', { event: 'balance_changed', book: 0 }, ['getMyLimitOrders']],
  ['a reality check', { event: 'reality_check', minutes: 60, net: '0', orders: 0 }, []],
])('after %s the answers that it makes stale are asked for again', (_, event, stale) => {
  asUser()
  expect(staleAfter(() => refreshOnEvent(event))).toEqual(stale)
  expect(sessionNow().server).not.toBeNull()
})

test('an ended session signs the page out', () => {
  asUser()
  refreshOnEvent({ event: 'session_ended' })
  expect(sessionNow().server).toBeNull()
})

test('after a gap all answers are asked for again that an event can make stale', () => {
  asUser()
  expect(staleAfter(refreshAfterGap)).toEqual(['getThread', 'getUnread', 'getMyLimitOrders'])
  for (const names of Object.values(EVENT_REFRESHES))
    for (const name of names) expect(ROUTES).toHaveProperty(name)
})

test('events go to those who listen, until they stop', () => {
  const heard: string[] = []
  const stop = onUserEvent(({ event }) => void heard.push(event))
  tellUserEvent({ event: 'messages_read', unread: 0 })
  stop()
  tellUserEvent({ event: 'session_ended' })
  expect(heard).toEqual(['messages_read'])
})

test('the log is subscribed to while somebody follows it', () => {
  const heard: number[] = []
  const step = (size: number) =>
    ({ size, leaves: [], last: null, note: '' }) satisfies Extract<Frame, { type: 5 }>['data']
  expect(logSubscription()).toEqual([])
  const [stop, stopOther] = [
    followLog(({ size }) => heard.push(size)),
    followLog(({ size }) => heard.push(-size)),
  ]
  takeLogStep(step(7))
  stop()
  expect(logSubscription()).toEqual([{ kind: 'log' }])
  takeLogStep(step(8))
  stopOther()
  expect([logSubscription(), heard]).toEqual([[], [7, -7, -8]])
})
