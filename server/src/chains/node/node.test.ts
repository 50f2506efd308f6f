import { afterEach, expect, test } from 'vitest'
import { chainNode, NodesDisagree } from './node.ts'
import { type NodeDouble, nodeDouble } from '../node.testing.ts'
import { NodeUnreachable, RpcRefusal } from './rpc.ts'

const open: NodeDouble[] = []
afterEach(() => {
  for (const double of open.splice(0)) double.close()
})

async function doubleOf(answer: Parameters<typeof nodeDouble>[0]): Promise<NodeDouble> {
  const double = await nodeDouble(answer)
  open.push(double)
  return double
}

/** A node that gives every call the same answer. */
async function nodeSaying(result: unknown): Promise<string> {
  return (await doubleOf(() => result)).url
}

const hash = (digit: string) => `0x${digit.repeat(64)}`
const receiptOf = (changes: Record<string, unknown> = {}) => ({
  transactionHash: hash('1'),
  blockHash: hash('b'),
  blockNumber: '0x10',
  status: '0x1',
  from: `0x${'a'.repeat(40)}`,
  gasUsed: '0x5208',
  effectiveGasPrice: '0x3b9aca00',
  logs: [],
  ...changes,
})

async function receiptFrom(...answers: unknown[]) {
  const urls = await Promise.all(answers.map(nodeSaying))
  return chainNode({ urls: () => urls, keepsStates: true }).receipt(hash('1'))
}

test('a receipt counts when all nodes that have it agree on its outcome', async () => {
  expect(await receiptFrom(receiptOf(), receiptOf())).toMatchObject({ status: 1, blockNumber: 16 })
  expect(await receiptFrom(null, receiptOf())).toMatchObject({ status: 1 })
  expect(await receiptFrom(receiptOf(), null)).toMatchObject({ status: 1 })
  expect(await receiptFrom(null, null)).toBe(null)
})

test.each([{ status: '0x0' }, { blockHash: hash('c') }, { gasUsed: '0x1' }, { effectiveGasPrice: '0x1' }])(
  'of two nodes that report different outcomes neither counts: %j',
  async (lie) => {
    await expect(receiptFrom(receiptOf(lie), receiptOf())).rejects.toThrow(NodesDisagree)
    await expect(receiptFrom(receiptOf(), receiptOf(lie))).rejects.toThrow(NodesDisagree)
  },
)

const log = {
  address: `0x${'c'.repeat(40)}`,
  topics: [hash('d')],
  data: '0x',
  logIndex: '0x0',
  transactionHash: hash('1'),
  blockHash: hash('b'),
}
const call = { type: 'CALL', from: `0x${'a'.repeat(40)}`, to: `0x${'c'.repeat(40)}`, value: '0x5' }
const trace = { txHash: hash('1'), result: { ...call, calls: [{ ...call, error: 'out of gas' }] } }
const sameTrace = {
  txHash: hash('1'),
  result: { ...call, calls: [{ ...call, error: 'OutOfGas', calls: [] }] },
}

test.each(['logs', 'receiptsOf', 'traceBlock'] as const)(
  'a node that hides a part of a block that another one shows does not count: %s',
  async (read) => {
    const told = { logs: [log], receiptsOf: [receiptOf()], traceBlock: [trace] }[read]
    const ask = async (...answers: unknown[]) => {
      const urls = await Promise.all(answers.map(nodeSaying))
      const node = chainNode({ urls: () => urls, keepsStates: true })
      return read === 'logs' ? node.logs(hash('b'), [], hash('d')) : node[read](hash('b'))
    }
    expect(await ask(told, told)).toHaveLength(1)
    await expect(ask([], told)).rejects.toThrow(NodesDisagree)
    await expect(ask(told, [])).rejects.toThrow(NodesDisagree)
  },
)

test('traces that node programs format differently agree', async () => {
  const urls = await Promise.all([[trace], [sameTrace]].map(nodeSaying))
  const node = chainNode({ urls: () => urls, keepsStates: true })
  expect(await node.traceBlock(hash('b'))).toHaveLength(1)
})

const US = `0x${'a'.repeat(40)}`
/** Of the chain's own coin, and of a token. */
const ours = [null, `0x${'c'.repeat(40)}`].map((contract) => ({ address: US, contract }))

/** A node at block `head`. Each balance equals the number of the queried block. */
async function nodeAt(head: number): Promise<string> {
  const answer = (method: string, params: unknown[]) => {
    if (method === 'eth_blockNumber') return `0x${head.toString(16)}`
    const number = params[1] === 'latest' ? head : Number(params[1])
    if (number > head) throw new RpcRefusal(-32_000, 'header not found')
    return `0x${number.toString(16)}`
  }
  return (await doubleOf(answer)).url
}

