import { bytesOfHex } from '@tickmark/core/bytes'
import { readJson } from '@tickmark/core/json'
import { CONSISTENCY_PATH } from '@tickmark/wire/logFiles'
import * as z from 'zod/mini'
import { call, type Reply } from '../api/api.ts'

/** What the watch asks of the house. Null for no usable answer: the watch counts the time without one. */
export interface LogHouse {
  head(): Promise<Reply<'getLogHead'> | null>
  /** The hashes of a consistency proof. */
  proof(older: number, newer: number): Promise<Uint8Array[] | null>
  /** The entry after the first `size` ones, with what surrounds it. */
  stretchAfter(size: number): Promise<Reply<'getLog'> | null>
}

const proofAnswer = z.object({ proof: z.array(z.string()) })

export const logHouse: LogHouse = {
  head: () => call('getLogHead', {}, { quiet: true }).catch(() => null),
  async proof(older, newer) {
    try {
      const answer = await fetch(`${CONSISTENCY_PATH}?from=${older}&to=${newer}`, { credentials: 'omit' })
      const parsed = z.safeParse(proofAnswer, answer.ok ? readJson(await answer.text()) : null)
      return parsed.success ? hashesOf(parsed.data.proof) : null
    } catch {
      return null
    }
  },
  stretchAfter: (size) => call('getLog', { from: size + 1, to: size + 1 }, { quiet: true }).catch(() => null),
}

/** Bytes of hexadecimal hashes; null when one is not. */
export function hashesOf(hexes: readonly string[]): Uint8Array[] | null {
  const hashes = hexes.map(bytesOfHex)
  return hashes.every((one) => one?.length === 32) ? hashes.filter((one) => one !== null) : null
}
