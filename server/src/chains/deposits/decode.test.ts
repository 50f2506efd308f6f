import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawAddress } from '../node/addresses.ts'
import type { ChainLog, Frame } from '../node/blocks.ts'
import { capToHoldings } from './scan.ts'
import { type BlockFacts, decodeBlock, type Move, touchesUs, TRANSFER_TOPIC } from './decode.ts'
import { SANDBOX_CHAIN } from '../sandbox/sandboxChain.ts'

const US = `0x${'aa'.repeat(20)}`
const THEM = `0x${'bb'.repeat(20)}`
const CONTRACT = `0x${'cc'.repeat(20)}`
const TX = `0x${'01'.repeat(32)}`
const OTHER = `0x${'02'.repeat(32)}`
const BLOCK = `0x${'0b'.repeat(32)}`
const usdt = rawAddress(SANDBOX_CHAIN.tokens[0]?.contract ?? '')
const isOurs = (address: string) => address === US
const topicOf = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const dataOf = (raw: bigint) => `0x${raw.toString(16).padStart(64, '0')}`

/** A block with one transaction that pays us 5 wei, moves 7 of a token to us, and has a contract pass 9 wei on to us. */
function facts(): BlockFacts {
  const log: ChainLog = {
    address: usdt,
    topics: [TRANSFER_TOPIC, topicOf(THEM), topicOf(US)],
    data: dataOf(7n),
    logIndex: 31,
    transactionHash: TX,
    blockHash: BLOCK,
    removed: false,
  }
  return {
    block: {
      number: 10,
      hash: BLOCK,
      parentHash: `0x${'0a'.repeat(32)}`,
      timestamp: 1,
      transactions: [{ hash: TX, from: THEM, to: US, value: 5n }],
    },
    logs: [log],
    receipts: [
      {
        transactionHash: TX,
        blockHash: BLOCK,
        blockNumber: 10,
        status: 1,
        from: THEM,
        gasUsed: 21_000n,
        effectiveGasPrice: 3n,
        logs: [{ ...log, logIndex: 30, data: dataOf(1n) }, { ...log }],
      },
    ],
    traces: [
      {
        txHash: TX,
        result: {
          type: 'CALL',
          from: THEM,
          to: CONTRACT,
          value: 5n,
          calls: [{ type: 'CALL', from: CONTRACT, to: US, value: 9n }],
        },
      },
    ],
  }
}

const decode = (told: BlockFacts) => decodeBlock(SANDBOX_CHAIN, told, isOurs)
const sums = (moves: readonly Move[]) => moves.map((one) => [one.index, one.currency, one.raw, one.kind])

test('coin, tokens and payments by contracts are received, each with its index in the transaction', () => {
  expect(touchesUs(facts(), isOurs)).toBe(true)
  expect(sums(decode(facts()))).toEqual([
    [-1, 3, 5n, 'in'],
    [1, 1, 7n, 'in'],
    [-1_001, 3, 9n, 'in'],
  ])
})

/** A block of strangers that does one thing to an address. */
const doing: [what: string, change: (told: BlockFacts, address: string) => void][] = [
  ['a payment to it', (told, address) => told.block.transactions.forEach((one) => (one.to = address))],
  ['a payment from it', (told, address) => told.block.transactions.forEach((one) => (one.from = address))],
  ['a token that it gets', (told, address) => told.logs.forEach((one) => (one.topics[2] = topicOf(address)))],
  [
    'a token that it gives',
    (told, address) => told.logs.forEach((one) => (one.topics[1] = topicOf(address))),
  ],
  ['a contract that pays it', (told, address) => innerOf(told).forEach((one) => (one.to = address))],
  ['a call of its own', (told, address) => innerOf(told).forEach((one) => (one.from = address))],
]
const innerOf = ({ traces }: BlockFacts) => traces.flatMap(({ result }) => result?.calls ?? [])

test.each(doing)('a block with %s touches us if it is ours, and not otherwise', (_what, change) => {
  for (const [address, isTouched] of [
    [US, true],
    [THEM, false],
  ] as const) {
    const told = facts()
    for (const [, clear] of doing) clear(told, THEM)
    change(told, address)
    expect(touchesUs(told, isOurs)).toBe(isTouched)
  }
})

test('a block that creates a contract with the value of a stranger does not touch us', () => {
  const told = facts()
  for (const [, clear] of doing) clear(told, THEM)
  for (const one of told.block.transactions) one.to = null
  expect(touchesUs(told, isOurs)).toBe(false)
})

