import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall, type Reply } from '../../../api/api.ts'
import { useIsSimulated } from '../../../session/useIsSimulated.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Chips } from '@tickmark/ui/form/Chips.tsx'
import { DirectionSwitch } from '@tickmark/ui/form/DirectionSwitch.tsx'
import { AmountField } from './AmountField.tsx'
import { FormLabel } from './FormLabel.tsx'
import { OrderSums } from './OrderSums.tsx'
import { ReturnRanges } from './ReturnRanges.tsx'
import type { OrderFormState } from './useOrderForm.ts'

interface PartProps {
  state: OrderFormState
}

/** All fields of an order, from duration to amount, and its possible return. */
export function OrderFields({ state }: PartProps) {
  return (
    <>
      <DurationChoice state={state} />
      <DirectionChoice state={state} />
      <ReturnRanges state={state} />
      <AmountField state={state} />
      <OrderSums state={state} />
    </>
  )
}

export function DirectionChoice({ state: { form, change } }: PartProps) {
  const { t } = useTranslation('trade')
  return (
    <>
      <FormLabel>{t('direction')}</FormLabel>
      <DirectionSwitch
        label={t('direction')}
        upLabel={t('up')}
        downLabel={t('down')}
        value={form.direction}
        onChange={(value) => change({ field: 'direction', value })}
      />
    </>
  )
}

/** All durations, with the simulated account's badge. */
export function DurationChoice({ state: { form, change } }: PartProps) {
  const { t } = useTranslation('trade')
  const isSimulated = useIsSimulated()
  const { data } = useCall('getLimitTimeType', {})
  return (
    <>
      <FormLabel aside={isSimulated && <Badge>{t('home:simulated')}</Badge>}>{t('duration')}</FormLabel>
      {data ? (
        <DurationRow
          list={data.list}
          value={form.durationId}
          onChange={(value) => change({ field: 'durationId', value })}
        />
      ) : (
        <div className="breathe h-12 rounded-2 bg-well" />
      )}
    </>
  )
}

interface DurationRowProps {
  list: Reply<'getLimitTimeType'>['list']
  value: number
  onChange: (id: number) => void
}

/**
 * On a phone, one row that scrolls sideways to the chosen duration, with five in view and the edge of the sixth;
 * otherwise one row if there is room, else even rows.
 */
function DurationRow({ list, value, onChange }: DurationRowProps) {
  const { t } = useTranslation('trade')
  const row = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Scrolls only the row: `scrollIntoView` would also scroll the page, and hide coin and price in a low window.
    const [group, chosen] = [
      row.current?.firstElementChild,
      row.current?.querySelector('label:has(:checked)'),
    ]
    if (!group || !chosen) return
    const [frame, box] = [group.getBoundingClientRect(), chosen.getBoundingClientRect()]
    if (box.right > frame.right) group.scrollLeft += box.right - frame.right
    if (box.left < frame.left) group.scrollLeft += box.left - frame.left
  }, [])

  return (
    <div
      ref={row}
      className="lg:[&_label]:basis-0! max-md:-mx-5 max-md:[&_label]:min-w-max max-md:[&_label]:flex-none max-md:[&_label]:basis-[calc(20%-12px)]! max-md:[&_label]:px-1.5! max-md:[&>div]:flex-nowrap max-md:[&>div]:overflow-x-auto max-md:[&>div]:px-5 max-md:[&>div]:py-0.5 max-md:[&>div]:[scrollbar-width:none]"
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
