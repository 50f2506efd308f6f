import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { blockSchema, headerSchema, logSchema, receiptSchema, traceSchema } from './blocks.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const address = (digit: string) => `0x${digit.repeat(40)}`
const LOG = {
  address: address('a'),
  topics: [hash('b')],
  data: '0xcd',
  logIndex: '0x0',
  transactionHash: hash('d'),
  blockHash: hash('e'),
  removed: false,
}
const ANSWERS: [string, z.ZodMiniType, object][] = [
  [
    'a block',
    blockSchema,
    {
      number: '0xa',
      hash: hash('a'),
      parentHash: hash('b'),
      timestamp: '0xc',
      transactions: [{ hash: hash('d'), from: address('e'), to: address('f'), value: '0xa' }],
    },
  ],
  ['a header', headerSchema, { hash: hash('a') }],
  ['a log', logSchema, LOG],
  [
    'a receipt',
    receiptSchema,
    {
      transactionHash: hash('d'),
      blockHash: hash('e'),
      blockNumber: '0xa',
      status: '0x1',
      from: address('f'),
      gasUsed: '0xab',
      effectiveGasPrice: '0xcd',
      logs: [LOG],
    },
  ],
  [
    'a trace',
    traceSchema,
    { txHash: hash('d'), result: { type: 'CALL', from: address('a'), to: address('b'), value: '0xc' } },
  ],
]

/** The same answer of a node that writes hex digits in capitals. */
function inCapitals(answer: object): unknown {
  return JSON.parse(
    JSON.stringify(answer).replace(/0x[0-9a-f]+/g, (hex) => `0x${hex.slice(2).toUpperCase()}`),
  )
}

test.each(ANSWERS)(
  '%s reads the same in capitals: what is compared later is in one spelling',
  (_, schema, answer) => {
    expect(z.parse(schema, inCapitals(answer))).toEqual(z.parse(schema, answer))
  },
)
