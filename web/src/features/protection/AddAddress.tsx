import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call } from '../../api/api.ts'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { keepInTab, keptInTab } from '@tickmark/client/storage.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { PasteAction } from '@tickmark/ui/form/PasteAction.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { dismissMistake, toast } from '@tickmark/ui/layer/toast.ts'
import { draftOf, initial, problemOf, reduce, type AddressForm } from './addressForm.ts'

const DRAFT = 'tickmark.address'

interface AddAddressProps {
  open: boolean
  onClose: () => void
}

/** Adds an address to the address book. */
export function AddAddress({ open, onClose }: AddAddressProps) {
  const { t } = useTranslation('wallet')
  const [form, setForm] = useState(() => initial(draftOf(keptInTab(DRAFT))))
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => keepInTab(DRAFT, form.address === '' && form.label === '' ? null : form), [form])

  function change(part: Partial<AddressForm>) {
    dismissMistake()
    // A paste arrives asynchronously: keep what was typed meanwhile.
    setForm((now) => reduce(now, part))
    if (part.address !== undefined) setError(null)
  }

  async function add() {
    if (busy) return
    const problem = problemOf(form)
    if (problem) {
      const text = t(`protection.addressProblem.${problem}`)
      setError(text)
      return toast(text, { tone: 'wrong', isMistake: true })
    }
    setBusy(true)
    try {
      await call('addAddress', { destination: form.address, label: form.label.trim() })
      toast(t('protection.added'), { tone: 'good' })
      setForm(initial())
      setError(null)
      onClose()
    } catch (failure) {
      // The toast has shown the reason; it also stays beside the field.
      setError(failure instanceof CallFailed ? failure.message : null)
    }
    setBusy(false)
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('protection.addAddress')}
      footer={
        <Button wide busy={busy} onClick={() => void add()}>
          {t('protection.add')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">{t('protection.addNote')}</p>
        <Field
          label={t('transfer:send.address')}
          value={form.address}
          onChange={(address) => change({ address })}
          error={error}
          mono
          autoComplete="off"
          actions={<PasteAction onPaste={(address) => change({ address })} />}
        />
        <Field
          label={t('protection.label')}
          value={form.label}
          onChange={(label) => change({ label })}
          autoComplete="off"
          hint={t('protection.labelHint')}
        />
      </div>
    </Sheet>
  )
}
