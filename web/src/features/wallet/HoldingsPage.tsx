import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../api/api.ts'
import { useHoldings } from '../../entities/holdings.ts'
import { amountText, shareText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { useAmountsHidden } from '../../session/amountsHidden.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Sparkline } from '@tickmark/ui/chart/Sparkline.tsx'
import { byValue, sharesPpm } from './currencies.ts'
import type { WalletItem } from './CurrencyList.tsx'
import { HoldingsChart } from './HoldingsChart.tsx'
import { useHoldingsRange } from './range.ts'

/** Shown beside the wallet's list on wide windows: total value over time, and the available part of each currency. */
export function HoldingsPage() {
  const { t } = useTranslation('wallet')
  const wallet = useHoldings()
  if (!isSignedIn(useSession())) return null
  const held = byValue(wallet.data?.data.items ?? []).filter((one) => Number(one.amount) > 0)
  const shares = sharesPpm(held)
  return (
    <div className="px-7 pt-4 pb-8">
      <h2 className="text-[1.0625rem] font-semibold">{t('overTime')}</h2>
      <HoldingsChart height={240} />
      {/* The list reports the failure. */}
      {wallet.isPending && <Skeleton shape="row" count={3} />}
      {held.length > 0 && (
        <section className="pt-6">
          <h2 className="pb-1 text-15 font-semibold">{t('free')}</h2>
          <ul aria-label={t('free')} className="@container">
            {held.map((one) => (
              <li key={one.currencyId}>
                <FreeRow item={one} sharePpm={shares.get(one.currencyId) ?? 0} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** A currency with its history, its share of the total, and its available part. */
function FreeRow({ item, sharePpm }: { item: WalletItem; sharePpm: number }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const [hidden] = useAmountsHidden()
  const available = parseAmount(item.available) ?? 0n
  const bound = (parseAmount(item.amount) ?? 0n) - available
  const text = (amount: bigint) => ltr(`${amountText(format, item.name, amount)} ${item.name}`)
  return (
    <ListRow
      leading={<CoinIcon symbol={item.name} colour={item.colour} />}
      title={item.name}
      sub={t('share', { share: ltr(shareText(sharePpm, 1)) })}
      middle={<ValueOverTime name={item.name} />}
      figure={hidden ? '••••' : text(available)}
      figureSub={
        <span className="block lg:min-w-44">
          {hidden ? '••••' : bound > 0n ? t('bound', { amount: text(bound) }) : t('allFree')}
        </span>
      }
    />
  )
}

/** The value of one currency's holdings over the chosen time. */
function ValueOverTime({ name }: { name: string }) {
  const [range] = useHoldingsRange()
  const history = useCall('getHoldingsHistory', { range })
  const values = history.data?.currencies.find((one) => one.name === name)?.values.map(Number)
  if (!values || values.length < 2) return null
  return <Sparkline values={values} way="flat" />
}
