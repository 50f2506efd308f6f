import { currentToast, dismissToast } from '@tickmark/ui/layer/toast.ts'
import type { UserEvent } from '@tickmark/wire/live/socket'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadRestOfEnglish } from '../../i18n/i18n.ts'
import { showEvent } from './showEvent.ts'

beforeAll(() => loadRestOfEnglish())
beforeEach(() => {
  dismissToast()
  vi.stubGlobal('location', { pathname: '/' })
})
afterEach(() => void vi.unstubAllGlobals())

const written = (given: object = {}) =>
  ({
    event: 'message_written',
    id: '',
    category: 'money',
    title: 'A deposit has arrived',
    link: '/record?type=0',
    muted: false,
    ...given,
  }) as UserEvent
const said = () => [currentToast()?.text, currentToast()?.href]

test('a session that somebody else ended is told, and one that the page ended is not', () => {
  showEvent({ event: 'session_ended' }, false)
  expect(said()).toEqual([undefined, undefined])
  showEvent({ event: 'session_ended' }, true)
  expect(said()).toEqual(['Your session has ended. Sign in again to go on.', null])
})

test('a message is told with the way to its subject, if it has one', () => {
  showEvent(written(), true)
  expect(said()).toEqual(['A deposit has arrived', '/record?type=0'])
  showEvent(written({ title: 'News', link: '' }), true)
  expect(said()).toEqual(['News', null])
})

test('a muted message is not told, nor an answer of support in the open chat', () => {
  showEvent(written({ muted: true }), true)
  vi.stubGlobal('location', { pathname: '/chat' })
  showEvent(written({ category: 'support' }), true)
  expect(said()).toEqual([undefined, undefined])
})
