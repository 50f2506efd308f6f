import { expect, test } from 'vitest'
import { isSignInText } from './signInText.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const text = (host: string, of: string, more = '') =>
  `${host} wants you to sign in with your Ethereum account:\n${of}\n\nA statement.\n\nURI: https://${host}${more}`

test.each([
  [text('console.example', address), true],
  [text('console.example', address.toLowerCase()), true],
  [text('other.example', address), false],
  [text('console.example.evil', address), false],
  [text('evil.console.example', address), false],
  [text('console.example', '0x0000000000000000000000000000000000000001'), false],
  [text('console.example', address, '\nResources:\n- tickmark:key'), false],
  ['', false],
])('a text is signed only for this host, this address and nothing else: %j', (message, isRight) => {
  expect(isSignInText(message, 'console.example', address)).toBe(isRight)
})
