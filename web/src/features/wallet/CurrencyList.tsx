import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useLocation, useSearch } from 'wouter'
import type { Reply } from '../../api/api.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { hrefTo, PATHS } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { useAmountsHidden } from '../../session/amountsHidden.ts'
import { useSession } from '../../session/session.ts'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { byValue } from './currencies.ts'

export type WalletItem = Reply<'getMyWalletData'>['data']['items'][number]

/**
 * Every currency with value and holdings, the most valuable first. A tap opens the currency, except in the simulated
 * account.
 */
export function CurrencyList({ items }: { items: readonly WalletItem[] }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const { book } = useSession()
  const [hidden] = useAmountsHidden()
  const current = useCurrentCurrency()
  return (
    <ul aria-label={t('currencies')} className="pt-2">
      {byValue(items).map((one) => (
        <li key={one.currencyId}>
          <ListRow
            leading={<CoinIcon symbol={one.name} colour={one.colour} />}
            title={one.name}
            sub={one.alias}
            figure={hidden ? '••••' : `$${format.figure(one.value, { decimals: 2 })}`}
            figureSub={hidden ? '••••' : amountText(format, one.name, parseAmount(one.amount) ?? 0n)}
            current={one.currencyId === current}
            {...(book === 0 && {
              href: hrefTo.transfer({ id: one.currencyId, code: one.name, name: one.alias }),
              onGo: go,
            })}
          />
        </li>
      ))}
    </ul>
  )
}

/** The currency open beside the list. */
function useCurrentCurrency(): number | null {
  const [path] = useLocation()
  const search = useSearch()
  return path === PATHS.transfer ? Number(new URLSearchParams(search).get('aid')) : null
}
