import { asciiBytes, hexOf } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'
import { merkleRoot } from './tree/merkle.ts'

/** Merkle root over the texts of lines, in hex. */
export function linesRoot(texts: readonly string[], sha256: Sha256): string {
  return hexOf(merkleRoot(texts.map(asciiBytes), sha256))
}
