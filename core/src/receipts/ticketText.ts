import { assert } from '../assert.ts'
import type { Ticket } from './receipts.ts'

/**
 * `ticketBody` of a ticket from `ticketFor`, written by hand at half the cost, as placing writes one for every order. The fields
 * are in canonical order. Asserts that no text needs an escape and all numbers are whole.
 */
export function ticketText(ticket: Ticket): string {
  const { book, direction, fee, order, pair, profit, rule, stake, user, consent, currency } = ticket
  return `{"acceptedAt":${whole(ticket.acceptedAt)},"barrierPpm":${whole(ticket.barrierPpm)},"book":"${plain(book)}",\
"chancePpm":${whole(ticket.chancePpm)},"consent":"${plain(consent)}","currency":"${plain(currency)}",\
"direction":"${plain(direction)}","dueAt":${whole(ticket.dueAt)},"duration":${whole(ticket.duration)},"fee":"${plain(fee)}",\
"fixingTicks":${whole(ticket.fixingTicks)},"kind":"ticket","marginPpm":${whole(ticket.marginPpm)},\
"model":${whole(ticket.model)},"order":"${plain(order)}","pair":"${plain(pair)}","pid":${whole(ticket.pid)},\
"profit":"${plain(profit)}","ratePct":${whole(ticket.ratePct)},"rule":"${plain(rule)}","rules":${whole(ticket.rules)},\
"stake":"${plain(stake)}","user":"${plain(user)}","v":1}`
}

function whole(number: number): number {
  assert(Number.isSafeInteger(number) && !Object.is(number, -0), 'canonical numbers are whole')
  return number
}

/** Printable ASCII that JSON does not escape. */
const PLAIN = /^[\x20!#-[\]-~]*$/

function plain(text: string): string {
  assert(PLAIN.test(text), 'a ticket has plain texts')
  return text
}
