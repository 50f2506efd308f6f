import { parseAmount } from '@tickmark/core/money/money'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { DRAWING_KEY, LOAN_KEY } from '@tickmark/wire/legacy/storageKeys'
import * as z from 'zod/mini'
import { sessionNow } from '../../../session/session.ts'
import { keep, keepInTab, keptInTab, keptJson } from '@tickmark/client/storage.ts'
import type { WrittenAgreement } from './written.ts'

/** Stored on this device until the application is answered; contains no personal details and no photo. */
const saved = z.object({
  application: z.string(),
  amount: z.string(),
  instalments: z.int(),
  /** Address of the drawn signature, once it is uploaded. */
  sign_img: z.optional(z.string()),
})
export type SavedApplication = z.output<typeof saved>

const written = z.object({
  application: z.string(),
  site: z.string(),
  borrower: z.string(),
  amount: z.string(),
  instalments: z.int(),
  writtenAt: z.int(),
  details: z.string(),
  front: z.string(),
  back: z.string(),
  signBefore: z.int(),
}) satisfies z.ZodMiniType<WrittenAgreement>

/** Where this tab keeps the agreement that the user has read. */
const AGREEMENT_KEY = 'tickmark.loan.agreement'

/** Keeps the agreement that the borrower agreed to, for the page where he signs it. */
export function keepApplication(agreement: WrittenAgreement): void {
  const { application, amount, instalments } = agreement
  keepSaved({ application, amount, instalments })
  keep(DRAWING_KEY, null)
  // The schema drops other properties, such as personal details.
  keepInTab(AGREEMENT_KEY, z.parse(written, agreement))
}

/** The application on this device that waits for a signature; null when there is none. */
export function savedApplication(): SavedApplication | null {
  const parsed = z.safeParse(saved, keptJson(LOAN_KEY))
  return parsed.success && parseAmount(parsed.data.amount) !== null ? parsed.data : null
}

/** The agreement of the application, if the current user has read it in this tab. */
export function agreementOf({ application }: SavedApplication): WrittenAgreement | null {
  const parsed = z.safeParse(written, keptInTab(AGREEMENT_KEY))
  if (!parsed.success || parsed.data.application !== application) return null
  return isSameAddress(parsed.data.borrower, sessionNow().address ?? '') ? parsed.data : null
}

/** Keeps the address of the drawn signature with the application. */
export function keepDrawing(application: SavedApplication, url: string): void {
  keepSaved({ ...application, sign_img: url })
  keep(DRAWING_KEY, url)
}

/** Deletes the application after its answer. */
export function dropApplication(): void {
  keep(LOAN_KEY, null)
  keep(DRAWING_KEY, null)
  keepInTab(AGREEMENT_KEY, null)
}

function keepSaved(application: SavedApplication): void {
  keep(LOAN_KEY, JSON.stringify(application))
}
