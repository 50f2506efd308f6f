import { bytesOfHex } from '@tickmark/core/bytes'
import { checkConsistency } from '@tickmark/core/log/tree/treeProofs'
import { expect, test } from 'vitest'
import { sha256 } from '../../platform/sha256.ts'
import type { Market } from '../market.ts'
import { setMarketStage } from '../marketStage.testing.ts'
import {
  deleteCheckpoints,
  keepCheckpoint,
  readCheckpoints,
  readNextCheckpoint,
  storeWitnessed,
} from './treeStore.ts'

const START = Date.parse('2026-11-21T12:00:00.400Z')
const stage = setMarketStage(START)

/** A market with signed heads of 6, 7, 8 and 9 entries. */
async function marketOfNine(): Promise<Market> {
  const market = await stage.start()
  for (let i = 0; i < 3; i++) {
    stage.clock.advance(1000)
    await market.idle()
  }
  return market
}

test('who follows the log gets the largest head within its reach, or else the first beyond it', async () => {
  await marketOfNine()
  const { db } = stage.database
  await keepCheckpoint(db, 8)
  await deleteCheckpoints(db, START + 2_600)
  expect((await readCheckpoints(db, 0, 100)).map((one) => one.size)).toEqual([6, 8, 9])
  const cases: [after: number, most: number, next: number | null][] = [
    [0, 5, 6],
    [0, 6, 6],
    [0, 7, 6],
    [0, 8, 8],
    [0, 9, 9],
    [6, 1, 8],
    [6, 2, 8],
    [6, 3, 9],
    [7, 1, 8],
    [8, 1, 9],
    [9, 1, null],
  ]
  for (const [after, most, next] of cases)
    expect([after, most, (await readNextCheckpoint(db, after, most))?.size ?? null]).toEqual([
      after,
      most,
      next,
    ])
})

test('whoever has a head gets the witnesses’ one with a proof, if it is the same or a larger one', async () => {
  const market = await marketOfNine()
  const { db } = stage.database
  const heads = await readCheckpoints(db, 0, 100)
  const [first] = heads
  if (!first) throw new Error('there is a head')
  expect(await market.witnessed(first.note)).toBeNull()
  for (const kept of heads) {
    await storeWitnessed(db, { ...kept, signatures: 1 })
    for (const mine of heads) {
      const what = `a head of ${mine.size}, and one of ${kept.size} with signatures`
      const witnessed = await market.witnessed(mine.note)
      expect([what, witnessed?.checkpoint ?? null]).toEqual([what, kept.size < mine.size ? null : kept.note])
      if (!witnessed) continue
      const path = witnessed.proof.map(bytesOfHex).map((hash) => hash ?? new Uint8Array())
      expect([what, checkConsistency(mine.size, kept.size, mine.root, kept.root, path, sha256)]).toEqual([
        what,
        true,
      ])
    }
  }
  expect(await market.witnessed('no note')).toBeNull()
})
