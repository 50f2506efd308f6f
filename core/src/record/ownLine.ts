import { asciiBytes, hexOf } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'
import { leafHash } from '../log/tree/tree.ts'
import { settlementBody, ticketHash, type Receipt } from '../receipts/receipts.ts'
import type { OrderLine } from './recordLine.ts'

/** A record's expected line for a receipt's order, without the `receipts` entry, which the receipt lacks. */
export type OwnLine = Omit<OrderLine, 'logged'>

/** The expected line of a receipt's order, without the log entry of its result. */
export function lineOfReceipt(receipt: Receipt, sha256: Sha256): OwnLine {
  const { ticket, settlement, settlementProof } = receipt
  const { book, currency, pid, duration, direction, barrierPpm, chancePpm, marginPpm, ratePct, stake } =
    ticket
  return {
    kind: 'order',
    ticket: ticketHash(ticket, sha256),
    receipt: hexOf(leafHash(asciiBytes(settlementBody(settlement)), sha256)),
    batch: settlementProof.batch,
    book,
    currency,
    pid,
    duration,
    direction,
    barrierPpm,
    chancePpm,
    marginPpm,
    ratePct,
    stake,
    due: ticket.dueAt,
    outcome: settlement.outcome,
    net: settlement.net,
    payout: settlement.payout,
    entrySeq: settlement.entrySeq,
    exitSeq: settlement.exitSeq,
  }
}

/** Whether a record's line equals the one expected from a receipt. */
export function isLineOf(line: OrderLine, own: OwnLine): boolean {
  const names = Object.keys(own) as (keyof OwnLine)[]
  return names.length + 1 === Object.keys(line).length && names.every((name) => line[name] === own[name])
}
