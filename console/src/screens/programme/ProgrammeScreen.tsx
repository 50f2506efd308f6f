import { useConsoleQuery } from '../../api/api.ts'
import { usePublicQuery } from '../../api/publicApi.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { EnginePanel } from './EnginePanel.tsx'
import { ProductsPanel } from './ProductsPanel.tsx'
import { DaysPanel, TradesPanel, VenuesPanel } from './PublicPanels.tsx'

const POLL = { refetchInterval: 5_000 }

/** The arbitrage programme: its engine and limits, its products, and its days and trades as published. */
export function ProgrammeScreen() {
  const { t } = useTranslation('programme')
  const engine = useConsoleQuery('consoleEngine', {}, { refetchInterval: 2_000 })
  const products = useConsoleQuery('consoleHostingProducts', {}, POLL)
  const programme = usePublicQuery('getProgramme', {}, POLL)
  const trades = usePublicQuery('getProgrammeTrades', { pageSize: 50 }, POLL)
  return (
    <Screen title={t('title')}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Answered of={engine}>{(data) => <EnginePanel data={data} />}</Answered>
        <Answered of={programme}>{({ days }) => <DaysPanel list={days} />}</Answered>
        <Answered of={products}>{({ list }) => <ProductsPanel list={list} />}</Answered>
        <Answered of={programme}>{({ venues }) => <VenuesPanel list={venues} />}</Answered>
        <Answered of={trades}>{({ list }) => <TradesPanel list={list} />}</Answered>
      </div>
    </Screen>
  )
}