function nodeOf(urls: readonly string[], keepsStates = true) {
  return chainNode({ urls: () => urls, keepsStates })
}

test('holdings after a block are those of that block, or refused', async () => {
  const node = nodeOf([await nodeAt(9)])
  expect(await node.holdings(ours, 7)).toEqual([7n, 7n])
  expect(await node.holdings(ours, null)).toEqual([9n, 9n])
  await expect(node.holdings(ours, 10)).rejects.toThrow(RpcRefusal)
})

test('present holdings stand for a block only where a node has that block', async () => {
  const [behind, ahead] = [await nodeAt(6), await nodeAt(9)]
  await expect(nodeOf([behind]).holdingsSince(ours, 7)).rejects.toThrow(NodeUnreachable)
  await expect(nodeOf([behind], false).holdings(ours, 7)).rejects.toThrow(NodeUnreachable)
  expect(await nodeOf([behind, ahead]).holdingsSince(ours, 7)).toEqual([9n, 9n])
  expect(await nodeOf([behind, ahead], false).holdings(ours, 7)).toEqual([9n, 9n])
  expect(await nodeOf([behind], false).holdings(ours, 6)).toEqual([6n, 6n])
})

test('holdings after a block count when all nodes agree', async () => {
  const two = [await nodeAt(9), await nodeSaying('0x8')]
  await expect(nodeOf(two).holdings(ours, 7)).rejects.toThrow(NodesDisagree)
  expect(await nodeOf([await nodeAt(9), await nodeAt(12)]).holdings(ours, 7)).toEqual([7n, 7n])
})

test('many holdings are asked for in requests of a hundred calls at most, and come back in their order', async () => {
  const double = await doubleOf((method, params) => (method === 'eth_blockNumber' ? '0x7' : params[0]))
  const many = Array.from({ length: 250 }, (_, i) => ({
    address: `0x${i.toString(16).padStart(40, '0')}`,
    contract: null,
  }))
  const node = nodeOf([double.url])
  expect(await node.holdings(many, 7)).toEqual(many.map((_, i) => BigInt(i)))
  expect(await node.holdingsSince(many, 7)).toEqual(many.map((_, i) => BigInt(i)))
  expect(double.requests).toEqual([100, 100, 50, 100, 100, 51])
})

test('a node that hangs is left alone for 30 s while another answers, and then compared again', async () => {
  let [nowMs, isHanging] = [0, true]
  const hanging = await doubleOf(() => (isHanging ? new Promise(() => {}) : '0x5'))
  const steady = await doubleOf(() => '0x9')
  const urls = [hanging.url, steady.url]
  const node = chainNode({ urls: () => urls, keepsStates: true, nowMs: () => nowMs, patienceMs: 1_500 })
  expect([await node.headNumber(), await node.headNumber()]).toEqual([9, 9])
  expect([hanging.requests.length, steady.requests.length]).toEqual([1, 2])
  isHanging = false
  nowMs = 29_999
  expect(await node.headNumber()).toBe(9)
  expect(hanging.requests).toHaveLength(1)
  nowMs = 30_000
  await expect(node.chainId()).rejects.toThrow(NodesDisagree)
})

test('a node that hung is asked all the same when no other is left', async () => {
  let isHanging = true
  const hanging = await doubleOf(() => (isHanging ? new Promise(() => {}) : '0x5'))
  const steady = await doubleOf(() => '0x9')
  const urls = [hanging.url, steady.url]
  const node = chainNode({ urls: () => urls, keepsStates: true, nowMs: () => 0, patienceMs: 1_500 })
  expect(await node.headNumber()).toBe(9)
  isHanging = false
  steady.close()
  expect(await node.headNumber()).toBe(5)
})

test.each([
  ['headNumber', 'eth_blockNumber'],
  ['transactionCount', 'eth_getTransactionCount'],
] as const)('of two nodes’ counts the lower one holds: %s', async (read, method) => {
  // Only what is mined counts.
  const isAsked = (asked: string, [, block = 'latest']: unknown[]) => asked === method && block === 'latest'
  const nodeWith = async (count: string) =>
    (await doubleOf((asked, params) => (isAsked(asked, params) ? count : null))).url
  const urls = [await nodeWith('0x7'), await nodeWith('0x5')]
  for (const order of [urls, urls.toReversed()]) expect(await nodeOf(order)[read](US)).toBe(5)
})

