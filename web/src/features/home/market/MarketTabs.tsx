import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Tabs } from '@tickmark/ui/list/Tabs.tsx'
import { MarketList } from './MarketList.tsx'
import { MARKET_TABS, showMarketTab, useMarketTab } from './marketTab.ts'

/** Top, Watchlist, All. */
export function MarketTabs() {
  const { t } = useTranslation('home')
  const tab = useMarketTab()
  const tabs = MARKET_TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))
  return (
    <Tabs label={t('tabs.label')} tabs={tabs} value={tab} onChange={showMarketTab}>
      <MarketList key={tab} kind={tab} />
    </Tabs>
  )
}
