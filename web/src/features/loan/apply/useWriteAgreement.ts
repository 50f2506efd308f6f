import { CallFailed } from '@tickmark/client/callFailed.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useState } from 'react'
import { call, refresh } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { sessionNow } from '../../../session/session.ts'
import type { Person } from '../agreement/SignedPerson.tsx'
import { storedPicture } from '../agreement/storedPicture.ts'
import { misfitOf, type Typed, type WrittenAgreement } from '../agreement/written.ts'
import { amountOf, type LoanPlace } from './loanForm.ts'
import type { LoanFormState } from './useLoanForm.ts'

/** The specification's loading time before the agreement, in ms. */
const LOADING_MS = 1_500

/** The form field that a refusal belongs to. */
const PLACES: Readonly<Record<string, LoanPlace>> = {
  loan_name_invalid: 'name',
  loan_phone_invalid: 'phone',
  loan_address_invalid: 'homeAddress',
  loan_id_number_invalid: 'idNumber',
  loan_amount_invalid: 'amount',
  loan_amount_outside: 'amount',
  loan_instalments_invalid: 'instalments',
}

/** An agreement that states what was typed, and the person it names. */
export interface ReadAgreement {
  written: WrittenAgreement
  person: Person
}

/** Has the server write the agreement for the saved draft; a refusal shows in a toast and beside its field. */
export function useWriteAgreement(state: LoanFormState) {
  const { t } = useTranslation('loans')
  const [busy, setBusy] = useState(false)

  /** The agreement if it states what was typed; otherwise null, with a toast. */
  async function write(): Promise<ReadAgreement | null> {
    setBusy(true)
    const [read] = await Promise.all([ask(), passed(LOADING_MS)])
    setBusy(false)
    if (!('message' in read)) return read
    const { place, message } = read
    if (place) state.setRefusal({ place, message })
    toast(message, { tone: 'wrong' })
    return null
  }

  /** The agreement, or the failure and its field. */
  async function ask(): Promise<ReadAgreement | { message: string; place?: LoanPlace | undefined }> {
    if (!(await state.saveNow())) return { message: t('save.unsaved') }
    try {
      const { named, salt, ...written } = await call('writeLoanAgreement', {}, { quiet: true })
      const [front, back] = await Promise.all(
        [state.front, state.back].map(({ picture }) => storedPicture(picture?.url ?? '')),
      )
      if (!front || !back) return { message: t('otherDetails') }
      const typed = typedIn(state, { front: front.sha256, back: back.sha256 })
      const misfit = misfitOf({ ...written, named, salt }, typed)
      if (misfit) return { message: t(misfit) }
      return { written, person: { details: named, front: front.blob, back: back.blob } }
    } catch (failure) {
      if (!(failure instanceof CallFailed)) return { message: (failure as Error).message }
      const { code, message } = failure
      const place = code === 'loan_picture_missing' ? missingPhoto(state) : PLACES[code]
      // Otherwise something forbids applying at all.
      if (!place) refresh('getLoanDraft')
      return { message, place }
    }
  }

  return { busy, write }
}

/** What an agreement for this form must state, here and now. */
function typedIn({ form, keptId }: LoanFormState, photos: Pick<Typed, 'front' | 'back'>): Typed {
  const { name, phone, homeAddress: address, idNumber } = form
  return {
    ...photos,
    details: { name, phone, address, idNumber: idNumber === '' ? keptId : idNumber },
    isIdMasked: idNumber === '',
    amount: amountOf(form) ?? 0n,
    instalments: Number(form.instalments),
    borrower: sessionNow().address ?? '',
    site: location.origin,
    nowMs: serverNow(),
    deviceMs: Date.now(),
  }
}

function missingPhoto({ front }: LoanFormState): 'front' | 'back' {
  return front.picture === null ? 'front' : 'back'
}

function passed(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
