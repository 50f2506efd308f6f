import { afterEach, expect, test, vi } from 'vitest'
import {
  CallFailed,
  isFinalRefusal,
  isNetworkFailure,
  isOffline,
  isOutcomeUnknown,
  isRejectedEarly,
  mayPass,
} from './callFailed.ts'

afterEach(() => vi.unstubAllGlobals())

const failed = (code: string, status: number) => new CallFailed(code, status, 'no')

test.each<[string, unknown, network: boolean, passes: boolean, unknown: boolean, early: boolean]>([
  ['no answer', failed('network', 0), true, true, true, false],
  ['an unreadable answer', failed('network', 200), true, true, true, false],
  ['400', failed('bad_request', 400), false, false, false, false],
  ['an unreadable request', failed('bad_envelope', 400), false, false, false, true],
  ['400 of a session', failed('unsigned', 400), false, false, false, false],
  ['401', failed('no_session', 401), false, false, false, true],
  ['402', failed('funds', 402), false, false, false, false],
  ['403', failed('not_allowed', 403), false, false, false, true],
  ['404', failed('unknown', 404), false, false, false, false],
  ['409', failed('in_flight', 409), false, false, false, false],
  ['429', failed('too_many', 429), false, false, false, true],
  ['499', failed('closed', 499), false, false, false, false],
  ['500', failed('failed', 500), false, true, true, false],
  ['503', failed('busy', 503), false, true, true, false],
  ['a bug of the page', new TypeError('no'), false, false, true, false],
  ['another error with our codes', { code: 'network', status: 503 }, false, false, true, false],
  ['another error with a status', { code: 'x', status: 401 }, false, false, true, false],
])('%s is told apart', (_, failure, network, passes, outcome, early) => {
  expect([
    isNetworkFailure(failure),
    mayPass(failure),
    isOutcomeUnknown(failure),
    isRejectedEarly(failure),
    isFinalRefusal(failure),
  ]).toEqual([network, passes, outcome, early, !outcome && !early])
})

test.each([
  [{ onLine: false }, true],
  [{ onLine: true }, false],
  [{}, false],
])('a device of %o is offline: %s', (navigator, is) => {
  vi.stubGlobal('navigator', navigator)
  expect(isOffline()).toBe(is)
})
