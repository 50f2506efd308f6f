import { expect, test } from 'vitest'
import { isOther } from './compareAccount.ts'

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