test('our payments go out with their fee, even when they fail; a payment to ourselves costs only the fee', () => {
  const told = facts()
  const [receipt] = told.receipts
  const paid = (to: string | null, status: number) => ({
    ...told,
    logs: [],
    traces: [],
    block: { ...told.block, transactions: [{ hash: TX, from: US, to, value: 5n }] },
    receipts: receipt ? [{ ...receipt, status, from: US }] : [],
  })
  const fee = [-2, 3, -63_000n, 'fee']
  expect(sums(decode(paid(THEM, 1)))).toEqual([fee, [-1, 3, -5n, 'out']])
  expect(sums(decode(paid(null, 1)))).toEqual([fee, [-1, 3, -5n, 'out']])
  expect(sums(decode(paid(THEM, 0)))).toEqual([fee])
  expect(sums(decode(paid(US, 1)))).toEqual([fee])
})

type Change = (told: BlockFacts) => void
const log =
  (change: (one: ChainLog) => void): Change =>
  (told) =>
    told.logs.forEach(change)
const receipt =
  (change: (one: BlockFacts['receipts'][number]) => void): Change =>
  (told) =>
    told.receipts.forEach(change)
const frame =
  (change: (top: Frame, inner: Frame) => void): Change =>
  (told) => {
    for (const { result } of told.traces) {
      const inner = result?.calls?.[0]
      if (result && inner) change(result, inner)
    }
  }

/** Each removes one part; the index names the part that is then missing. */
const changes: [what: string, gone: number[], change: Change][] = [
  ['a log that was removed', [1], log((one) => (one.removed = true))],
  ['a log of another block', [1], log((one) => (one.blockHash = OTHER))],
  ['a log of a transaction elsewhere', [1], log((one) => (one.transactionHash = OTHER))],
  ['a log of an unlisted contract', [1], log((one) => (one.address = CONTRACT))],
  ['a log with another topic', [1], log((one) => (one.topics[0] = OTHER))],
  ['a log with a fourth topic', [1], log((one) => one.topics.push(OTHER))],
  ['a log without a payee', [1], log((one) => (one.topics.length = 2))],
  ['a log without topics', [1], log((one) => (one.topics.length = 0))],
  ['a payee with something in front', [1], log((one) => (one.topics[2] = `0x1${topicOf(US).slice(3)}`))],
  ['a payer with something in front', [1], log((one) => (one.topics[1] = `0x1${topicOf(THEM).slice(3)}`))],
  ['a log of nothing', [1], log((one) => (one.data = dataOf(0n)))],
  ['a log without data', [1], log((one) => (one.data = '0x'))],
  ['a log with more data', [1], log((one) => (one.data += '00'))],
  ['a log with another sum than its receipt', [1], log((one) => (one.data = dataOf(8n)))],
  ['a log at another place than in its receipt', [1], log((one) => (one.logIndex = 77))],
  ['a receipt without the log', [1], receipt((one) => (one.logs = []))],
  [
    'a payment from us to us',
    [1],
    (told) => {
      for (const list of [told.logs, told.receipts[0]?.logs ?? []])
        for (const one of list) one.topics[1] = topicOf(US)
    },
  ],
  ['a receipt that says failed', [-1, 1, -1_001], receipt((one) => (one.status = 0))],
  ['a receipt that says nothing', [-1, 1, -1_001], receipt((one) => (one.status = null))],
  ['a receipt of another block', [-1, 1, -1_001], receipt((one) => (one.blockHash = OTHER))],
  ['a receipt of another transaction', [-1, 1, -1_001], receipt((one) => (one.transactionHash = OTHER))],
  ['a transaction of no value', [-1], (told) => told.block.transactions.forEach((one) => (one.value = 0n))],
  [
    'a transaction to somebody else',
    [-1],
    (told) => told.block.transactions.forEach((one) => (one.to = THEM)),
  ],
  ['a call that failed', [-1_001], frame((_, inner) => (inner.error = 'out of gas'))],
  ['a call below one that failed', [-1_001], frame((top) => (top.error = 'execution reverted'))],
  ['a call that lends its code', [-1_001], frame((_, inner) => (inner.type = 'DELEGATECALL'))],
  ['a call in its own name', [-1_001], frame((_, inner) => (inner.type = 'CALLCODE'))],
  ['a call that only looks', [-1_001], frame((_, inner) => (inner.type = 'STATICCALL'))],
  ['a call of no value', [-1_001], frame((_, inner) => (inner.value = 0n))],
  ['a call without a value', [-1_001], frame((_, inner) => delete inner.value)],
  ['a trace of another transaction', [-1_001], (told) => told.traces.forEach((one) => (one.txHash = OTHER))],
]

