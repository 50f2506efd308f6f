import { formatAmount } from '@tickmark/core/money/money'
import { percentText } from '@tickmark/core/money/percentText'
import type { ReplyOf } from '@tickmark/wire/call'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { sharedFor } from '../../module/sharedFor.ts'
import { closedDays } from '../dayStore.ts'
import type { HostingDeps } from '../ports.ts'
import { productsInForce } from '../products/productStore.ts'
import { dayView, productView, type Reading } from './views.ts'

const MOST_DAYS = 90
/** Greatest age of the public figures: one read serves all readers. */
const SHOWN_FOR_MS = 1_000

type Shown = ReplyOf<(typeof arbitrageRoutes)['getProgramme']>

/** The public view of the programme, with the days of a book. */
export function programmeAnswer(
  deps: Pick<HostingDeps, 'db' | 'clock' | 'programme'>,
): (reading: Reading) => Promise<Shown> {
  const now = sharedFor(deps.clock, SHOWN_FOR_MS, () => read(deps))
  return async (reading) => {
    const { days, products, ...same } = await now()
    return {
      ...same,
      days: days.map((one) => dayView(one, reading.book)),
      products: products.filter((one) => one.isOpen).map((one) => productView(one, days, reading)),
    }
  }
}

/** The part that is the same in both books and every language, and the days and products. */
async function read({ db, programme }: Pick<HostingDeps, 'db' | 'programme'>) {
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
    days,
    products,
  }
}
