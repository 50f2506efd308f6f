import { bytesOfHex } from '@tickmark/core/bytes'
import { readJson } from '@tickmark/core/json'
import { CONSISTENCY_PATH } from '@tickmark/wire/logFiles'
import * as z from 'zod/mini'
import type { Reply } from '../api/api.ts'
import { ask, askText } from './asking/askHouse.ts'

/** The watch's requests to the house. Null when no usable answer came in time: the watch measures the silence. */
export interface LogHouse {
  head(): Promise<Reply<'getLogHead'> | null>
  /** The hashes of a consistency proof. */
  proof(older: number, newer: number): Promise<Uint8Array[] | null>
  /** The entry after the first `size` ones, with its neighbours. */
  stretchAfter(size: number): Promise<Reply<'getLog'> | null>
}

const proofAnswer = z.object({ proof: z.array(z.string()) })

export const logHouse: LogHouse = {
  head: () => ask('getLogHead', {}),
  async proof(older, newer) {
    const answer = await askText(`${CONSISTENCY_PATH}?from=${older}&to=${newer}`)
    const parsed = z.safeParse(proofAnswer, answer?.status === 200 ? readJson(answer.text) : null)
    return parsed.success ? hashesOf(parsed.data.proof) : null
  },
  stretchAfter: (size) => ask('getLog', { from: size + 1, to: size + 1 }),
}

/** Decodes hexadecimal hashes; null when one is invalid. */
export function hashesOf(hexes: readonly string[]): Uint8Array[] | null {
  const hashes = hexes.map(bytesOfHex)
  return hashes.every((one) => one?.length === 32) ? hashes.filter((one) => one !== null) : null
}