test.each(changes)('[T7] %s counts for nothing', (_, gone, change) => {
  const told = facts()
  change(told)
  const left = decode(told).map((one) => one.index)
  expect(left).toEqual([-1, 1, -1_001].filter((index) => !gone.includes(index)))
})

test('[T7] no mixture of such changes credits more than the honest block does', () => {
  fc.assert(
    fc.property(fc.subarray(changes, { minLength: 1 }), (some) => {
      const told = facts()
      for (const [, , change] of some) change(told)
      const gone = new Set(some.flatMap(([, indexes]) => indexes))
      const left = decode(told).map((one) => one.index)
      expect(left).toEqual([-1, 1, -1_001].filter((index) => !gone.has(index)))
    }),
    { numRuns: 300 },
  )
})

test('a call has its number among all calls of its transaction, whatever became of those before it', () => {
  const paid: Frame = { type: 'CALL', from: CONTRACT, to: THEM, value: 1n }
  const before: Frame[] = [
    paid,
    { ...paid, value: 0n },
    { type: 'CREATE', from: CONTRACT, value: 1n },
    { type: 'STATICCALL', from: CONTRACT, to: THEM },
    { ...paid, type: 'DELEGATECALL' },
    { ...paid, error: 'out of gas' },
  ]
  const indexOf = (...calls: Frame[]) => {
    const told = facts()
    for (const { result } of told.traces) result?.calls?.unshift(...calls)
    return decode(told).at(-1)?.index
  }
  expect(before.map((one) => indexOf(one))).toEqual(before.map(() => -1_002))
  expect(before.map((one) => indexOf({ ...paid, calls: [one] }))).toEqual(before.map(() => -1_003))
  expect(before.map((one) => indexOf({ ...paid, error: 'reverted', calls: [one] }))).toEqual(
    before.map(() => -1_003),
  )
  expect(indexOf(...before)).toBe(-1_001 - before.length)
})

test('[T7] a transaction or a log that is reported twice counts once', () => {
  const told = facts()
  const twice: BlockFacts = {
    block: { ...told.block, transactions: [...told.block.transactions, ...told.block.transactions] },
    logs: [...told.logs, ...told.logs],
    receipts: [...told.receipts, ...told.receipts],
    traces: [...told.traces, ...told.traces],
  }
  expect(decode(twice)).toEqual(decode(told))
})

test('a token’s log of a payment from us counts only in a transaction of our own', () => {
  const told = facts()
  const swapped = (one: ChainLog) => ({ ...one, topics: [TRANSFER_TOPIC, topicOf(US), topicOf(THEM)] })
  const outgoing = (sender: string): BlockFacts => ({
    ...told,
    traces: [],
    block: { ...told.block, transactions: [{ hash: TX, from: sender, to: usdt, value: 0n }] },
    logs: told.logs.map(swapped),
    receipts: told.receipts.map((one) => ({ ...one, from: sender, logs: one.logs.map(swapped) })),
  })
  expect(sums(decode(outgoing(US)))).toEqual([
    [-2, 3, -63_000n, 'fee'],
    [1, 1, -7n, 'out'],
  ])
  expect(decode(outgoing(THEM))).toEqual([])
})

test('credits never exceed what an address gained by its token’s own balance, whatever the logs say', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 1_000n }), { minLength: 1, maxLength: 6 })
  const holding = fc.bigInt({ min: 0n, max: 2_000n })
  fc.assert(
    fc.property(amounts, holding, holding, (told, before, after) => {
      const moves = told.map((raw, index): Move => ({
        txid: TX,
        index,
        address: US,
        currency: 1,
        raw,
        kind: 'in',
      }))
      const kept = capToHoldings(moves, [{ address: US, currency: 1, before, after }])
      const total = kept.reduce((all, one) => all + one.raw, 0n)
      const gained = after > before ? after - before : 0n
      const claimed = told.reduce((all, one) => all + one, 0n)
      expect(total).toBe(claimed < gained ? claimed : gained)
      expect(kept.every((one) => one.raw > 0n && one.raw <= (told[one.index] ?? 0n))).toBe(true)
    }),
  )
})
