import { bytesOfBase64 } from '../base64.ts'
import { hexOf } from '../bytes.ts'
import { hostOf } from '../consent/signInText.ts'
import type { Crypto, OwnerCrypto } from '../crypto.ts'
import { parseAmount } from '../money/money.ts'
import type { KnownOwner } from '../receipts/consentCheck.ts'
import { isSameAddress } from '../wallet/sameAddress.ts'
import { agreementText, type Agreement } from './agreement.ts'
import { detailsHash } from './details.ts'
import { scheduleOf } from './schedule.ts'
import { parseSealed, partsOf, type SealedLoan } from './sealed.ts'
import { isLendable } from './terms.ts'

/** The steps in the order of the report; `owner` appears only when the reader knows whose loan it is, or where. */
export type SealedStep =
  | 'form'
  | 'terms'
  | 'schedule'
  | 'text'
  | 'details'
  | 'drawing'
  | 'signature'
  | 'owner'

export interface SealedVerdict {
  /** `not_proven` when nothing is false, but the file leaves the personal details out. */
  verdict: 'holds' | 'not_proven' | 'broken'
  steps: { name: SealedStep; ok: boolean; unshown?: true }[]
  sealed: SealedLoan | null
}

/** Decides whether a file shows that its borrower signed this agreement. Never throws. */
export function checkSealed(
  given: unknown,
  crypto: Pick<Crypto, 'sha256'> & Pick<OwnerCrypto, 'recoverWallet'>,
  known: KnownOwner = {},
): SealedVerdict {
  const sealed = parseSealed(given)
  if (!sealed) return { verdict: 'broken', steps: [{ name: 'form', ok: false }], sealed }
  const agreement = agreementOf(sealed)
  const { owner, site } = known
  const steps: SealedVerdict['steps'] = [
    { name: 'form', ok: true },
    { name: 'terms', ok: agreement !== null },
    { name: 'schedule', ok: agreement !== null && hasSchedule(sealed, agreement) },
    { name: 'text', ok: agreement !== null && agreementText(agreement) === sealed.text },
    {
      name: 'details',
      ok: hasDetails(sealed, crypto),
      ...(sealed.details === null && { unshown: true }),
    },
    { name: 'drawing', ok: hasDrawing(sealed, crypto) },
    { name: 'signature', ok: isSigned(sealed, crypto) },
    ...(owner === undefined && site === undefined
      ? []
      : [{ name: 'owner', ok: isOf(sealed, known) } as const]),
  ]
  const failed = steps.filter((one) => !one.ok)
  const verdict = failed.some((one) => !one.unshown) ? 'broken' : failed.length > 0 ? 'not_proven' : 'holds'
  return { verdict, steps, sealed }
}

/** The facts behind the text; null when they are not valid terms of a loan. */
function agreementOf({ agreement }: SealedLoan): Agreement | null {
  const amount = parseAmount(agreement.amount)
  return amount !== null && isLendable(amount, agreement.instalments) ? { ...agreement, amount } : null
}

function hasSchedule({ schedule }: SealedLoan, { amount, instalments, writtenAtMs }: Agreement): boolean {
  const due = partsOf(scheduleOf(amount, instalments, writtenAtMs))
  return (
    due.length === schedule.length &&
    due.every((one, i) => {
      const shown = schedule[i]
      return one.number === shown?.number && one.amount === shown.amount && one.due === shown.due
    })
  )
}

function hasDetails({ details, agreement }: SealedLoan, { sha256 }: Pick<Crypto, 'sha256'>): boolean {
  return details !== null && detailsHash(details, details.salt, sha256) === agreement.details
}

/** The first bytes of every PNG (RFC 2083, 3.1). */
const PNG = '89504e470d0a1a0a'

function hasDrawing({ drawing, agreement }: SealedLoan, { sha256 }: Pick<Crypto, 'sha256'>): boolean {
  const bytes = bytesOfBase64(drawing)
  return bytes !== null && hexOf(bytes.subarray(0, 8)) === PNG && hexOf(sha256(bytes)) === agreement.drawing
}

function isSigned(
  { text, signature, wallet, agreement }: SealedLoan,
  { recoverWallet }: Pick<OwnerCrypto, 'recoverWallet'>,
): boolean {
  return recoverWallet(text, signature, wallet) === agreement.borrower
}

function isOf({ agreement }: SealedLoan, { owner, site }: KnownOwner): boolean {
  return (
    isSameAddress(agreement.borrower, owner ?? agreement.borrower) &&
    (site === undefined || hostOf(agreement.site) === site)
  )
}
