import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { ltr } from '../../format/ltr.ts'
import {
  aboutMinutes,
  isCounted,
  stepStatesOf,
  waitMs,
  type TransferItem,
  type TransferKind,
} from '../../entities/transferState.ts'
import { isOneDay } from '@tickmark/ui/text/isOneDay.ts'
import { Timeline } from '@tickmark/ui/list/Timeline.tsx'
import { When } from '../../components/When.tsx'
import { useStepTexts } from './stepTexts.ts'

export interface TransferStepsProps {
  kind: TransferKind
  item: TransferItem
  /** Mean block time of its chain, for the expected time of the confirmations. */
  blockSeconds?: number
}

/** The timeline of a deposit or withdrawal. Follows its record, which is fetched again at every event. */
export function TransferSteps({ kind, item, blockSeconds }: TransferStepsProps) {
  const { t } = useTranslation('transfer')
  const { titleOf, detailOf } = useStepTexts(item)
  return (
    <Timeline
      label={kind === 'deposit' ? t('wayOfDeposit') : t('wayOfWithdrawal')}
      stateWords={{
        done: t('state.done'),
        now: t('state.now'),
        later: t('state.later'),
        failed: t('state.failed'),
      }}
      steps={stepStatesOf(kind, item).map((one) => ({
        key: one.step,
        state: one.state,
        title: titleOf(one),
        detail: detailOf(one),
        aside:
          one.atMs !== null ? (
            <When atMs={one.atMs} short={isOneDay(one.atMs, serverNow())} />
          ) : (
            isCounted(one.step, one.state) && <Left item={item} blockSeconds={blockSeconds} />
          ),
        mark: isCounted(one.step, one.state) ? item.confirmations : undefined,
      }))}
    />
  )
}

/** Expected time for the missing confirmations. */
function Left({ item, blockSeconds }: { item: TransferItem; blockSeconds: number | undefined }) {
  const { t } = useTranslation('transfer')
  const ms = blockSeconds === undefined ? null : waitMs(item, blockSeconds)
  if (ms === null) return null
  const minutes = aboutMinutes(ms)
  if (minutes === null) return <>{t('underMinute')}</>
  return <>{t('aboutMinutes', { minutes: ltr(String(minutes)) })}</>
}
