import { hexOf } from '@tickmark/core/bytes'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import { TILE_WIDTH } from '@tickmark/core/log/tree/tiles'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { rangeProof } from '@tickmark/core/log/tree/treeProofs'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { generateKeyPairSync, sign } from 'node:crypto'
import type { House } from './house.ts'
import { nodeCrypto } from './crypto/nodeCrypto.ts'

const { sha256 } = nodeCrypto
const origin = 'log.example/tm'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const log = hexOf(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
const key = checkpointKey(origin, log, sha256)

export const KEYS: HouseKeys = { origin, log, receipts: 'cd'.repeat(32) }

interface Served {
  /** Falsifies a bundle of entries. */
  lie?: (n: number, bodies: string[]) => string[]
  /** Days whose record the house lists, and the lines of each. */
  days?: readonly { day: string; seq: number }[]
  lines?: readonly string[]
  /** The entry that the house shows for every promised withdrawal; none (404) without it. */
  shownEnd?: number
  /** The entry that the house shows as the place of every promise, and the place in it; none (404) without it. */
  shownPlace?: { seq: number; place: unknown }
  /** The house's witnessed head, made from the newest checkpoint; null when it has none. */
  witnessed?: (checkpoint: string) => string | null
}

/** A house whose signed log has these entries. */
export function houseWith(list: readonly LogEntry[], served: Served = {}): House {
  const { lie = (_n, bodies) => bodies, days = [], lines = [], shownEnd, shownPlace } = served
  const bodies = list.map(entryBody)
  const tree = treeOfEntries(bodies, sha256)
  const head = { origin, size: bodies.length, root: tree.root(bodies.length) }
  const checkpoint = signCheckpoint(head, key, (message) => sign(null, message, privateKey))

  const witnessed = served.witnessed?.(checkpoint) ?? null

  function extractOf(seq: number): unknown {
    const { left, right } = rangeProof(seq - 1, seq, bodies.length, tree.nodes)
    const proof = { left: left.map(hexOf), right: right.map(hexOf) }
    return { from: seq - 1, bodies: [bodies[seq - 1]], ...proof, checkpoint }
  }

  /** Null for what the house does not show, undefined for another path. */
  function answerOf(path: string): unknown {
    const seq = /^api\/getLog\?from=(\d+)/.exec(path)?.[1]
    if (seq !== undefined) return extractOf(Number(seq))
    if (path.startsWith('log/withdrawal/')) return shownEnd === undefined ? null : extractOf(shownEnd)
    if (!path.startsWith('api/getLoggedAnswer?')) return undefined
    return shownPlace ? { segment: extractOf(shownPlace.seq), place: shownPlace.place } : null
  }

  return {
    json: (path) => Promise.resolve(answerOf(path) ?? { days }),
    text: (path) => {
      const answer = answerOf(path)
      return Promise.resolve(answer === undefined ? witnessed : answer && JSON.stringify(answer))
    },
    async *lines() {
      yield* await Promise.resolve(lines)
    },
    entries: (from) => {
      const n = Math.floor(from / TILE_WIDTH)
      const bundle = bodies.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)
      return Promise.resolve(lie(n, bundle).slice(from - n * TILE_WIDTH))
    },
  }
}
