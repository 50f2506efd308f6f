import { Button } from '@tickmark/ui/form/Button.tsx'
import { Suspense, lazy, useState } from 'react'
import { Section } from '../../../components/Section.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** Loaded separately: its check needs cryptography. */
const AgreementSheet = lazy(async () => ({
  default: (await import('./AgreementSheet.tsx')).AgreementSheet,
}))

/** The signed agreement: to read, check and save. */
export function Agreement({ id }: { id: string }) {
  const { t } = useTranslation('loanList')
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)

  function look() {
    setWasOpen(true)
    setOpen(true)
  }

  return (
    <div className="pt-6">
      <Section title={t('agreement.title')} note={t('agreement.note')}>
        <Button
          tone="quiet"
          size="medium"
          icon="receipt"
          className="mt-2"
          onClick={look}
          aria-haspopup="dialog"
        >
          {t('agreement.look')}
        </Button>
      </Section>
      <Suspense fallback={null}>
        {wasOpen && <AgreementSheet id={id} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
