import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@tickmark/core/days'
import { MOST_PICTURE_BYTES } from '@tickmark/wire/pictures'
import type { Db } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { Refused, tooMany } from '../http/calls/refused.ts'
import { type FileOwner, type FileView, viewOf } from './files.ts'
import type { Redrawing } from './redrawing.ts'
import { insertFile, lockOwner, usedSince } from './store.ts'

export interface UploadDeps {
  db: Db
  redrawing: Redrawing
}

/** Bytes of redrawn pictures that one owner may add within a day. */
const MOST_A_DAY = 30 * 1024 * 1024

/**
 * Takes a picture and redraws it. Refuses `picture_invalid`, `picture_too_large`, `too_many_requests` when the owner's
 * daily quota is full, and `busy` when too many pictures are being redrawn.
 */
export async function takeUpload(
  { db, redrawing }: UploadDeps,
  given: { owner: FileOwner; picture: Buffer | null; nowMs: number },
): Promise<FileView> {
  const { owner, picture, nowMs } = given
  if (picture === null || picture.length === 0) throw new Refused('picture_invalid')
  if (picture.length > MOST_PICTURE_BYTES) throw new Refused('picture_too_large')
  checkDay(await usedSince(db, owner, nowMs - DAY_MS), 0, nowMs)
  const drawn = await redrawing.redraw(picture, owner)
  const id = randomUUID()
  await transact(db, async (tx) => {
    await lockOwner(tx, owner)
    checkDay(await usedSince(tx, owner, nowMs - DAY_MS), drawn.content.length, nowMs)
    await insertFile(tx, { ...drawn, id, owner, atMs: nowMs })
  })
  return viewOf({ id, ...drawn })
}

function checkDay({ bytes, firstMs }: { bytes: number; firstMs: number }, more: number, nowMs: number): void {
  if (bytes + more < MOST_A_DAY) return
  throw tooMany(Math.max(1_000, firstMs + DAY_MS - nowMs))
}
