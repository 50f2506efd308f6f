import { Button } from '@tickmark/ui/form/Button.tsx'
import { Suspense, lazy, useState } from 'react'
import { Section } from '../../../components/Section.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** Loaded separately: its check needs cryptography. */
const SignedAgreementSheet = lazy(async () => ({
  default: (await import('./SignedAgreementSheet.tsx')).SignedAgreementSheet,
}))

/** The signed agreement: to read, check and save. */
export function SignedAgreement({ id }: { id: string }) {
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
        {wasOpen && <SignedAgreementSheet id={id} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
