import { parseAmount } from '@tickmark/core/money'
import { useTranslation } from 'react-i18next'
import { coinColour } from '../../coinColour.ts'
import { amountText } from '../../figures.ts'
import { useFormat } from '../../i18n/format.ts'
import { ltr } from '../../ltr.ts'
import { statusWord, type TransferItem, type TransferKind } from '../../transferStanding.ts'
import { CoinIcon } from '../../ui/CoinIcon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'

interface TransferRowProps {
  kind: TransferKind
  item: TransferItem
  onOpen: () => void
}

const TONES = { pending: 'text-caution', success: '', failed: 'text-wrong' } as const

/** A deposit or withdrawal: currency, when, how much, and how it stands. */
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
