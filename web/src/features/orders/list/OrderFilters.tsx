import { PRODUCTS } from '@tickmark/core/market/products'
import { useSearch } from 'wouter'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { go } from '../../../navigation/navigate.ts'
import { Select } from '@tickmark/ui/form/Select.tsx'
import { filterOf, hrefWith, OUTCOMES, type OrderFilter } from './orderFilter.ts'

const ALL = ''

/** Filters the closed orders by coin and result; the address contains both. */
export function OrderFilters() {
  const { t } = useTranslation('orders')
  const filter = filterOf(useSearch())
  return (
    <div
      role="group"
      aria-label={t('filter.label')}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2.5 pt-4 pb-1"
    >
      <Select
        label={t('filter.coin')}
        value={filter.pid === undefined ? ALL : String(filter.pid)}
        choices={[
          { value: ALL, label: t('filter.allCoins') },
          ...PRODUCTS.map(({ pid, symbol }) => ({ value: String(pid), label: symbol })),
        ]}
        onChange={(pid) => show({ ...rest(filter, 'pid'), ...(pid !== ALL && { pid: Number(pid) }) })}
      />
      <Select
        label={t('filter.result')}
        value={filter.outcome ?? ALL}
        choices={[
          { value: ALL, label: t('filter.allResults') },
          ...OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) })),
        ]}
        onChange={(chosen) => {
          const outcome = OUTCOMES.find((one) => one === chosen)
          show({ ...rest(filter, 'outcome'), ...(outcome && { outcome }) })
        }}
      />
    </div>
  )
}

/** Lists all closed orders again. */
export function clearFilter(): void {
  show({})
}

function show(filter: OrderFilter): void {
  go(hrefWith(location.href, filter), { replace: true })
}

function rest(filter: OrderFilter, without: keyof OrderFilter): OrderFilter {
  const { [without]: _, ...kept } = filter
  return kept
}
