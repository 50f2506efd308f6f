import { MODEL_LIFE_MS, MODEL_MOVED_PPM } from '../log/announced.ts'
import type { Rules } from '../log/rules.ts'
import { MOVED_PPM } from '../market/deviation.ts'
import { ENTRY_DELAY_MS, ENTRY_WAIT_MS } from '../market/fixing.ts'
import { CURRENCIES } from '../money/currencies.ts'
import { BID_LIFE_MS, BID_SLIP_PPM } from './bid.ts'
import { DURATIONS } from './durations.ts'
import { HOUSE_SHARE_PPM, USER_SHARE_PPM } from './exposure.ts'
import { CLOSE_UNTIL_S, FEE_PPM, RULE, USER_ORDERS } from './orders.ts'
import { PRICE_RULES } from './pricing.ts'
import { QUOTE_LIFE_MS } from './quotes.ts'

/** The rules by which this program prices, settles and closes orders. */
export const PRESENT_RULES: Rules = {
  name: RULE,
  ...PRICE_RULES,
  feePpm: FEE_PPM,
  durations: DURATIONS.map(({ seconds, fixingTicks }) => [seconds, fixingTicks] as const),
  stakes: Object.fromEntries(
    CURRENCIES.flatMap(({ code, stake }) =>
      stake ? [[code, [String(stake.least), String(stake.most)] as const] as const] : [],
    ),
  ),
  quoteLife: QUOTE_LIFE_MS,
  quoteMovedPpm: MOVED_PPM,
  entryDelay: ENTRY_DELAY_MS,
  entryWait: ENTRY_WAIT_MS,
  closeUntil: CLOSE_UNTIL_S * 1000,
  bidLife: BID_LIFE_MS,
  bidSlipPpm: BID_SLIP_PPM,
  modelLife: MODEL_LIFE_MS,
  modelMovedPpm: MODEL_MOVED_PPM,
  userOrders: USER_ORDERS,
  houseSharePpm: HOUSE_SHARE_PPM,
  userSharePpm: USER_SHARE_PPM,
}
