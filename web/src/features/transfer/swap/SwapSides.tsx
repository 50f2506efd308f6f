import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount, formatFixed } from '@tickmark/core/money/money'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { MoneyField } from '../../../components/MoneyField.tsx'
import { useFormat } from '../../../format/useFormat.ts'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { CoinButton } from './CoinButton.tsx'
import { CoinSheet } from './CoinSheet.tsx'
import { targetsOf } from './swapForm.ts'
import { useSwapProblemText } from './swapProblemText.ts'
import type { SwapFormState } from './useSwapForm.ts'

/** The two sides of a swap: the amount given, and a preview of the amount received. */
export function SwapSides({ state }: { state: SwapFormState }) {
  const { t } = useTranslation('transfer')
  const [choosing, setChoosing] = useState<'source' | 'target' | null>(null)
  const { form, change, items } = state
  const targets = targetsOf(items, form.source)
  return (
    <div className="pt-5">
      <SourceSide state={state} onChoose={() => setChoosing('source')} />
      <div className="flex items-center gap-3 py-2">
        <i aria-hidden="true" className="h-px flex-1 bg-rule" />
        <IconButton
          icon="swap"
          label={t('swap.turn')}
          onClick={() => change({ field: 'turn' })}
          className="bg-well text-ink-2"
        />
        <i aria-hidden="true" className="h-px flex-1 bg-rule" />
      </div>
      <TargetSide state={state} onChoose={() => setChoosing('target')} />
      <CoinSheet
        title={t('swap.chooseSource')}
        items={items}
        value={form.source}
        open={choosing === 'source'}
        onChoose={(value) => change({ field: 'source', value })}
        onClose={() => setChoosing(null)}
      />
      <CoinSheet
        title={t('swap.chooseTarget')}
        items={targets}
        value={form.target}
        open={choosing === 'target'}
        onChoose={(value) => change({ field: 'target', value })}
        onClose={() => setChoosing(null)}
      />
    </div>
  )
}

interface SideProps {
  state: SwapFormState
  onChoose: () => void
}

function SourceSide({ state, onChoose }: SideProps) {
  const { t } = useTranslation('transfer')
  const problemText = useSwapProblemText()
  const { form, change, available, quote } = state
  const code = codeOf(form.source)
  const wrong = form.amount === '' && !state.tried ? undefined : state.problems[0]

  function take(value: string) {
    change({ field: 'amount', value })
  }

  return (
    <MoneyField
      label={t('swap.give')}
      code={code}
      value={form.amount}
      onChange={take}
      available={available}
      onMax={() => take(formatAmount(available ?? 0n))}
      error={wrong ? problemText(wrong, code) : quote.error?.message}
      choice={<CoinButton code={code} label={t('swap.giveNow', { currency: code })} onPress={onChoose} />}
    />
  )
}

function TargetSide({ state, onChoose }: SideProps) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const { form, sum } = state
  const code = codeOf(form.target)
  const preview = sum ? format.figure(formatFixed(sum.receives, 8), { decimals: 8 }) : '0.00000000'
  return (
    <div className="grid gap-1.5" role="group" aria-label={t('swap.receive')}>
      <p className="text-12 text-ink-2">{t('swap.receive')}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <output
          aria-label={t('swap.preview')}
          aria-live="off"
          className={`min-w-min flex-1 text-24 font-medium tracking-[-0.02em] ${sum ? '' : 'text-ink-3'}`}
        >
          <bdi dir="ltr">{preview}</bdi>
        </output>
        <CoinButton code={code} label={t('swap.receiveNow', { currency: code })} onPress={onChoose} />
      </div>
    </div>
  )
}

function codeOf(id: number): string {
  return currencyById(id)?.code ?? ''
}
