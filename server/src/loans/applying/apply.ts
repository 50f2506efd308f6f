import { assert } from '@tickmark/core/assert'
import { kindOf, type WalletType } from '@tickmark/chainkit/addresses'
import { messageHash, recoverAddress } from '@tickmark/chainkit/signatures'
import { type Agreement, agreementText } from '@tickmark/core/loans/agreement'
import { accept } from '@tickmark/core/decision'
import { LOAN } from '@tickmark/core/loans/terms'
import type { Amount } from '@tickmark/core/money/money'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import { once } from '../../ledger/idempotency.ts'
import { requestHash } from '../../ledger/post.ts'
import type {} from '../events.ts'
import { bindPictures, findFree } from '../pictures/pictureStore.ts'
import type { LoanDeps } from '../ports.ts'
import { insertApplication, lockApplicant } from '../store.ts'
import { deleteDrafted, findUnsigned } from './draftStore.ts'
import { type Applicant, refuseBlocked } from './whatBlocks.ts'

export interface SignedApplication {
  application: string
  /** The drawn signature's picture. */
  drawing: string
  /** The wallet's signature over the agreement's text, as 0x-hexadecimal. */
  signature: string
  walletType: WalletType
  /** Idempotency key, a UUID. */
  key: string
}

/**
 * Submits a signed agreement, once per key; returns the amount. The server's own terms apply: the page sends none. Refuses what
 * blocks the user from applying, `agreement_expired` (also when there is no agreement), `file_unknown`, and
 * `agreement_signature_wrong` (also for a contract wallet's signature).
 */
export async function apply(
  deps: LoanDeps,
  applicant: Applicant,
  signed: SignedApplication,
): Promise<Amount> {
  const { userId, nowMs } = applicant
  const { application, drawing, key } = signed
  const signature = signed.signature.toLowerCase()
  const fingerprint = requestHash(JSON.stringify(['loan', application, drawing, signature]))
  const keyed = { userId, route: 'loanApply', key, fingerprint, nowMs }
  const done = await transact(deps.db, (tx) =>
    once<{ code: 'key_reused' }>(tx, keyed, async () =>
      accept(String(await submit(tx, deps, applicant, { ...signed, signature }))),
    ),
  )
  if (!done.ok) throw new Refused(done.refusal.code)
  return BigInt(done.value.answer)
}

async function submit(
  tx: Tx,
  deps: LoanDeps,
  applicant: Applicant,
  { application, drawing, signature, walletType }: Omit<SignedApplication, 'key'>,
): Promise<Amount> {
  const { userId, nowMs } = applicant
  await lockApplicant(tx, userId)
  await refuseBlocked(deps, tx, applicant)
  const unsigned = await findUnsigned(tx, userId, application)
  if (!unsigned || nowMs >= unsigned.writtenAtMs + LOAN.agreementLifeMs) {
    throw new Refused('agreement_expired')
  }
  const drawn = await findFree(tx, userId, drawing)
  if (drawn?.purpose !== 'signature') throw new Refused('file_unknown')
  const { frontId, backId, record, ...facts } = unsigned
  const agreement: Agreement = { ...facts, drawing: drawn.sha256 }
  const wallet = kindOf(walletType)
  const signer = recoverAddress(messageHash(agreementText(agreement), wallet), signature, wallet)
  if (signer !== agreement.borrower) throw new Refused('agreement_signature_wrong')
  await insertApplication(tx, { ...agreement, userId, wallet, signature, submittedAtMs: nowMs, record })
  assert(frontId !== backId, 'the two photos have two purposes')
  const pictures = [frontId, backId, drawn.id]
  if (!(await bindPictures(tx, pictures, application))) throw new Refused('file_unknown')
  await deleteDrafted(tx, userId)
  await deps.events.emit(tx, 'loan_submitted', {
    userId,
    id: application,
    amount: agreement.amount,
    atMs: nowMs,
  })
  return agreement.amount
}
