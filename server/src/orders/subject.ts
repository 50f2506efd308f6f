import { assert } from '@tickmark/core/assert'
import { durationById } from '@tickmark/core/orders/durations'
import { pairOf } from '@tickmark/core/receipts/receipts'
import type { SubjectFacts } from '@tickmark/wire/texts/subjects/subjects'
import { type FactLine, line, price, signedSum, sum, text } from '../module/subjectFacts.ts'
import type { SubjectReader } from '../module/subjects.ts'
import type { Order } from './order/order.ts'
import { orderById } from './order/store.ts'

export const orderSubject: SubjectReader = {
  kind: 'order',
  async describe(reader, userId, id) {
    const order = await orderById(reader, userId, id)
    return order && factsOf(order)
  },
}

function factsOf(order: Order): SubjectFacts {
  const { terms, sums, currencyId, result } = order
  const duration = durationById(terms.durationId)
  assert(duration, 'an order is of a known duration')
  const pair = text(pairOf(terms.pid))
  const lines: FactLine[] = [
    line('number', text(order.id)),
    line('account', { word: order.book }),
    line('pair', pair),
    line('condition', { range: terms.direction, barrierPpm: terms.barrierPpm }),
    line('duration', { seconds: duration.seconds }),
    line('stake', sum(sums.stake, currencyId)),
    ...(sums.fee > 0n ? [line('fee', sum(sums.fee, currencyId))] : []),
    line('profit', sum(sums.profit - sums.fee, currencyId)),
    line('placed', { atMs: order.acceptedAtMs }),
    line('due', { atMs: order.dueAtMs }),
    line('state', { word: result?.outcome ?? 'open' }),
  ]
  if (result?.entry) lines.push(line('entry', price(result.entry.price)))
  // A settlement price without an entry price decides nothing.
  if (result?.entry && result.exit) lines.push(line('settlement', price(result.exit.price)))
  if (result?.bid != null) lines.push(line('closedFor', sum(result.bid, currencyId)))
  if (result) lines.push(line('net', signedSum(result.net, currencyId)))
  lines.push(line('ticket', text(order.ticket)))
  return { about: [pair, { word: terms.direction }, sum(sums.stake, currencyId)], lines }
}
