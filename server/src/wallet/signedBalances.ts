import type { AuditedEntry } from '@tickmark/core/log/audited'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import type { ReplyOf } from '@tickmark/wire/call'
import type { Db } from '../db/pool.ts'
import { owedAt, sharesOf, type Owed } from '../ledger/liabilities/liabilities.ts'
import { segmentOf } from '../market/log/proof.ts'
import type { PublishedHead } from '../market/state.ts'
import { readNewestAudited } from '../market/store.ts'

type SignedBalances = ReplyOf<(typeof walletRoutes)['getSignedBalances']>['signed']

/**
 * The house's debt to a user by the log's newest `audited` entry, with the proof; null while no signed head covers such an entry.
 */
export function createSignedBalances({
  db,
  head,
}: {
  db: Db
  /** The newest signed head. */
  head: () => Pick<PublishedHead, 'size' | 'note'> | null
}) {
  // The trees are the same for all users and change with the entry: the first caller has them built.
  let newest: { seq: number; owed: Promise<Owed> } | null = null
  const owedBy = (entry: AuditedEntry) => {
    if (newest?.seq === entry.seq) return newest.owed
    const owed = owedAt(db, entry.until)
    // A call that began before a newer entry does not replace its trees.
    if (newest && newest.seq > entry.seq) return owed
    newest = { seq: entry.seq, owed }
    owed.catch(() => {
      if (newest?.owed === owed) newest = null
    })
    return owed
  }
  return async ({ id, address }: { id: number; address: string }): Promise<SignedBalances> => {
    const signedHead = head()
    if (!signedHead) return null
    const { size, note } = signedHead
    const entry = await readNewestAudited(db, size)
    if (!entry) return null
    const shares = sharesOf(await owedBy(entry), id)
    const { from, bodies, left, right } = await segmentOf(db, { from: entry.seq, to: entry.seq }, size)
    return {
      account: address,
      until: entry.until,
      shares: shares.map(({ path, ...share }) => ({ ...share, path: [...path] })),
      segment: { from, bodies: [...bodies], left: [...left], right: [...right] },
      head: note,
    }
  }
}
