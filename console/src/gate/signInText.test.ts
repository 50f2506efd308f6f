import { expect, test } from 'vitest'
import { isSignInText } from './signInText.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const text = (host: string, of: string, more = '') =>
  `${host} wants you to sign in with your Ethereum account:\n${of}\n\nA statement.\n\nURI: https://${host}${more}`

test.each([
  [text('desk.example', address), true],
  [text('desk.example', address.toLowerCase()), true],
  [text('other.example', address), false],
  [text('desk.example.evil', address), false],
  [text('evil.desk.example', address), false],
  [text('desk.example', '0x0000000000000000000000000000000000000001'), false],
  [text('desk.example', address, '\nResources:\n- tickmark:key'), false],
  ['', false],
])('a text is signed only for this host, this address and nothing else: %j', (message, isRight) => {
  expect(isSignInText(message, 'desk.example', address)).toBe(isRight)
})
