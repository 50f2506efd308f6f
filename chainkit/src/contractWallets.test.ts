import { afterEach, expect, test } from 'vitest'
import { codeAsker, contractAsker } from './contractWallets.ts'
import { type Answers, closeNodes, openNode, YES } from './node.testing.ts'

const WALLET = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const hash = new Uint8Array(32).fill(3)

afterEach(closeNodes)

test('a contract wallet is asked by ERC-1271, on a node of the right chain [T14]', async () => {
  const node = await openNode({ eth_chainId: '0x7a69', eth_call: YES })
  expect(await contractAsker(node.url, 31337)(WALLET, hash, '0xaabbcc')).toBe(true)
  const word = (hex: string) => hex.padStart(64, '0')
  const data = `0x1626ba7e${'03'.repeat(32)}${word('40')}${word('3')}aabbcc${'0'.repeat(58)}`
  expect(node.asked).toEqual([
    ['eth_chainId', []],
    ['eth_call', [{ to: WALLET, data }, 'latest']],
  ])
})

test.for([
  ['another word', `0x${'f'.repeat(8)}${'0'.repeat(56)}`],
  ['the word alone', '0x1626ba7e'],
  ['the word at the end', `0x${'0'.repeat(56)}1626ba7e`],
  ['the word and more', `${YES}${'0'.repeat(64)}`],
  ['true', `0x${'0'.repeat(63)}1`],
  ['nothing, as an account without code does', '0x'],
  ['that it reverts', { error: { code: 3, message: 'execution reverted' } }],
] as const)('a contract that answers %s has not signed [T14]', async ([_what, eth_call]) => {
  const node = await openNode({ eth_chainId: '0x7a69', eth_call })
  expect(await contractAsker(node.url, 31337)(WALLET, hash, '0x00')).toBe(false)
})

test.for(['', '0x', '0x0', 'aabb', '0xzz', `0x${'00'.repeat(2_001)}`])(
  'a contract is not asked about a malformed signature: %s [T14]',
  async (signature) => {
    const node = await openNode({ eth_chainId: '0x7a69', eth_call: YES })
    expect(await contractAsker(node.url, 31337)(WALLET, hash, signature)).toBe(false)
    expect(node.asked).toEqual([])
  },
)

test('a contract is asked about a signature of up to 2,000 bytes', async () => {
  const node = await openNode({ eth_chainId: '0x7a69', eth_call: YES })
  for (const bytes of [1, 2_000])
    expect(await contractAsker(node.url, 31337)(WALLET, hash, `0x${'00'.repeat(bytes)}`)).toBe(true)
})

test('a node of another chain is rejected, and accepted once it is on the right chain', async () => {
  const node = await openNode({ eth_chainId: '0x1', eth_call: YES })
  const ask = contractAsker(node.url, 31337)
  await expect(ask(WALLET, hash, '0x00')).rejects.toThrow('not of chain 31337')
  node.answers.eth_chainId = { error: { code: -32005, message: 'too many requests' } }
  await expect(ask(WALLET, hash, '0x00')).rejects.toThrow('not of chain 31337')
  expect(node.asked.map(([method]) => method)).not.toContain('eth_call')
  node.answers.eth_chainId = '0x7a69'
  expect(await ask(WALLET, hash, '0x00')).toBe(true)
})

test.for<[string, Answers]>([
  ['no JSON', { whole: 'text' }],
  ['something else', { whole: [] }],
  ['null', { eth_chainId: '0x7a69', eth_call: null }],
])('a node’s answer of %s counts neither as yes nor as no', async ([_what, answers]) => {
  const node = await openNode(answers)
  await expect(contractAsker(node.url, 31337)(WALLET, hash, '0x00')).rejects.toThrow()
})

test('an unreachable node counts neither as yes nor as no', async () => {
  await expect(contractAsker('http://127.0.0.1:1', 31337)(WALLET, hash, '0x00')).rejects.toThrow()
})

test.each<[string, unknown, boolean]>([
  ['a byte of code', '0x60', true],
  ['no code', '0x', false],
])('an address with %s is told from the others [T14]', async (_what, eth_getCode, hasCode) => {
  const node = await openNode({ eth_chainId: '0x7a69', eth_getCode })
  expect(await codeAsker(node.url, 31337)(WALLET)).toBe(hasCode)
  expect(node.asked.at(-1)).toEqual(['eth_getCode', [WALLET, 'latest']])
})

test.each<[string, Answers]>([
  ['a node of another chain', { eth_chainId: '0x1', eth_getCode: '0x60' }],
  ['an error', { eth_chainId: '0x7a69', eth_getCode: { error: { code: -32000, message: 'no' } } }],
  ['null', { eth_chainId: '0x7a69', eth_getCode: null }],
])('%s does not tell whether an address has code', async (_what, answers) => {
  const node = await openNode(answers)
  await expect(codeAsker(node.url, 31337)(WALLET)).rejects.toThrow()
})
