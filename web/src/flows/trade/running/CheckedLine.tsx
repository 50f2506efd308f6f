import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { ShownResult } from '../../../receipts/provesShown.ts'
import { type OwnStampKind, useOrderCheck } from '../../../receipts/useOrderCheck.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { DrawnTick } from '@tickmark/ui/text/DrawnTick.tsx'

/**
 * This device's finding about the order's receipt. Says "Checked" only when the whole check has passed and the
 * receipt proves exactly the shown figures.
 */
export function CheckedLine({ shown }: { shown: ShownResult }) {
  const { t } = useTranslation('receipt')
  const kind = useOrderCheck(shown)
  if (kind === 'checking') {
    return <p className="breathe min-h-6 text-13 text-ink-2">{t('checking')}</p>
  }
  if (kind === 'checked') {
    return (
      <p role="status" className="flex min-h-6 items-center gap-2 text-13 font-semibold text-good">
        <DrawnTick />
        <span className="rise-in">{t('trade:checked')}</span>
      </p>
    )
  }
  const isWrong = kind === 'broken' || kind === 'unlike' || kind === 'otherFigures'
  return (
    <p
      role={isWrong ? 'alert' : 'status'}
      className={`flex min-h-6 items-center gap-2 text-13 font-semibold ${isWrong ? 'text-wrong' : 'text-caution'}`}
    >
      <Icon name={isWrong ? 'warning' : 'shield'} size={20} />
      {t(TITLES[kind])}
    </p>
  )
}

const TITLES = {
  broken: 'brokenTitle',
  unlike: 'unlikeTitle',
  otherFigures: 'otherFiguresTitle',
  late: 'lateTitle',
  ticks: 'ticksTitle',
  notProven: 'notProvenTitle',
  unconnected: 'unconnectedTitle',
} as const satisfies Record<Exclude<OwnStampKind, 'checking' | 'checked'>, string>
