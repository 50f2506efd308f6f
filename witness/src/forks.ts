import { forkEvidence, type ForkEvidence } from '@tickmark/core/log/fork'
import type { KeyChain } from '@tickmark/core/log/keyChanges'
import { edgeOf, isSame, placesOf, rootOf } from '@tickmark/core/log/tree/tree'
import { checkConsistency, consistencyPlaces, consistencyProof } from '@tickmark/core/log/tree/treeProofs'
import type { HouseFiles } from './houseFiles.ts'
import { headOf } from './keptLog.ts'
import { nodeCrypto } from './nodeCrypto.ts'

const { sha256 } = nodeCrypto

export type Comparison =
  | { kind: 'consistent'; proof: Uint8Array[] }
  | { kind: 'fork'; evidence: ForkEvidence }
  /** The house's own files prove neither. */
  | { kind: 'unproved' }

/** Compares two heads signed by keys of a chain, the smaller first, using the house's files. */
export async function compareHeads(
  files: Pick<HouseFiles, 'nodes'>,
  chain: KeyChain,
  olderNote: string,
  newerNote: string,
): Promise<Comparison> {
  const [older, newer] = [headOf(olderNote), headOf(newerNote)]
  if (!older || !newer || older.size > newer.size) return { kind: 'unproved' }
  const forkOf = (olderRootInNewer: Uint8Array, path: Uint8Array[]): Comparison => {
    const evidence = forkEvidence(chain, olderNote, newerNote, { olderRootInNewer, proof: path }, nodeCrypto)
    return evidence ? { kind: 'fork', evidence } : { kind: 'unproved' }
  }
  if (older.size === newer.size) {
    if (isSame(older.root, newer.root)) return { kind: 'consistent', proof: [] }
    return forkOf(newer.root, [])
  }
  if (older.size === 0) return { kind: 'consistent', proof: [] }
  const places = [...consistencyPlaces(older.size, newer.size), ...placesOf(0, older.size)]
  const nodes = await files.nodes(newer.size, places)
  const proof = consistencyProof(older.size, newer.size, nodes, sha256)
  const inNewer = rootOf(edgeOf(older.size, nodes), sha256)
  const isShown = (root: Uint8Array) =>
    checkConsistency(older.size, newer.size, root, newer.root, proof, sha256)
  if (isShown(older.root)) return { kind: 'consistent', proof }
  if (isSame(inNewer, older.root) || !isShown(inNewer)) return { kind: 'unproved' }
  return forkOf(inNewer, proof)
}
