import { DEFAULT_DURATION } from '@tickmark/core/orders/durations'
import { useCall } from '../../api/api.ts'
import { prefill } from '../../flows/trade/form/prefill.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { useUiTexts } from '@tickmark/ui/base/uiTexts.tsx'
import { putFirstOrderAway, useIsFirstOrder } from './firstOrder.ts'
import { FoldedNotices } from './news/FoldedNotices.tsx'
import { markAllSeen } from './news/seenNotices.ts'

const BTC = 1
const USDT = 1

/**
 * For somebody who has not placed an order yet: one tap opens a filled order sheet. The guide stands beside it, and the
 * notices are folded into it.
 */
export function FirstOrder() {
  const { t } = useTranslation('news')
  const words = useUiTexts()
  const isShown = useIsFirstOrder() === true
  const notices = useCall('getNotice', { noticeType: 1 }, { enabled: isShown }).data?.list ?? []
  if (!isShown) return null

  function putAway() {
    markAllSeen(notices)
    putFirstOrderAway()
  }

  function open() {
    markAllSeen(notices)
    prefill({ amount: '10', currencyId: USDT, durationId: DEFAULT_DURATION, range: 0 })
    go(hrefTo.coin(BTC, 'up'))
  }

  return (
    <div className="sticky bottom-[calc(4.6rem+env(safe-area-inset-bottom))] z-10 pt-4 md:bottom-[calc(1rem+var(--banner,0px))]">
      <section
        aria-label={t('first.title')}
        className="rise-in rounded-3 border border-rule bg-sheet p-4 shadow-card low:max-h-[8.25rem] low:overflow-y-auto"
      >
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h2 className="text-15 font-semibold">{t('first.title')}</h2>
            <p className="mt-0.5 text-13 text-ink-2 low:hidden">{t('first.detail')}</p>
          </div>
          <IconButton
            icon="close"
            label={words.close}
            onClick={putAway}
            className="-me-2.5 -mt-2.5 text-ink-3"
          />
        </div>
        <div className="mt-3 flex flex-wrap gap-2 low:mt-0">
          <Button size="small" onClick={open} className="flex-[1_1_11rem]">
            {t('first.open')}
          </Button>
          <Button
            tone="quiet"
            size="small"
            onClick={() => go(hrefTo.guide())}
            className="flex-[1_0_auto] low:hidden"
          >
            {t('first.guide')}
          </Button>
        </div>
        <FoldedNotices notices={notices} />
      </section>
    </div>
  )
}
