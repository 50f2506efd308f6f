import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractAsker } from './contractWallets.ts'
import { type StubNode, stubNode } from './signIn.testing.ts'

const contract = `0x${'1'.repeat(40)}`
const hash = new Uint8Array(32).fill(1)
let node: StubNode
beforeAll(async () => void (node = await stubNode(contract, (_hash, signature) => signature.endsWith('aa'))))
afterAll(() => void node.server.close())

test.each([
  ['0x1', 1, true],
  ['0x89', 1, false],
  ['0x1', 137, false],
  ['0x89', 137, true],
])('a node of chain %s speaks for contracts of chain %d: %s', async (chainId, ours, isSigned) => {
  node.chainId = chainId
  const askContract = contractAsker(node.url, ours)
  // Asked twice: what is remembered of the chain has to hold as well.
  expect([await askContract(contract, hash, '0xaa'), await askContract(contract, hash, '0xaa')]).toEqual([
    isSigned,
    isSigned,
  ])
})

test('a contract says yes to its own signatures alone, and another address to none', async () => {
  node.chainId = '0x1'
  const askContract = contractAsker(node.url, 1)
  expect(await askContract(contract, hash, '0xaa')).toBe(true)
  expect(await askContract(contract, hash, '0xbb')).toBe(false)
  expect(await askContract(`0x${'2'.repeat(40)}`, hash, '0xaa')).toBe(false)
})

test('what is no signature of at most 2,000 bytes is not even asked about', async () => {
  node.chainId = '0x1'
  const askContract = contractAsker(node.url, 1)
  expect(await askContract(contract, hash, `0x${'aa'.repeat(2_000)}`)).toBe(true)
  const before = node.calls
  for (const bad of ['', '0x', 'aa', '0xa', '0xzz', `0x${'aa'.repeat(2_001)}`])
    expect(await askContract(contract, hash, bad), bad.slice(0, 8)).toBe(false)
  expect(node.calls).toBe(before)
})

test('a node that is away says neither yes nor no, and is asked again', async () => {
  await expect(contractAsker('http://127.0.0.1:9', 1)(contract, hash, '0xaa')).rejects.toThrow()
})
