import type { Sha256 } from '../../crypto.ts'
import { entryLeaf } from '../log.ts'
import { appendLeaf, EMPTY_EDGE, rootOf, type NodeHashes } from './tree.ts'

/** An in-memory log of these entry texts, with every inner node. */
export function treeOfEntries(
  bodies: readonly string[],
  sha256: Sha256,
): { nodes: NodeHashes; root(size: number): Uint8Array } {
  const found = new Map<string, Uint8Array>()
  const roots = [rootOf(EMPTY_EDGE, sha256)]
  let edge = EMPTY_EDGE
  for (const body of bodies) {
    edge = appendLeaf(edge, entryLeaf(body, sha256), sha256, ({ level, index }, node) => {
      found.set(`${level}/${index}`, node)
    })
    roots.push(rootOf(edge, sha256))
  }
  const nodes: NodeHashes = (level, index) => {
    const node = found.get(`${level}/${index}`)
    if (!node) throw new Error(`there is no subtree ${level}/${index}`)
    return node
  }
  return {
    nodes,
    root(size) {
      const root = roots[size]
      if (!root) throw new Error(`the log has no size ${size}`)
      return root
    },
  }
}
