import { dismissMistake } from '@tickmark/ui/layer/toast.ts'
import { useEffect, useState } from 'react'
import type { Reply } from '../../../api/api.ts'
import { useSession } from '../../../session/session.ts'
import { useStore } from '@tickmark/client/observable.ts'
import { withoutPoint } from '@tickmark/ui/form/digits.ts'
import { draftSaverOf, type DraftFields } from './drafts.ts'
import { EMPTY, problems, reduce, type LoanForm, type LoanPlace } from './loanForm.ts'
import { useIdPhoto } from './useIdPhoto.ts'

export type Draft = Reply<'getLoanDraft'>['draft']

/** The form with its photos, saved on the server while the user fills it in. */
export function useLoanForm(draft: Draft) {
  const { address } = useSession()
  const saver = draftSaverOf(address ?? '')
  const saveState = useStore(saver.state)
  const [form, setForm] = useState(() => startForm(draft, saver.unsaved()))
  const [tried, setTried] = useState(false)
  /** The server's refusal, until that field changes. */
  const [refusal, setRefusal] = useState<{ place: LoanPlace; message: string } | null>(null)
  /** The stored ID number, masked; empty once the user typed another one. */
  const [keptId, setKeptId] = useState(form.idNumber === '' ? (draft?.idNumber ?? '') : '')

  function touch(places: readonly string[]) {
    dismissMistake()
    setRefusal((now) => (now && places.includes(now.place) ? null : now))
  }

  function change(fields: Partial<LoanForm>) {
    touch(Object.keys(fields))
    const next = reduce(form, fields)
    setForm(next)
    if (next.idNumber !== '') setKeptId('')
    const changed = Object.entries(next).filter(([place, text]) => form[place as keyof LoanForm] !== text)
    if (changed.length > 0) saver.put({ ...Object.fromEntries(changed), ...plainAmount(fields) })
  }

  function changePhoto(fields: Partial<Pick<DraftFields, 'front' | 'back'>>) {
    touch(Object.keys(fields))
    saver.put(fields)
    void saver.flush()
  }

  const front = useIdPhoto('front', draft?.front ?? null, (id) => changePhoto({ front: id }))
  const back = useIdPhoto('back', draft?.back ?? null, (id) => changePhoto({ back: id }))
  const facts = {
    hasIdNumber: keptId !== '',
    hasFront: front.picture !== null,
    hasBack: back.picture !== null,
  }
  useEffect(() => {
    // Leaving the screen saves without waiting for the pause.
    return () => void saver.flush()
  }, [saver])

  return {
    form,
    change,
    front,
    back,
    keptId,
    faults: problems(form, facts),
    tried,
    setTried,
    refusal,
    setRefusal,
    saveState,
    saveNow: saver.flush,
  }
}

export type LoanFormState = ReturnType<typeof useLoanForm>

/** A typed amount without a trailing point. */
function plainAmount({ amount }: Partial<LoanForm>): { amount?: string } {
  return amount === undefined ? {} : { amount: withoutPoint(amount) }
}

/** The draft's text, overridden by unsaved changes. */
function startForm(draft: Draft, unsaved: Partial<DraftFields>): LoanForm {
  const { name = '', phone = '', homeAddress = '', amount = '', instalments = '' } = draft ?? {}
  const { front: _front, back: _back, ...text } = unsaved
  return reduce(EMPTY, { name, phone, homeAddress, amount, instalments, ...text })
}
