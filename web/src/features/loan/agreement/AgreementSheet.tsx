import { Button } from '@tickmark/ui/form/Button.tsx'
import { CheckRow } from '@tickmark/ui/form/CheckRow.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { useState } from 'react'
import type { Reply } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { keepApplication } from './application.ts'
import { AgreementWords } from './AgreementWords.tsx'
import { SignedPerson, type Person } from './SignedPerson.tsx'
import { CostCard } from './CostCard.tsx'
import type { WrittenAgreement } from './written.ts'

interface AgreementSheetProps {
  written: WrittenAgreement
  person: Person
  reviewer: Reply<'getLoanDraft'>['reviewer']
  open: boolean
  onClose: () => void
}

/** The loan's cost, then its agreement. Agreeing unlocks the signing step. */
export function AgreementSheet({ written, person, reviewer, open, onClose }: AgreementSheetProps) {
  const { t } = useTranslation('loans')
  const [agreed, setAgreed] = useState(false)

  function sign() {
    keepApplication(written)
    go(hrefTo.loanSign())
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('agreement.title')}
      isText
      footer={
        <div className="grid gap-2">
          <CheckRow label={t('agreement.agree')} checked={agreed} onChange={setAgreed} />
          <Button wide disabled={!agreed} onClick={sign}>
            {t('agreement.goSign')}
          </Button>
        </div>
      }
    >
      <CostCard written={written} reviewer={reviewer} />
      <SignedPerson person={person} />
      <AgreementWords written={written} />
    </Sheet>
  )
}
