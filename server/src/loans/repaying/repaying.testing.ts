import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { CONSENT_LIFE_MS, NO_HEAD } from '@tickmark/core/consent/consentText'
import { ORIGIN, testOwner } from '@tickmark/core/consent/owner.testing'
import { repaymentOf } from '@tickmark/core/loans/collecting'
import {
  repaymentTermsOf,
  repaymentText,
  type RepaymentConsent,
} from '@tickmark/core/consent/repaymentConsent'
import { formatAmount } from '@tickmark/core/money/money'
import { keyOf } from '../../accounts/sessionKeys.ts'
import { insertDelegation } from '../../accounts/sessionStore.ts'
import { transact } from '../../db/transact.ts'
import type { CallContext } from '../../http/calls/context.ts'
import { answersOf, type Application, type House, type LendingFixture } from '../lending/lending.testing.ts'
import { runningOf } from '../lending/loan.ts'
import { ownLoan } from '../lending/store.ts'

/** A new session of a borrower, with a key that signs. */
export async function signingSession(lending: LendingFixture, { id, userId }: Application) {
  const { clock, database } = lending.house
  const { delegation, session, sign } = testOwner(lending.walletOf(userId), clock.nowMs())
  const key = keyOf(delegation)
  await transact(database.db, (tx) => insertDelegation(tx, session, delegation))
  let nonce = 0
  const frame = () => {
    const at = clock.nowMs()
    nonce = Math.max(at, nonce + 1)
    return { origin: ORIGIN, session, nonce, at, expires: at + CONSENT_LIFE_MS, head: NO_HEAD }
  }
  const context = (): CallContext => {
    const ask = lending.ask(userId)
    const own = { id: session, address: delegation.address, walletType: 1, practice: false } as const
    const times = { createdAtMs: clock.nowMs(), expiresAtMs: clock.nowMs() + 3_600_000 }
    return { ...ask, session: { ...own, ...times, user: ask.user, transport: 'cookie', key } }
  }
  return {
    session,
    delegation,
    context,
    /** Signs a repayment of so many instalments, as they stand now. */
    async signs(instalments: number, change: Partial<RepaymentConsent> = {}): Promise<SignedConsent> {
      const loan = await ownLoan(database.db, userId, id)
      const payments = loan ? repaymentOf(runningOf(loan), instalments) : []
      return sign(repaymentText({ ...frame(), ...repaymentTermsOf(id, payments), ...change }))
    },
    repay(
      instalments: number,
      owed: bigint,
      consent?: SignedConsent,
      { ask = context(), by = lending.house }: { ask?: CallContext; by?: House } = {},
    ) {
      const given = { applyId: id, instalments, owed: formatAmount(owed), ...(consent && { consent }) }
      return answersOf(by).repayLoan(given, ask)
    },
  }
}
