import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { entryBody, keysText, type LogEntry } from '@tickmark/core/log/log'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'

function pair() {
  const { secretKey, publicKey } = ed25519.keygen()
  return { log: hexOf(publicKey), sign: (text: Uint8Array) => ed25519.sign(text, secretKey) }
}

type Pair = ReturnType<typeof pair>
export const [first, second, third, stranger] = [pair(), pair(), pair(), pair()]

export function keysEntry(origin: string, seq: number, to: Pair, by: Pair): LogEntry {
  const entry = { kind: 'keys', seq, at: 0, origin, log: to.log, receipts: 'cd'.repeat(32) } as const
  return { ...entry, signature: hexOf(by.sign(asciiBytes(keysText(entry)))) }
}

/** A log of 60 entries. From entry `change` on, its prices differ; `keys` are its key entries. */
export function historyOf(origin: string, { change = 99, keys = [] as LogEntry[] } = {}) {
  const begun = keysEntry(origin, 1, first, first)
  const bodies = Array.from({ length: 60 }, (_, i) => {
    const own = [begun, ...keys].find(({ seq }) => seq === i + 1)
    return entryBody(
      own ?? { kind: 'tick', seq: i + 1, at: 1_000 * i, prices: { 1: i < change ? '5' : '6' } },
    )
  })
  return { origin, bodies, tree: treeOfEntries(bodies, sha256), keyChanges: [begun, ...keys].map(entryBody) }
}
