import type { Reader } from '../db/pool.ts'
import type { VaultKeys } from '../platform/vault.ts'
import { usedKeys } from './sweepStore.ts'

/**
 * Throws when the keys file lacks a key that encrypts records: fails at the start rather than when somebody needs one of them.
 */
export async function checkKeys({ db, vault }: { db: Reader; vault: VaultKeys }): Promise<void> {
  const missing = [...(await usedKeys(db))].filter((number) => !vault.has(number))
  if (missing.length === 0) return
  throw new Error(`loans are encrypted under keys that the keys file lacks: vaultKeys ${missing.join(', ')}`)
}
