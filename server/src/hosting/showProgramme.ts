import { formatAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { closedDays } from './dayStore.ts'
import type { HostingDeps } from './ports.ts'
import { productsInForce } from './productStore.ts'
import { dayView, percentText, productView, type Reading } from './views.ts'

const MOST_DAYS = 90

/** What anybody may read of the programme, with the days of a book. */
export async function showProgramme(
  { db, programme }: Pick<HostingDeps, 'db' | 'programme'>,
  reading: Reading,
): Promise<ReplyOf<(typeof arbitrageRoutes)['getProgramme']>> {
  const days = await closedDays(db, MOST_DAYS)
  const products = await productsInForce(db)
  const venues = await programme.venues(db)
  return {
    engine: await programme.engine(),
    today: formatAmount(await programme.profitAfter(db, days[0]?.last ?? 0)),
    venues: venues.map(({ venue, name, state, takerPpm, holdings }) => ({
      venue,
      name,
      state,
      fee: percentText(takerPpm),
      holdings: holdings.map(({ coin, amount }) => ({ coin, amount: formatAmount(amount) })),
    })),
    days: days.map((one) => dayView(one, reading.book)),
    products: products.filter((one) => one.isOpen).map((one) => productView(one, days, reading)),
  }
}
