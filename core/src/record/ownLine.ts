import { asciiBytes, hexOf } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'
import { leafHash } from '../log/tree.ts'
import { settlementBody, ticketHash, type Receipt } from '../receipts/receipts.ts'
import type { OrderLine } from './recordLine.ts'

/** What a record must say of the order of a receipt. The `receipts` entry is not in the receipt. */
export type OwnLine = Omit<OrderLine, 'logged'>

/** The line of an order by its receipt, but for the log entry of its result. */
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

/** Whether a record's line says of an order what its receipt says. */
export function isLineOf(line: OrderLine, own: OwnLine): boolean {
  const names = Object.keys(own) as (keyof OwnLine)[]
  return names.length + 1 === Object.keys(line).length && names.every((name) => line[name] === own[name])
}
