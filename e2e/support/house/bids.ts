import { parseAmount } from '@tickmark/core/money/money'
import { loadKeys } from '@tickmark/server/platform/keys'
import { signBid } from '@tickmark/server/pricing/bids'
import type { Page } from 'playwright-core'
import { changeAnswers } from '../stage/calls.ts'
import type { Stage } from '../stage/stage.ts'

/** Longer than an order lasts: on a busy machine a real bid can expire between the tap and the server. */
const LIFE_MS = 120_000

/** From now on the page gets signed bids of the house for the sum `next`. Returns the sum for each bid's id. */
export async function steerBids(page: Page, stage: Stage, orderId: string) {
  const bids = { next: '90', sums: new Map<unknown, string>() }
  const { quoteKey } = loadKeys(stage.config.keysFile, Date.now())
  await changeAnswers(page, stage, '/api/getOrderValue', (json) => {
    const answer = JSON.parse(json) as { data: { expiresAt: number } | null }
    if (!answer.data) return json
    const bid = parseAmount(bids.next) ?? 0n
    const bidId = signBid({ orderId, bid, expiresAtMs: answer.data.expiresAt + LIFE_MS }, quoteKey)
    bids.sums.set(bidId, bids.next)
    return JSON.stringify({ ...answer, data: { ...answer.data, bid: bids.next, bidId } })
  })
  return bids
}
