import { randomUUID } from 'node:crypto'
import { hexOf } from '@tickmark/core/bytes'
import { DAY_MS } from '@tickmark/core/days'
import { MOST_PICTURE_BYTES } from '@tickmark/wire/pictures'
import { transact } from '../../db/transact.ts'
import { Refused, tooMany } from '../../http/calls/refused.ts'
import { sha256 } from '../../platform/sha256.ts'
import { sealRecord } from '../../platform/vault.ts'
import type { LoanDeps } from '../ports.ts'
import { nameOfPicture } from '../records.ts'
import { lockApplicant } from '../store.ts'
import { insertPicture, type Picture, type Purpose, usedSince } from './pictureStore.ts'

/** Bytes of redrawn pictures that a user may add within a day. */
const MOST_A_DAY = 20 * 1024 * 1024

/**
 * Takes a photo or a drawn signature, redraws it and encrypts it. Refuses `picture_invalid`, `picture_too_large`,
 * `too_many_requests` when the day's quota is full, and `busy` when too many pictures are being redrawn.
 */
export async function takePicture(
  { db, vault, redrawing }: LoanDeps,
  given: { userId: number; purpose: Purpose; picture: Buffer | null; nowMs: number },
): Promise<Picture> {
  const { userId, purpose, picture, nowMs } = given
  if (picture === null || picture.length === 0) throw new Refused('picture_invalid')
  if (picture.length > MOST_PICTURE_BYTES) throw new Refused('picture_too_large')
  checkDay(await usedSince(db, userId, nowMs - DAY_MS), 0, nowMs)
  const drawn = await redrawing.redraw(
    picture,
    { user: userId },
    purpose === 'signature' ? 'drawing' : 'photo',
  )
  const { content, width, height } = drawn
  const id = randomUUID()
  const record = sealRecord(vault, nameOfPicture(id), content)
  const kept = { id, purpose, width, height, sha256: hexOf(sha256(content)) }
  await transact(db, async (tx) => {
    await lockApplicant(tx, userId)
    checkDay(await usedSince(tx, userId, nowMs - DAY_MS), content.length, nowMs)
    await insertPicture(tx, { ...kept, userId, bytes: content.length, record, atMs: nowMs })
  })
  return kept
}

function checkDay({ bytes, firstMs }: { bytes: number; firstMs: number }, more: number, nowMs: number): void {
  if (bytes + more < MOST_A_DAY) return
  throw tooMany(Math.max(1_000, firstMs + DAY_MS - nowMs))
}
