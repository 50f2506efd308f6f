import { useTranslation } from '../../i18n/useTranslation.ts'
import { openTradeSheet } from '../../navigation/tradeSheet.ts'
import { Arrow } from '@tickmark/ui/base/Arrow.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'

/** The two buttons at the bottom of a coin: each opens the order sheet with its direction. */
export function OrderButtons() {
  const { t } = useTranslation('trade')
  return (
    <div className="fixed inset-x-0 bottom-(--strip) z-20 grid grid-cols-2 gap-2.5 bg-ground px-5 pt-2.5 pb-[calc(20px+env(safe-area-inset-bottom))]">
      {(['up', 'down'] as const).map((direction) => (
        <Button
          key={direction}
          tone={direction}
          className="max-[22.5rem]:px-1"
          aria-haspopup="dialog"
          onClick={() => openTradeSheet({ kind: 'order', direction })}
        >
          <Arrow way={direction} />
          {direction === 'up' ? t('entrustUp') : t('entrustDown')}
        </Button>
      ))}
    </div>
  )
}
