import { productById } from '@tickmark/core/market/products'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { priceText, shareText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { type AlertProblem, PERCENT_DECIMALS } from './alertForm.ts'
import { AlertRow } from './AlertRow.tsx'
import { useLevelPrice } from './levelText.ts'
import { type AlertFormState, useAlertForm } from './useAlertForm.ts'

interface AlertSheetProps {
  pid: number
  open: boolean
  onClose: () => void
}

/** Sets a coin's price alert and lists the existing ones. */
export function AlertSheet({ pid, open, onClose }: AlertSheetProps) {
  const { t } = useTranslation('alerts')
  const state = useAlertForm(pid)
  const coin = productById(pid)?.symbol ?? ''

  async function set() {
    if (await state.send()) toast(t('done', { coin }), { tone: 'good' })
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('sheetTitle', { coin })}
      footer={
        <Button wide busy={state.busy} onClick={() => void set()}>
          {t('set')}
        </Button>
      }
    >
      <AlertFields state={state} pid={pid} />
      <Existing state={state} />
    </Sheet>
  )
}

function AlertFields({ state, pid }: { state: AlertFormState; pid: number }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const problemText = useProblemText()
  const { form, change, price, problem } = state
  const isPercent = form.kind === 'percent'
  return (
    <div className="grid gap-4">
      <Segment
        label={t('kind')}
        value={form.kind}
        onChange={(value) => change({ field: 'kind', value })}
        choices={[
          { value: 'price', label: t('kindPrice') },
          { value: 'percent', label: t('kindPercent') },
        ]}
      />
      {isPercent && (
        <Segment
          label={t('way')}
          value={form.way}
          onChange={(value) => change({ field: 'way', value })}
          choices={[
            { value: 'rise', label: t('rise') },
            { value: 'fall', label: t('fall') },
          ]}
        />
      )}
      <NumericField
        label={isPercent ? t('percentField') : t('priceField')}
        value={form.value}
        onChange={(value) => change({ field: 'value', value })}
        decimals={isPercent ? PERCENT_DECIMALS : 8}
        placeholder="0"
        suffix={isPercent ? '%' : 'USDT'}
        aside={price !== null && t('now', { price: ltr(priceText(format, pid, price)) })}
        hint={<Meaning state={state} pid={pid} />}
        error={problem && problemText(problem)}
      />
    </div>
  )
}

/** Describes the alert that would be set. */
function Meaning({ state: { sum, price, problem }, pid }: { state: AlertFormState; pid: number }) {
  const { t } = useTranslation('alerts')
  const levelPrice = useLevelPrice()
  if (problem) return null
  const coin = productById(pid)?.symbol ?? ''
  if (!sum) return price === null ? t('noPrice') : t('how')
  const away = ltr(shareText(sum.awayPpm, sum.awayPpm < 10_000 ? 2 : 1))
  return t(`meaning.${sum.side}`, { coin, price: levelPrice(pid, sum.level, sum.side), away })
}

function Existing({ state: { alerts, mine } }: { state: AlertFormState }) {
  const { t } = useTranslation('alerts')
  if (alerts.isError && !alerts.data) return <FailedCall title={t('failed')} call={alerts} />
  const waiting = mine.filter((one) => one.firedAt === null)
  if (waiting.length === 0) return null
  return (
    <section className="pt-6">
      <h3 className="text-13 font-medium text-ink-2">{t('waiting')}</h3>
      <ul>
        {waiting.map((one) => (
          <li key={one.id}>
            <AlertRow alert={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useProblemText(): (problem: AlertProblem) => string {
  const { t } = useTranslation('alerts')
  return (problem) => {
    switch (problem.code) {
      case 'value_missing':
        return t('problem.missing')
      case 'value_invalid':
        return t('problem.invalid')
      case 'percent_out_of_range':
        return t('problem.outOfRange')
      case 'reached':
        return t('problem.reached')
      case 'full':
        return t('problem.full', { most: problem.most })
    }
  }
}
