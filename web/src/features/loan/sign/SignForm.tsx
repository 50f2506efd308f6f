import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { dismissMistake, toast } from '@tickmark/ui/layer/toast.ts'
import { useReducer } from 'react'
import { useFormat } from '../../../format/useFormat.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { back, go } from '../../../navigation/navigate.ts'
import { SignedText } from '../agreement/SignedText.tsx'
import type { WrittenAgreement } from '../agreement/written.ts'
import type { SavedApplication } from '../agreement/application.ts'
import { BLANK, isBlank, reduceDrawing, type DrawingChange } from './drawing.ts'
import { SignaturePad } from './SignaturePad.tsx'
import { useSignLoan } from './useSignLoan.ts'

interface SignFormProps {
  saved: SavedApplication
  written: WrittenAgreement
}

/** The pad with its buttons, a name field as an alternative, and the text for the wallet to sign. */
export function SignForm({ saved, written }: SignFormProps) {
  const { t } = useTranslation('loans')
  const format = useFormat()
  const [drawing, change] = useReducer(reduceDrawing, BLANK)
  const { stage, submit, text, refused } = useSignLoan(saved, written)
  const isBusy = stage !== 'idle'

  function draw(one: DrawingChange) {
    dismissMistake()
    change(one)
  }

  function press() {
    if (isBlank(drawing)) return toast(t('sign.completeFirst'), { tone: 'wrong', isMistake: true })
    void submit(drawing)
  }

  if (refused !== null) return <Refused why={refused} />
  return (
    <div className="grid gap-4">
      <p className="hidden items-center gap-2 text-13 text-ink-2 portrait:pointer-coarse:flex">
        <Icon name="refresh" size={18} />
        {t('sign.rotate')}
      </p>
      <SignaturePad drawing={drawing} onChange={draw} disabled={isBusy} />
      <div className="flex flex-wrap gap-2">
        <Button busy={isBusy} onClick={press} size="medium" className="min-w-[8rem] flex-1">
          {t('sign.submit')}
        </Button>
        <Button tone="quiet" size="medium" disabled={isBusy} onClick={() => draw({ kind: 'clear' })}>
          {t('sign.clear')}
        </Button>
        <Button tone="plain" size="medium" disabled={isBusy} onClick={() => back(hrefTo.loan())}>
          {t('sign.cancel')}
        </Button>
      </div>
      <p role="status" className="min-h-5 text-13 text-ink-2">
        {stage === 'idle'
          ? t('sign.before', { time: format.dateTime(written.signBefore) })
          : t(`sign.stage.${stage}`)}
      </p>
      <Field
        label={t('sign.type')}
        value={drawing.name}
        onChange={(name) => draw({ kind: 'type', name })}
        hint={t('sign.typeHint')}
        autoComplete="name"
        dir="auto"
        maxLength={60}
        disabled={isBusy}
      />
      <SignedText text={text} />
    </div>
  )
}

/** The application was refused; the draft still has what was typed. */
function Refused({ why }: { why: string }) {
  const { t } = useTranslation('loans')
  return (
    <div className="grid justify-items-center pb-4">
      <div className="w-full">
        <Failed title={t('sign.refused')} detail={`${why} ${t('sign.kept')}`} />
      </div>
      <Button size="medium" onClick={() => go(hrefTo.loan())}>
        {t('sign.toForm')}
      </Button>
    </div>
  )
}
