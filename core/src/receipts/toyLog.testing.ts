import { assert } from '../assert.ts'
import { bytesOfHex, hexOf } from '../bytes.ts'
import type { TestOwner } from '../consent/owner.testing.ts'
import type { Crypto } from '../crypto.ts'
import { modelTable, oldestModel } from '../log/announced.ts'
import { entryBody, keysText, type LogEntry, type ModelEntry } from '../log/log.ts'
import { merkleTree } from '../log/tree/merkle.ts'
import type { Tick } from '../market/fixing.ts'
import { PRESENT_RULES } from '../orders/presentRules.ts'
import { batchText, type Batch, type BatchProof, type HouseKeys, type PlaceInLog } from './receipts.ts'

/** Supplied by the test: hashing, and signing with the two keys. */
export interface TestCrypto {
  sha256: Crypto['sha256']
  sign(key: 'log' | 'receipts', text: string): Uint8Array
  keys: HouseKeys
  /** In [0, 1). */
  random(): number
  /** A user's wallet and session key; the same number gives the same ones. */
  owner(user: number): TestOwner
}

/** A log of the toy exchange under way. */
export interface Chain {
  entries: LogEntry[]
  bodies: string[]
}

/** Position of a batch's leaf: in its batch, and the batch's under log entry `seq`. */
export interface Stamped extends BatchProof {
  seq: number
  place: PlaceInLog
}

/** The toy exchange's first second. */
export const START_MS = 1_795_219_200_000
export const PIDS = [1, 4]
/** The log's first rules and model. The first model prices all orders; a second one is logged before many early closes. */
export const BASIS = { rules: 2, model: 3 }
const SECOND_MODEL_MS = START_MS + 150_000
/** Small enough that the toy's prices pass the barriers; product 4's is an estimate. */
export const DEVIATIONS = new Map([
  [1, { sigma: 0.0000134, error: 0 }],
  [4, { sigma: 0.0000134, error: 0.02 }],
])
const BASE = 6_741_250_000_000n
/** Twenty millionths of the base. */
const STEP = 134_825_000n

/** The first entries: keys, rules in force at once, and a model. */
export function firstEntries(nodeCrypto: TestCrypto): Chain {
  const chain: Chain = { entries: [], bodies: [] }
  const at = START_MS - 60_000
  const keys = { kind: 'keys', seq: 1, at, ...nodeCrypto.keys } as const
  append(chain, { ...keys, signature: hexOf(nodeCrypto.sign('log', keysText(keys))) })
  append(chain, { kind: 'rules', seq: BASIS.rules, at, from: at, before: 0, rules: PRESENT_RULES })
  append(chain, modelAt(BASIS.model, at, DEVIATIONS))
  return chain
}

function modelAt(seq: number, at: number, deviations: typeof DEVIATIONS): ModelEntry {
  return { kind: 'model', seq, at, rules: BASIS.rules, deviations: modelTable(deviations) }
}

/**
 * Logs the ticks from `fromMs` up to `toMs`, with gaps. `before` logs entries ahead of a second's tick; prices move in a few
 * small steps.
 */
export function playSeconds(
  chain: Chain,
  [fromMs, toMs]: readonly [number, number],
  nodeCrypto: TestCrypto,
  before: (at: number) => void,
): void {
  const places = PIDS.map(() => ({ steps: 0, price: BASE }))
  let isDown = false
  let isFirstModel = true
  for (let at = fromMs; at < toMs; at += 1000) {
    isDown = nodeCrypto.random() < (isDown ? 0.8 : 0.02)
    if (isDown) continue
    if (isFirstModel && at >= SECOND_MODEL_MS) {
      const wider = new Map([...DEVIATIONS].map(([pid, one]) => [pid, { ...one, sigma: one.sigma * 1.5 }]))
      append(chain, modelAt(chain.entries.length + 1, at, wider))
      isFirstModel = false
    }
    before(at)
    for (const [i, place] of places.entries()) places[i] = nextPrice(place.steps, nodeCrypto)
    const shown = PIDS.map((pid, i) => [String(pid), String(places[i]?.price)] as const)
    const open = shown.filter(() => nodeCrypto.random() > 0.03)
    append(chain, { kind: 'tick', seq: chain.entries.length + 1, at, prices: Object.fromEntries(open) })
  }
  append(chain, { kind: 'tick', seq: chain.entries.length + 1, at: toMs + 60_000, prices: {} })
}

/** A few whole steps around the base, sometimes one unit more. */
function nextPrice(steps: number, nodeCrypto: TestCrypto): { steps: number; price: bigint } {
  const draw = nodeCrypto.random()
  const moved = draw < 0.6 ? steps : Math.max(-4, Math.min(4, steps + (draw < 0.8 ? 1 : -1)))
  const more = nodeCrypto.random() < 0.1 ? 1n : 0n
  return { steps: moved, price: BASE + BigInt(moved) * STEP + more }
}

function append(chain: Chain, entry: LogEntry): void {
  chain.entries.push(entry)
  chain.bodies.push(entryBody(entry))
}

/** Logs batches of texts under one entry; returns the positions of each batch's leaves. */
export function logBatches(
  chain: Chain,
  kind: 'tickets' | 'receipts',
  batches: readonly { id: number; leaves: Uint8Array[] }[],
  at: number,
  nodeCrypto: TestCrypto,
): Stamped[][] {
  const batchKind = kind === 'tickets' ? 'ticket-batch' : 'receipt-batch'
  const signed = batches.map(({ id, leaves }) => proofs(batchKind, id, leaves, nodeCrypto))
  const tree = merkleTree(
    signed.map((one) => bytesOfHex(one[0]?.root ?? '') ?? new Uint8Array()),
    nodeCrypto.sha256,
  )
  const [first, last] = [batches[0], batches.at(-1)]
  assert(first && last, 'an entry is of batches')
  const seq = chain.entries.length + 1
  const count = batches.length
  const model = oldestModel(
    chain.entries.filter((one) => one.kind === 'model'),
    at,
  )
  append(chain, { kind, seq, at, count, first: first.id, last: last.id, root: hexOf(tree.root), model })
  return signed.map((batch, index) =>
    batch.map((proof) => ({ ...proof, seq, place: { index, count, path: tree.path(index).map(hexOf) } })),
  )
}

/** The positions of leaves in their signed batch. */
export function proofs(
  kind: Batch['kind'],
  batch: number,
  leaves: Uint8Array[],
  nodeCrypto: TestCrypto,
): BatchProof[] {
  const tree = merkleTree(leaves, nodeCrypto.sha256)
  const root = hexOf(tree.root)
  const signature = hexOf(nodeCrypto.sign('receipts', batchText({ kind, batch, count: leaves.length, root })))
  return leaves.map((_, index) => {
    return { batch, index, count: leaves.length, path: tree.path(index).map(hexOf), root, signature }
  })
}

/** The ticks of a product. */
export function ticksIn({ entries }: Chain, pid: number): Tick[] {
  return entries.flatMap((one) => {
    const price = one.kind === 'tick' ? one.prices[pid] : undefined
    return price === undefined ? [] : [{ seq: one.seq, atMs: one.at, price: BigInt(price) }]
  })
}

/** Groups neighbours by one to nine. */
export function grouped<T>(list: readonly T[], nodeCrypto: TestCrypto): T[][] {
  const groups: T[][] = []
  for (let i = 0; i < list.length;) {
    const size = 1 + Math.floor(nodeCrypto.random() * 9)
    groups.push(list.slice(i, i + size))
    i += size
  }
  return groups
}
