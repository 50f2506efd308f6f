import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { coinColour } from '../../format/coinColour.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { statusWord, type TransferItem, type TransferKind } from '../../entities/transferState.ts'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'

interface TransferRowProps {
  kind: TransferKind
  item: TransferItem
  onOpen: () => void
}

const TONES = { pending: 'text-caution', success: '', failed: 'text-wrong' } as const

/** A deposit or withdrawal: currency, time, amount and state. */
export function TransferRow({ kind, item, onOpen }: TransferRowProps) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const units = parseAmount(item.money) ?? 0n
  const status = statusWord(item.status)
  return (
    <ListRow
      leading={<CoinIcon symbol={item.name} colour={coinColour(item.name)} />}
      title={item.name}
      sub={format.dateTime(item.time)}
      figure={ltr(amountText(format, item.name, kind === 'deposit' ? units : -units, true))}
      figureSub={<span className={TONES[status]}>{t(`status.${status}`)}</span>}
      onPress={onOpen}
    />
  )
}
