import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { formatAmount } from '@tickmark/core/money/money'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { FieldAction } from '@tickmark/ui/form/FieldAction.tsx'
import { normaliseDecimal } from '@tickmark/ui/form/digits.ts'
import { afterKey, type PadKey } from '@tickmark/ui/form/keypad.ts'
import { Keypad, takePadKey } from '@tickmark/ui/form/Keypad.tsx'
import { dismissMistake, toast } from '@tickmark/ui/layer/toast.ts'
import type { ProgrammeDay } from '@tickmark/wire/schemas/arbitrage'
import { useState, type ClipboardEvent } from 'react'
import type { Reply } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { termsOf, unitsOf } from '../terms.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'
import { ConfirmHosting } from './ConfirmHosting.tsx'
import { amountOf, hostProblem, mostNow } from './hostForm.ts'
import { PastYield } from './PastYield.tsx'
import { useHosting } from './useHosting.ts'

interface HostFormProps {
  product: Reply<'getMoveInfo'>
  days: readonly ProgrammeDay[]
}

/** The amount with its number pad, what it would have earned in the past, and the confirmation. */
export function HostForm({ product, days }: HostFormProps) {
  const { t } = useTranslation('arbitrage')
  const { usdt } = useArbitrageTexts()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const hosting = useHosting(() => change(''))
  const terms = termsOf(product)
  const limits = { ...terms, money: unitsOf(product.money) }
  const problem = hostProblem(text, limits)
  const sayings = {
    missing: t('toastinfo2'),
    aboveMoney: t('toastinfo3'),
    outside: t('outside', { least: usdt(terms.least), most: usdt(terms.most) }),
  }

  function change(next: string) {
    setText(next)
    setTried(false)
    dismissMistake()
  }

  function paste(event: ClipboardEvent) {
    event.preventDefault()
    const pasted = normaliseDecimal(event.clipboardData.getData('text'), 2)
    if (pasted !== null) change(pasted)
  }

  function ask() {
    setTried(true)
    if (problem !== null) return toast(sayings[problem], { isMistake: true })
    hosting.ask({ amount: amountOf(text), product })
  }

  const onKey = (key: PadKey) => change(afterKey(text, key))
  return (
    <div className="grid gap-4 pt-4">
      <Field
        label={t('amount')}
        look="line"
        dir="ltr"
        value={text}
        readOnly
        inputMode="none"
        placeholder="0"
        autoComplete="off"
        onChange={() => {}}
        onKeyDown={(event) => takePadKey(event, onKey)}
        onPaste={paste}
        suffix="USDT"
        aside={t('available', { sum: usdt(product.money) })}
        error={isTried && problem !== null && sayings[problem]}
        actions={
          <FieldAction onClick={() => change(formatAmount(mostNow(limits, PROGRAMME.unit)))}>
            {t('max')}
          </FieldAction>
        }
      />
      <Keypad label={t('keypad')} pointLabel={t('point')} deleteLabel={t('delete')} onKey={onKey} />
      <PastYield amount={amountOf(text)} upperPpm={terms.upperPpm} days={days} />
      <Button wide onClick={ask} aria-haspopup="dialog">
        {t('hostNow')}
      </Button>
      <ConfirmHosting {...hosting} />
    </div>
  )
}
