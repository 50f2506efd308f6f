import { CallFailed } from '@tickmark/client/callFailed.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { asUser } from '../app/drawn.testing.tsx'
import { isSignedIn, sessionNow } from '../session/session.ts'
import { clearLeaving, markLeaving } from '../session/leaving.ts'
import { onFailure, showFailuresBy } from './failures.ts'

afterEach(() => vi.unstubAllGlobals())

/** The reactions to a failure on a device that its user has left, or not. */
function reactionsTo(failure: CallFailed, changes: boolean, isShown: boolean, hasLeft = false): string[] {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
  const told: string[] = []
  showFailuresBy({ show: (message) => told.push(message), askToJoin: () => told.push('join') })
  if (hasLeft) markLeaving()
  onFailure(failure, { changes, isShown })
  clearLeaving()
  return told
}

const ended = (code: string) => new CallFailed(code, 401, 'Sign in first.')

test('a change that needs a user asks to join, unless the user is leaving', () => {
  for (const code of ['sign_in_first', 'wallet_changed']) {
    expect(reactionsTo(ended(code), true, false)).toEqual(['join'])
    expect(reactionsTo(ended(code), true, true)).toEqual(['join', 'Sign in first.'])
    expect(reactionsTo(ended(code), false, false)).toEqual([])
    expect(reactionsTo(ended(code), true, false, true)).toEqual([])
  }
})

test('any other failure says what it says, once, and only if its caller does not', () => {
  const refused = new CallFailed('key_reused', 409, 'Said.')
  expect(reactionsTo(refused, true, true)).toEqual(['Said.'])
  expect(reactionsTo(refused, true, false)).toEqual([])
  expect(reactionsTo(new CallFailed('key_reused', 409, ''), true, true)).toEqual([])
})

test.each([
  ['sign_in_first', false],
  ['wallet_changed', false],
  ['key_reused', true],
  ['network', true],
])('after the failure %s the session stands: %s, and the address stays', (code, stands) => {
  asUser()
  const { address } = sessionNow()
  onFailure(ended(code), { changes: false, isShown: false })
  expect([isSignedIn(), sessionNow().address]).toEqual([stands, address])
})
