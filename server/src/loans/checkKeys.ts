import type { Reader } from '../db/pool.ts'
import type { VaultKeys } from '../platform/vault.ts'
import { usedKeys } from './sweepStore.ts'

/**
 * Throws when the keys file lacks a key that records are encrypted under: better not to start than to find out when
 * somebody needs one.
 */
export async function checkKeys({ db, vault }: { db: Reader; vault: VaultKeys }): Promise<void> {
  const missing = [...(await usedKeys(db))].filter((number) => !vault.has(number))
  if (missing.length === 0) return
  throw new Error(`loans are encrypted under keys that the keys file lacks: vaultKeys ${missing.join(', ')}`)
}
