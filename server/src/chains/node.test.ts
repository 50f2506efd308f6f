import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { chainNode, NodesDisagree } from './node.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A node that answers everything with the same. */
async function nodeSaying(result: unknown): Promise<string> {
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  open.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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

test('a receipt is believed when all nodes that know it tell the same end', async () => {
  expect(await receiptFrom(receiptOf(), receiptOf())).toMatchObject({ status: 1, blockNumber: 16 })
  expect(await receiptFrom(null, receiptOf())).toMatchObject({ status: 1 })
  expect(await receiptFrom(receiptOf(), null)).toMatchObject({ status: 1 })
  expect(await receiptFrom(null, null)).toBe(null)
})

test.each([{ status: '0x0' }, { blockHash: hash('c') }, { effectiveGasPrice: '0x1' }])(
  'two nodes that tell different ends are both not believed: %j',
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
  'a node that hides what another tells of a block is not believed: %s',
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

test('programs that word a trace in their own ways agree', async () => {
  const urls = await Promise.all([[trace], [sameTrace]].map(nodeSaying))
  const node = chainNode({ urls: () => urls, keepsStates: true })
  expect(await node.traceBlock(hash('b'))).toHaveLength(1)
})
