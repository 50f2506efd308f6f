import { expect, test } from 'vitest'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { isTextAskedFor, type AskedText } from './isTextAskedFor.ts'
import { ORIGIN, testOwner } from './owner.testing.ts'
import { readSignInText, signInText, type SignInFacts } from './signInText.ts'

interface One {
  text: string
  facts: SignInFacts
  asked: AskedText
}

const START_MS = 1_795_219_200_000
const [own, other] = [1, 2].map((number) => {
  const { text } = testOwner(number, START_MS).delegation
  const facts = readSignInText(text, crypto.sha256) as SignInFacts
  return { text, facts, asked: { origin: ORIGIN, address: facts.address, key: facts.grant?.key ?? null } }
}) as [One, One]
const plain = signInText({ ...own.facts, grant: null }, crypto.sha256)

test.each<[string, string, Partial<AskedText>, boolean]>([
  ['for this page, wallet and key', own.text, {}, true],
  ['that writes the address in other letters', own.text, { address: own.asked.address.toLowerCase() }, true],
  ['for another page', own.text, { origin: 'https://evil.example' }, false],
  ['for another wallet', own.text, { address: other.asked.address }, false],
  ['that delegates to another key', own.text, { key: other.asked.key }, false],
  ['that delegates to a key where none was named', own.text, { key: null }, false],
  ['without a key', plain, { key: null }, true],
  ['without the key that was named', plain, {}, false],
  ['of another form', `${own.text}\n`, {}, false],
  ['of nothing', '', { key: null }, false],
])('a text %s is judged right', (_, text, changed, is) => {
  expect(isTextAskedFor(text, { ...own.asked, ...changed }, crypto.sha256)).toBe(is)
})
