import { parseQuote, quoteText } from '@tickmark/core/orders/quotes'
import { openSealed, sealText } from '@tickmark/server/platform/seal'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import type { Range } from '../../support/house/owners.ts'
import { HONEST, judgeAll, placeWinners } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const ORDERS = 1_000
/** Ends only a test that hangs: a thousand orders take many minutes on a busy machine. */
const NIGHT_MS = 3 * 3_600_000
const AT_ONCE = 50

/** The same quote with a rate one hundredth lower, sealed by the house under the same margin. */
function lowered(range: Range): Range {
  const { quoteKey } = house.keys
  const quote = parseQuote(openSealed(range.id, quoteKey) ?? '')
  if (!quote) throw new Error('the house opens its own quote')
  const ratePct = quote.ratePct - 1
  const id = sealText(quoteText({ ...quote, ratePct }), quoteKey)
  return { ...range, id, rate: (ratePct / 100).toFixed(2) }
}

test(
  'a house that prices one user worse under the same margin signs what its own rules contradict',
  async () => {
    const honest = await placeWinners(house, AT_ONCE)
    await house.pass(67)
    expect(await judgeAll(house, honest)).toEqual(HONEST)
    for (let turned = 0; turned < ORDERS; turned += AT_ONCE) {
      const winners = await placeWinners(house, AT_ONCE, () => true, lowered)
      await house.pass(67)
      expect(await judgeAll(house, winners)).toEqual({ outcome: 'won', verdict: 'broken', failed: ['price'] })
    }
  },
  NIGHT_MS,
)
