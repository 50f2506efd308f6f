import { expect, test } from 'vitest'
import { differingAfter, isAlarming, isOther } from './compareAccount.ts'

const [OWN, OTHER] = [
  '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  '0xB1AB18Be9B585dD0689f67ED86993CF1ffeFf632',
]

test.each<[string, string | undefined, string | null, boolean]>([
  ['the wallet that signed in here', OWN, OWN, false],
  ['the same in another spelling', OWN.toLowerCase(), OWN, false],
  ['no session', undefined, OWN, false],
  ['a session of a browser that has noted nothing', OWN, null, false],
  ['another wallet', OTHER, OWN, true],
])('a house that names %s is judged right', (_, address, own, is) => {
  expect(isOther(address, own)).toBe(is)
})

test.each<[string, string | undefined, number]>([
  ['another wallet', OTHER, 2],
  ['the wallet that signed in here', OWN, 0],
  ['no session', undefined, 1],
])('after one answer with another wallet, an answer with %s', (_, address, times) => {
  expect(differingAfter(1, address, OWN)).toBe(times)
})

test('the second answer with another wallet raises the alarm', () => {
  expect([0, 1, 2, 3].map(isAlarming)).toEqual([false, false, true, true])
})
