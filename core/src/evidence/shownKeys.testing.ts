import { hexOf } from '../bytes.ts'
import { checkpointKey, signCheckpoint } from '../log/checkpoint.ts'
import { entryBody, keysText } from '../log/log.ts'
import { treeOfEntries } from '../log/tree/tree.testing.ts'
import { rangeProof } from '../log/tree/treeProofs.ts'
import type { HouseKeys } from '../receipts/receipts.ts'
import { START_MS, type TestCrypto } from '../receipts/toyLog.testing.ts'
import type { ShownKeys } from './shownKeys.ts'

/** Keys as a log names them. */
export interface NamedKeys {
  keys: HouseKeys
  /** The house whose log key signs the entry. */
  by: Pick<TestCrypto, 'sign'>
  /** The house whose log key signs the head that shows it. */
  under: Pick<TestCrypto, 'sign' | 'keys'>
}

/** The heads of the tests' statements are smaller. */
const APART = 400

/** A log with these `keys` entries and others in between, and what it shows of each, under a head just after it. */
export function showKeys(named: readonly NamedKeys[], sha256: TestCrypto['sha256']): ShownKeys[] {
  const bodies = Array.from({ length: 1 + APART * (named.length - 1) }, () => 'another entry')
  const seqs = named.map(({ keys, by }, i) => {
    const entry = { kind: 'keys', seq: 1 + APART * i, at: START_MS + i, ...keys } as const
    bodies[entry.seq - 1] = entryBody({ ...entry, signature: hexOf(by.sign('log', keysText(entry))) })
    return entry.seq
  })
  const tree = treeOfEntries(bodies, sha256)
  return named.map(({ under }, i) => {
    const size = seqs[i] ?? 0
    const { origin, log } = under.keys
    const { left, right } = rangeProof(size - 1, size, size, tree.nodes)
    const head = { origin, size, root: tree.root(size) }
    const sign = (message: Uint8Array) => under.sign('log', String.fromCharCode(...message))
    return {
      from: size - 1,
      bodies: bodies.slice(size - 1, size),
      left: left.map(hexOf),
      right: right.map(hexOf),
      checkpoint: signCheckpoint(head, checkpointKey(origin, log, sha256), sign),
    }
  })
}
