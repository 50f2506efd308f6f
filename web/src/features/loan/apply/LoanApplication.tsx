import { Button } from '@tickmark/ui/form/Button.tsx'
import { Caution } from '@tickmark/ui/text/Caution.tsx'
import { dismissMistake, toast } from '@tickmark/ui/layer/toast.ts'
import { useRef, useState, type RefObject } from 'react'
import type { Reply } from '../../../api/api.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { AgreementSheet } from '../agreement/AgreementSheet.tsx'
import { Blocked } from './Blocked.tsx'
import { IdPhotoField } from './IdPhotoField.tsx'
import { LoanFields, useRange } from './LoanFields.tsx'
import type { LoanPlace } from './loanForm.ts'
import { useLoanForm, type LoanFormState } from './useLoanForm.ts'
import { useWriteAgreement, type ReadAgreement } from './useWriteAgreement.ts'

interface LoanApplicationProps {
  /** The form's initial values. */
  start: Reply<'getLoanDraft'>
  /** The newest answer: when the draft expires, and new reasons against applying; typed text stays. */
  now: Reply<'getLoanDraft'>
}

/** The form, then the loan's cost and agreement. */
export function LoanApplication({ start, now }: LoanApplicationProps) {
  const { blocked } = now
  const { t } = useTranslation('loans')
  const state = useLoanForm(start.draft)
  const form = useRef<HTMLFormElement>(null)
  const range = useRange()
  const { busy, write } = useWriteAgreement(state)
  const [read, setRead] = useState<ReadAgreement | null>(null)
  const [open, setOpen] = useState(false)

  async function goOn() {
    if (busy) return
    state.setTried(true)
    const [first] = state.faults
    if (first) {
      // A photo that is still uploading is not missing.
      const isLeaving = state.faults.every(({ place }) => isPhoto(place) && state[place].isBusy)
      toast(t(isLeaving ? 'photo.wait' : first.problem, range), { tone: 'wrong', isMistake: true })
      return focusOn(form, first.place)
    }
    const agreement = await write()
    if (!agreement) return
    dismissMistake()
    setRead(agreement)
    setOpen(true)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void goOn()
      }}
      className="grid gap-5 pt-2"
    >
      {blocked && <Blocked blocked={blocked} />}
      {start.draft?.asked && <Caution>{t('asked', { reason: start.draft.asked })}</Caution>}
      <p className="text-13 text-ink-2">{t('intro')}</p>
      <LoanFields state={state} />
      <IdPhotoField photo={state.front} error={photoError(state, 'front', t)} />
      <IdPhotoField photo={state.back} error={photoError(state, 'back', t)} />
      <SaveLine state={state} until={now.draft?.until ?? null} />
      <div className="grid gap-2">
        <Button type="submit" wide busy={busy} disabled={blocked !== null} aria-haspopup="dialog">
          {t('goOn')}
        </Button>
        <p role="status" className="min-h-5 text-center text-12 text-ink-2">
          {busy && t('writing')}
        </p>
      </div>
      {read && (
        <AgreementSheet
          key={read.written.application}
          {...read}
          reviewer={start.reviewer}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </form>
  )
}

/** Where the typed data is stored, and until when. Only failures are announced to screen readers. */
function SaveLine({ state, until }: { state: LoanFormState; until: number | null }) {
  const { t } = useTranslation('loans')
  const format = useFormat()
  const { saveState } = state
  const kept = until === null ? t('save.saved') : t('save.until', { time: format.dateTime(until) })
  return (
    <>
      <p className="text-12 text-ink-2">{saveState === 'saving' ? t('save.saving') : kept}</p>
      <p role="alert" className={saveState === 'unsaved' ? 'text-12 font-medium text-wrong' : 'hidden'}>
        {saveState === 'unsaved' && t('save.unsaved')}
      </p>
    </>
  )
}

function isPhoto(place: LoanPlace): place is 'front' | 'back' {
  return place === 'front' || place === 'back'
}

function photoError(
  { tried, faults, refusal, ...photos }: LoanFormState,
  side: 'front' | 'back',
  t: ReturnType<typeof useTranslation<'loans'>>['t'],
): string | undefined {
  if (refusal?.place === side) return refusal.message
  const fault = faults.find(({ place }) => place === side)
  const isMissing = tried && fault && !photos[side].isBusy && photos[side].problem === ''
  return isMissing ? t(fault.problem) : undefined
}

function focusOn(form: RefObject<HTMLFormElement | null>, place: LoanPlace): void {
  form.current
    ?.querySelector<HTMLElement>(`[data-place="${place}"] :is(button, input:not([type=file]))`)
    ?.focus()
}
