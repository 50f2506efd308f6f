import type { Delegation } from '@tickmark/core/consent/delegation'
import { shortKeyId } from '@tickmark/core/consent/grant'
import { formatAmount } from '@tickmark/core/money/money'

/** A session's key as shown to its owner and operators: the largest stakes that it may sign, and until when. */
export function keyItem({ session, grant }: Delegation) {
  const most = grant.most.map(({ currency, units }) => ({ currency, amount: formatAmount(units) }))
  return { id: shortKeyId(session), until: grant.untilS * 1_000, most }
}
