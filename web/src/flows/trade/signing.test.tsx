import { CallFailed } from '@tickmark/client/callFailed.ts'
import { currentToast, dismissToast } from '@tickmark/ui/layer/toast.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadRestOfEnglish } from '../../i18n/i18n.ts'
import { closeJoin, useJoinOpen } from '../../session/joinSheet.ts'
import { ClockOff, KeyDenied, KeyLost, type Consent } from '../../wallets/signOrder.ts'
import { signing } from './signing.ts'

beforeAll(() => loadRestOfEnglish())
afterEach(() => {
  dismissToast()
  closeJoin()
})

function JoinSheet() {
  return useJoinOpen() ? 'asks to sign in' : ''
}
const said = () => [currentToast()?.text ?? '', renderToStaticMarkup(<JoinSheet />)]
const failing = (failure: Error) => signing(() => Promise.reject(failure))

test('a signature is returned as it is', async () => {
  const consent = { text: 'order', signature: '0x1' } as unknown as Consent
  expect(await signing(async () => consent)).toBe(consent)
  expect(said()).toEqual(['', ''])
})

test('a call that fails while it signs stays that failure: it says nothing about the key', async () => {
  const failure = new CallFailed('network', 0, 'No answer')
  await expect(failing(failure)).rejects.toBe(failure)
  expect(said()).toEqual(['', ''])
})

test.each<[string, Error, string]>([
  ['a key that this browser lost', new KeyLost(), 'asks to sign in'],
  ['a key that the house denies', new KeyDenied(), 'asks to sign in'],
  ['a clock that is off', new ClockOff(90_000), ''],
])('%s gives no signature, and tells why', async (_, failure, asks) => {
  expect(await failing(failure)).toBeNull()
  expect(said()).toEqual([expect.stringMatching(/\w/), asks])
})
