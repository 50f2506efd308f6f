import type { Tx } from '../../db/pool.ts'
import type {} from '../deposits/tables.ts'

interface Clearing {
  chain: number
  /** When the cleared halt began (ms). */
  haltedAt: number
  /** The approved proposal; the database refuses to clear a halt without one. */
  proposalId: string
  atMs: number
}

/** Clears a chain's halt. The caller holds the chain's lock. */
export async function clearHalt(tx: Tx, { chain, haltedAt, proposalId, atMs }: Clearing): Promise<void> {
  await tx
    .insertInto('chain_resume')
    .values({ proposal: proposalId, chain, halted_at_ms: BigInt(haltedAt), at_ms: BigInt(atMs) })
    .execute()
  await tx
    .updateTable('chain_state')
    .set({ halted_because: null, halted_at_ms: null })
    .where('chain', '=', chain)
    .execute()
}
