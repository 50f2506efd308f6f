import { useConsoleQuery } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { Cover } from './Cover.tsx'
import { Exposure } from './Exposure.tsx'
import { HouseState } from './HouseState.tsx'
import { PlacedOrders } from './PlacedOrders.tsx'
import { QueueList } from './QueueList.tsx'

/** The house at a glance: queues, open orders, cover, and whether every part works. */
export function OverviewScreen() {
  const { t } = useTranslation('overview')
  const overview = useConsoleQuery('consoleOverview', {}, { refetchInterval: 2_000 })
  const exposure = useConsoleQuery('consoleExposure', {}, { refetchInterval: 2_000 })
  return (
    <Screen title={t('title')}>
      <div className="grid gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="grid content-start gap-3">
          <Answered of={exposure} shape="chart" count={1}>
            {(answer) => (
              <>
                <PlacedOrders placed={answer.placed} open={overview.data?.orders.open} />
                <Cover house={answer.house} />
                <Exposure rows={answer.rows} />
              </>
            )}
          </Answered>
        </div>
        <div className="grid content-start gap-3">
          <QueueList />
          <Answered of={overview}>{(answer) => <HouseState overview={answer} />}</Answered>
        </div>
      </div>
    </Screen>
  )
}
