import type { Book } from '@tickmark/core/money/currencies'
import type { Db, Tx } from '../../db/pool.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/keys.ts'
import type { SignedAsk } from '../../http/calls/signedAsk.ts'
import { consentsOf, hostingsEndedBy, insertConsent } from '../consent/consentStore.ts'
import { createRefusing, orRefuse } from './refuseSigned.ts'

interface Deps {
  db: Db
  clock: Pick<Clock, 'nowMs'>
  /** Of the receipts key. */
  signer: Signer
  /** The log's receipts keys, as for `createRefusing`. */
  receiptsKeys: () => Promise<readonly string[]>
  /** The signed note of the log's newest checkpoint. */
  head(): string
}

/**
 * Keeps what owners signed for hosting orders and early exits where orders have theirs, and refuses it by the same statements:
 * the log, its readers and the audit know one kind of refusal.
 */
export function hostingConsents({ head, ...deps }: Deps) {
  const refusing = createRefusing({ ...deps, hosts: true })
  return {
    accept: (tx: Tx, done: { id: string; book: Book; closes: boolean }, ask: SignedAsk) =>
      insertConsent(tx, { ...done, hosts: true }, ask),
    signedFor: consentsOf,
    endedBy: hostingsEndedBy,
    orRefuse: <T>(
      ask: SignedAsk | null,
      work: () => Promise<T>,
      whose: { userId: number; book: Book },
    ): Promise<T> => orRefuse(ask, work, refusing, { ...whose, head }),
    settle: refusing.settle,
  }
}
