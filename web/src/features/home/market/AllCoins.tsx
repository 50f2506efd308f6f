import { createStore, useStore } from '@tickmark/client/observable.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { LiveMarket } from '../../../live/marketFeed.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { arrange, SORTS, type Arrangement } from './arrange.ts'
import { MarketRows } from './MarketRows.tsx'

const START: Arrangement = { words: '', sort: 'market' }

/** Kept until the page is left, also while a coin is shown. */
const arrangement = createStore(START)

/** All coins, with a search and a choice of order above them. */
export function AllCoins({ market }: { market: LiveMarket }) {
  const { t } = useTranslation('news')
  const chosen = useStore(arrangement)
  const list = arrange(market.list ?? [], chosen)
  return (
    <>
      <Tools />
      {list.length > 0 ? (
        <MarketRows market={market} list={list} />
      ) : (
        <Empty
          icon="search"
          title={t('coins.none')}
          action={
            <Button tone="quiet" size="medium" onClick={() => arrangement.set({ ...chosen, words: '' })}>
              {t('coins.clear')}
            </Button>
          }
        />
      )}
    </>
  )
}

function Tools() {
  const { t } = useTranslation('news')
  const { words, sort } = useStore(arrangement)
  return (
    <div role="search" className="flex min-h-[68px] flex-wrap gap-2 pt-3 pb-3">
      <div className="flex min-w-[8rem] flex-1 items-center gap-2 rounded-2 border border-edge bg-sheet px-3 focus-within:border-brand focus-within:inset-ring focus-within:inset-ring-brand">
        <Icon name="search" size={18} className="text-ink-3" />
        <input
          type="search"
          aria-label={t('coins.search')}
          placeholder={t('coins.search')}
          value={words}
          onChange={(event) => arrangement.set({ words: event.target.value, sort })}
          className="min-h-[42px] w-full min-w-0 bg-transparent text-15 outline-none"
        />
      </div>
      <div className="relative flex-none rounded-2 border border-edge bg-sheet focus-within:border-brand focus-within:inset-ring focus-within:inset-ring-brand">
        <select
          aria-label={t('coins.sort')}
          value={sort}
          onChange={(event) => {
            const next = SORTS.find((one) => one === event.target.value)
            if (next) arrangement.set({ words, sort: next })
          }}
          className="min-h-[42px] cursor-pointer appearance-none bg-transparent ps-3 pe-9 text-13 outline-none"
        >
          {SORTS.map((one) => (
            <option key={one} value={one} className="bg-sheet text-ink">
              {t(`coins.by.${one}`)}
            </option>
          ))}
        </select>
        <Icon
          name="chevronDown"
          size={18}
          className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-ink-2"
        />
      </div>
    </div>
  )
}
