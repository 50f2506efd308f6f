/**
 * What a receipt and a head of the log cost those who check them, and what a head costs the house each second.
 *
 * node bench/verifying.ts [receipts]
 */
import { checkpointKey, openCheckpoint, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { appendLeaf, EMPTY_EDGE, isSame, rootOf, type Edge } from '@tickmark/core/log/tree/tree'
import { crypto, testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { checkReceipt } from '@tickmark/core/receipts/receiptCheck'
import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { signerOf } from '@tickmark/server/platform/keys'
import { sha256 } from '@tickmark/server/platform/sha256'
import { randomBytes } from 'node:crypto'
import { nobleCrypto } from '../web/src/watch/signatures/nobleCrypto.ts'
import { argument, size } from './support/size.ts'

const RECEIPTS = argument(1, 200, 4)
const HEADS = size(1_000, 5)
/** Entries of a second: tickets, receipts and a tick. */
const PER_HEAD = 3

const played = playExchange(testCrypto(7), RECEIPTS).filter(({ ticket }) => ticket.duration === 60)
const texts = played.map(({ receipt }) => JSON.stringify(receipt)).toSorted((a, b) => a.length - b.length)

console.log('what | median | worst')
for (const [name, by] of [
  ['noble, as in the page', nobleCrypto],
  ['Node', crypto],
] as const) {
  // The first ones warm the compiler up.
  for (const text of texts.slice(0, 3)) checkReceipt(JSON.parse(text), by)
  const times = texts.map((text) => timeOf(() => void checkReceipt(JSON.parse(text), by)))
  tell(`CPU ms to verify a receipt of a minute (${name})`, times)
}
tell(
  'bytes of a receipt of a minute',
  texts.map(({ length }) => length),
  0,
)

const signer = signerOf(new Uint8Array(randomBytes(32)))
const origin = 'log.example/tm'
const key = checkpointKey(origin, signer.publicKey, sha256)
let edge: Edge = EMPTY_EDGE
for (let i = 0; i < size(100_000, 100); i++) edge = appendLeaf(edge, leaf(), sha256)
const [signing, checking]: [number[], number[]] = [[], []]
for (let i = 0; i < HEADS; i++) {
  const leaves = Array.from({ length: PER_HEAD }, leaf)
  const before = edge
  let note = ''
  signing.push(
    timeOf(() => {
      for (const one of leaves) edge = appendLeaf(edge, one, sha256)
      note = signCheckpoint({ origin, size: edge.size, root: rootOf(edge, sha256) }, key, signer.sign)
    }),
  )
  checking.push(
    timeOf(() => {
      let own = before
      for (const one of leaves) own = appendLeaf(own, one, nobleCrypto.sha256)
      const head = openCheckpoint(note, key, nobleCrypto)
      if (!head || !isSame(rootOf(own, nobleCrypto.sha256), head.root)) throw new Error('the log goes on')
    }),
  )
}
tell(`CPU ms of the server for a head with ${PER_HEAD} entries`, signing)
tell('CPU ms of the page for it (noble)', checking)

function leaf(): Uint8Array {
  return sha256(new Uint8Array(randomBytes(32)))
}

/** Milliseconds of CPU, which hold on a busy machine where the clock's do not. */
function timeOf(work: () => void): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

function tell(what: string, values: readonly number[], digits = 2): void {
  const sorted = values.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? NaN
  console.log(`${what} | ${median.toFixed(digits)} | ${(sorted.at(-1) ?? NaN).toFixed(digits)}`)
}
