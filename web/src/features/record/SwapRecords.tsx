import { parseAmount } from '@tickmark/core/money/money'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Reply } from '../../api/api.ts'
import { coinColour } from '../../format/coinColour.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { InfiniteList } from '@tickmark/ui/list/InfiniteList.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { SwapCard } from './SwapCard.tsx'
import { useSwapPages } from './useRecordPages.ts'

export type SwapItem = Reply<'getMyExchangeRecords'>['list'][number]

/** The user's swaps; a row opens the details. */
export function SwapRecords() {
  const { t } = useTranslation('wallet')
  const pages = useSwapPages()
  const [shown, setShown] = useState<SwapItem | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <InfiniteList
        label={t('record.type.2')}
        {...pages}
        keyOf={(one) => one.id}
        failed={t('record.failed')}
        empty={<Empty title={t('orders:emptyTitle')} detail={t('record.emptySwaps')} icon="swap" />}
      >
        {(one) => (
          <SwapRow
            item={one}
            onOpen={() => {
              setShown(one)
              setOpen(true)
            }}
          />
        )}
      </InfiniteList>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        onClosed={() => setShown(null)}
        title={t('transfer:tab.swap')}
      >
        {shown && <SwapCard item={shown} />}
      </Sheet>
    </>
  )
}

function SwapRow({ item, onOpen }: { item: SwapItem; onOpen: () => void }) {
  const format = useFormat()
  const write = (code: string, amount: bigint) => ltr(`${amountText(format, code, amount, true)} ${code}`)
  return (
    <ListRow
      leading={<CoinIcon symbol={item.target} colour={coinColour(item.target)} />}
      title={<bdi dir="ltr">{`${item.name} → ${item.target}`}</bdi>}
      sub={format.dateTime(item.time)}
      figure={write(item.target, parseAmount(item.received) ?? 0n)}
      figureSub={write(item.name, -(parseAmount(item.money) ?? 0n))}
      onPress={onOpen}
    />
  )
}
