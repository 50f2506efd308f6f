import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api.ts'
import { useSession } from '../../session/session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { DirectionSwitch } from '../../ui/DirectionSwitch.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AmountField } from './AmountField.tsx'
import { FormLabel } from './FormLabel.tsx'
import { OrderSums } from './OrderSums.tsx'
import { ReturnRanges } from './ReturnRanges.tsx'
import type { OrderFormState } from './useOrderForm.ts'

/** Everything that is chosen for an order, from duration to amount, and what it would bring. */
export function OrderFields({ state, drawing }: { state: OrderFormState; drawing?: boolean }) {
  const { t } = useTranslation('trade')
  const { book } = useSession()
  const { form, change } = state
  return (
    <>
      <FormLabel aside={book === 1 && <Badge>{t('simulated')}</Badge>}>{t('duration')}</FormLabel>
      <DurationChips value={form.durationId} onChange={(value) => change({ field: 'durationId', value })} />
      <FormLabel>{t('direction')}</FormLabel>
      <DirectionSwitch
        label={t('direction')}
        upLabel={t('up')}
        downLabel={t('down')}
        value={form.direction}
        onChange={(value) => change({ field: 'direction', value })}
      />
      <ReturnRanges state={state} drawing={drawing} />
      <AmountField state={state} />
      <OrderSums state={state} />
    </>
  )
}

/** All durations on one line that scrolls sideways; the chosen one is brought into view. */
function DurationChips({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const { t } = useTranslation('trade')
  const durations = useCall('getLimitTimeType', {})
  const row = useRef<HTMLDivElement>(null)
  const list = durations.data?.list

  useEffect(() => {
    row.current?.querySelector('label:has(:checked)')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [list])

  if (!list) return <Skeleton shape="text" />
  return (
    <div
      ref={row}
      className="-mx-5 [&>div]:flex-nowrap [&>div]:overflow-x-auto md:[&>div]:flex-wrap [&>div]:px-5 [&>div]:py-0.5 [&>div]:[scrollbar-width:none] [&_label]:flex-none"
    >
      <Chips
        label={t('duration')}
        value={value}
        onChange={onChange}
        choices={list.map((one) => ({ value: one.id, label: one.name }))}
      />
    </div>
  )
}
