import type { Tx } from '../db/pool.ts'
import { openRecord, sealRecord, type SealedRecord, type VaultKeys } from '../platform/vault.ts'
import { bytesOfTyped, type Typed, typedOfBytes } from './application.ts'
import { pictureRecord } from './pictures/pictureStore.ts'
import { countOwnView, insertView, type View } from './viewStore.ts'

/** The viewer: the owner, or somebody else with a reason. Every decryption is logged. */
export type Look = { owner: number; atMs: number } | View

/** The owner's own view of his details and pictures. */
export function ownLook({ userId, nowMs }: { userId: number; nowMs: number }): Look {
  return { owner: userId, atMs: nowMs }
}

/** Details are named after their owner, so that they move from a draft to an application and back without being decrypted. */
export function nameOfDetails(userId: number): string {
  return `loan details of user ${userId}`
}

export function nameOfPicture(id: string): string {
  return `loan picture ${id}`
}

export function sealDetails(vault: VaultKeys, userId: number, typed: Typed): SealedRecord {
  return sealRecord(vault, nameOfDetails(userId), bytesOfTyped(typed))
}

/** A user's personal details. */
export async function openDetails(
  tx: Tx,
  vault: VaultKeys,
  { userId, record }: { userId: number; record: SealedRecord },
  look: Look,
): Promise<Typed> {
  await recordLook(tx, look)
  return typedOfBytes(openRecord(vault, nameOfDetails(userId), record))
}

/** A picture's bytes; null when there is no such picture. The caller has checked the viewer's permission. */
export async function openPicture(tx: Tx, vault: VaultKeys, id: string, look: Look): Promise<Buffer | null> {
  const record = await pictureRecord(tx, id)
  if (!record) return null
  await recordLook(tx, look)
  return openRecord(vault, nameOfPicture(id), record)
}

function recordLook(tx: Tx, look: Look): Promise<void> {
  return 'owner' in look ? countOwnView(tx, look.owner, look.atMs) : insertView(tx, look)
}
