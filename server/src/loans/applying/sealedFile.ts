import { type SealedLoan, sealLoan } from '@tickmark/core/loans/sealed'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import { agreementOf, detailsOf } from '../application.ts'
import { picturesOf } from '../pictures/pictureStore.ts'
import type { LoanDeps } from '../ports.ts'
import { openDetails, openPicture, ownLook } from '../records.ts'
import { findOwn, recordOf } from '../store.ts'

/**
 * The sealed agreement of one's own application, with the owner's details. Refuses `loan_unknown`, also for somebody else's
 * application and for one whose details were deleted.
 */
export function sealedFile(
  { db, vault }: Pick<LoanDeps, 'db' | 'vault'>,
  { userId, id, nowMs }: { userId: number; id: string; nowMs: number },
): Promise<SealedLoan> {
  return transact(db, async (tx) => {
    const own = await findOwn(tx, userId, id)
    const record = own && (await recordOf(tx, id))
    const drawn = own && (await picturesOf(tx, id)).find(({ purpose }) => purpose === 'signature')
    const look = ownLook({ userId, nowMs })
    const drawing = drawn && (await openPicture(tx, vault, drawn.id, look))
    if (!record || !drawing) throw new Refused('loan_unknown')
    const typed = await openDetails(tx, vault, { userId, record }, look)
    return sealLoan(agreementOf(own), {
      wallet: own.wallet,
      signature: own.signature,
      drawing: drawing.toString('base64'),
      details: { salt: typed.salt, ...detailsOf(typed) },
    })
  })
}