test('the fees now are the next block’s fee and the tip that the node proposes', async () => {
  const answers: Record<string, unknown> = {
    eth_feeHistory: { baseFeePerGas: ['0x7', '0x9'] },
    eth_maxPriorityFeePerGas: '0x2',
  }
  const { url } = await doubleOf((method) => answers[method])
  expect(await nodeOf([url]).feeNow()).toEqual({ baseFee: 9n, tip: 2n })
})

test.each([
  ['already known', 'known'],
  ['nonce too low: next nonce 5, tx nonce 4', 'known'],
  ['insufficient funds for gas * price + value', 'refused'],
])('bytes that a node refuses as "%s" are %s', async (message, expected) => {
  const { url } = await doubleOf(() => {
    throw new RpcRefusal(-32_000, message)
  })
  const sent = nodeOf([url])
    .send('0x02')
    .catch((thrown: unknown) => (thrown instanceof RpcRefusal ? 'refused' : thrown))
  expect(await sent).toBe(expected)
})

test('bytes are sent by the first node that can be reached', async () => {
  const double = await doubleOf(() => hash('1'))
  expect(await nodeOf(['http://127.0.0.1:9', double.url]).send('0x02')).toBe('sent')
})

test('a block counts with its own number alone, from whichever node has it', async () => {
  const block = { number: '0x7', hash: hash('a'), parentHash: hash('b'), timestamp: '0x1', transactions: [] }
  const [has, lags] = [await nodeSaying(block), await nodeSaying(null)]
  for (const urls of [
    [has, lags],
    [lags, has],
  ])
    expect(await nodeOf(urls).block(7)).toMatchObject({ number: 7, hash: hash('a') })
  expect(await nodeOf([lags]).block(7)).toBeNull()
  await expect(nodeOf([has]).block(8)).rejects.toThrow(NodesDisagree)
})

test('a call is simulated as it would be sent: from whom, to whom, with its sum, its data and its gas', async () => {
  let asked: unknown
  const { url } = await doubleOf((_method, params) => {
    asked = params
    return TRUE
  })
  const [from, to] = [`0x${'A'.repeat(40)}`, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t']
  await nodeOf([url]).wouldFail({ from, to, value: 10n, data: '0xa9', gasLimit: 40_000 })
  const call = { from: from.toLowerCase(), to: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c' }
  expect(asked).toEqual([{ ...call, value: '0xa', gas: '0x9c40', data: '0xa9' }, 'latest'])
})

/** The result of a call that every node answers with this word, or refuses with this code and message. */
async function wouldFail(data: string, ...answers: (string | [code: number, message: string])[]) {
  const urls = await Promise.all(
    answers.map(async (one) => {
      const double = await doubleOf(() => {
        if (typeof one === 'string') return one
        throw new RpcRefusal(...one)
      })
      return double.url
    }),
  )
  const [from, to] = ['0xaa', '0xbb'].map((start) => start.padEnd(42, '0'))
  const call = { from: from ?? '', to: to ?? '', value: 1n, data, gasLimit: 40_000 }
  return chainNode({ urls: () => urls, keepsStates: true }).wouldFail(call)
}

const FALSE = `0x${'0'.repeat(64)}`
const TRUE = `0x${'0'.repeat(63)}1`
test.each([
  ['a plain payment', '0x', ['0x'], false],
  ['a contract that answers anything', '0x', [FALSE], false],
  ['a token that answers nothing', '0xa9', ['0x'], false],
  ['a token that answers true', '0xa9', [TRUE], false],
  ['a token that answers false', '0xa9', [FALSE], true],
  ['a revert', '0x', [[3, 'execution reverted']], true],
  ['a revert of another node program', '0x', [[-32_000, 'VM Exception: revert']], true],
  ['too little gas', '0x', [[-32_000, 'out of gas']], true],
  ['one node of two', '0x', [[3, 'execution reverted'], '0x'], false],
  [
    'both nodes',
    '0x',
    [
      [3, 'execution reverted'],
      [-32_000, 'out of gas'],
    ],
    true,
  ],
] as [string, string, (string | [number, string])[], boolean][])(
  'a call is simulated: %s',
  async (_what, data, answers, fails) => {
    expect(await wouldFail(data, ...answers)).toBe(fails)
  },
)

test('a node that cannot simulate a call says nothing about it', async () => {
  await expect(wouldFail('0x', [-32_000, 'missing trie node'])).rejects.toThrow(RpcRefusal)
})
