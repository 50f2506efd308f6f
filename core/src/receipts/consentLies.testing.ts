import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { type OrderConsent, orderText, readOrderText } from '../consent/consentText.ts'
import { testOwner } from '../consent/owner.testing.ts'
import { settleClosed } from '../orders/orders.ts'
import type { Lie } from './lie.testing.ts'
import { testCrypto } from './nodeCrypto.testing.ts'
import type { Verdict } from './receiptCheck.ts'
import { settlementCause } from './receipts.ts'
import { closeConsent, orderConsent, orderIdIn } from './toyConsents.testing.ts'
import { type Played, playExchange } from './toyExchange.testing.ts'
import { START_MS } from './toyLog.testing.ts'

export const nodeCrypto = testCrypto(31)
const played = playExchange(nodeCrypto, 400)
const find = (outcome: string): Played => {
  const one = played.find((each) => each.statement.outcome === outcome && each.lacks.length === 0)
  if (!one) throw new Error(`no order is ${outcome}`)
  return one
}
export const [won, closed, lost] = [find('won'), find('closed'), find('lost')]
/** A wallet and a session of the house itself. */
export const house = testOwner(9_999, START_MS - 60_000)
const hashOf = (bundle: ConsentBundle) => bundleHash(bundle, nodeCrypto.sha256)

type Change = (honest: Lie) => Partial<Lie>

/** The order closed early for a bid at some time, with the consent that the house shows. */
export function closing(bid: bigint, close: ConsentBundle | null, atMs?: number): Change {
  return ({ ticket, settlement, consents }) => {
    const sums = { stake: BigInt(ticket.stake), profit: BigInt(ticket.profit), fee: BigInt(ticket.fee) }
    const { net, toUser } = settleClosed(sums, bid)
    return {
      consents: { ...consents, close },
      settlement: {
        ...settlement,
        outcome: 'closed',
        net: String(net),
        payout: String(toUser),
        bid: String(bid),
        exitSeq: 0,
        exitPrice: '0',
        settledAt: atMs ?? ticket.dueAt - 6_000,
        consent: close ? hashOf(close) : '',
      },
    }
  }
}

/** The same order with another consent, under the id of that consent. */
export function ordering(order: ConsentBundle | null): Change {
  return (honest) => {
    const other = named(order ? orderIdIn(order, nodeCrypto.sha256) : honest.ticket.order, honest)
    return {
      ...other,
      ticket: { ...other.ticket, consent: order ? hashOf(order) : '' },
      consents: { ...honest.consents, order },
    }
  }
}

/** The same order under another id. */
function named(id: string, { ticket, settlement }: Lie): Pick<Lie, 'ticket' | 'settlement'> {
  return {
    ticket: { ...ticket, order: id },
    settlement: { ...settlement, order: id, ledger: settlementCause(id) },
  }
}

/** Signs the order `ms` after its acceptance. */
const signedAfter = (ms: number): Change =>
  ordering(orderConsent(won.owner, { ...ticket, acceptedAt: ticket.acceptedAt + ms + 100 }))

const { ticket } = won
export const closedId = closed.ticket.order
export const closedAtMs = closed.ticket.dueAt - 6_000
export const BID = BigInt(closed.statement.bid)
const mine = (bid: bigint, atMs = closedAtMs) => closeConsent(closed.owner, closedId, String(bid), atMs)
export const ofWon = won.receipt.consents.order as ConsentBundle

/** Falsehoods that a house may sign with its own keys about an owner's signed order, and the verdict on each. */
export const CONSENT_LIES: [
  what: string,
  one: Played,
  change: Change,
  verdict: Verdict['verdict'],
  missing: string,
][] = [
  ['nothing else', won, () => ({}), 'holds', ''],
  ['a close that the owner asked for', closed, closing(BID, mine(BID)), 'holds', ''],
  ['a close for more than the owner asked for', closed, closing(BID + 1n, mine(BID)), 'holds', ''],
  ['a close that nobody asked for', closed, closing(BID, null), 'not_proven', 'close'],
  ['a close for less than the owner asked for', closed, closing(BID - 1n, mine(BID)), 'broken', ''],
  [
    'a close after the owner’s word ran out',
    closed,
    closing(BID, mine(BID, closedAtMs - 5_000)),
    'broken',
    '',
  ],
  ['a close long before the owner asked', closed, closing(BID, mine(BID, closedAtMs + 31_000)), 'broken', ''],
  [
    'a close by a session of its own',
    closed,
    closing(BID, closeConsent(house, closedId, String(BID), closedAtMs)),
    'broken',
    '',
  ],
  [
    'a close with a key of its own under the owner’s delegation',
    closed,
    closing(BID, {
      ...closeConsent({ ...house, session: closed.owner.session }, closedId, String(BID), closedAtMs),
      delegation: closed.owner.delegation,
    }),
    'broken',
    '',
  ],
  ['a close with the signature of the order', closed, closing(BID, ofWon), 'broken', ''],
  [
    'a close with the owner’s word for another order',
    closed,
    closing(BID, closeConsent(closed.owner, lost.ticket.order, String(BID), closedAtMs)),
    'broken',
    '',
  ],
  [
    'an order’s delegation with the house’s key written into it',
    won,
    ordering({
      ...orderConsent({ ...house, delegation: won.owner.delegation }, ticket),
      delegation: {
        ...house.delegation,
        signature: won.owner.delegation.signature,
        address: won.owner.delegation.address,
      },
    }),
    'broken',
    '',
  ],
  [
    'a delegation of another wallet, named as the owner’s',
    won,
    ordering({ ...ofWon, delegation: { ...ofWon.delegation, address: house.delegation.address } }),
    'broken',
    '',
  ],
  [
    'a delegation that only a contract could confirm',
    won,
    ordering({ ...ofWon, delegation: { ...ofWon.delegation, kind: 'contract' } }),
    'not_proven',
    'wallet',
  ],
  ['an order without the consent that it had', won, ordering(null), 'not_proven', 'order'],
  [
    'a ticket that names a consent which is not there',
    won,
    ({ consents }) => ({ consents: { ...consents, order: null } }),
    'not_proven',
    'withheld',
  ],
  [
    'a consent that the ticket does not name',
    won,
    (honest) => ({ ticket: { ...honest.ticket, consent: '' } }),
    'broken',
    '',
  ],
  [
    'a consent to close of an order that was not closed',
    won,
    ({ settlement, consents }) => {
      const close = mine(7n)
      return { consents: { ...consents, close }, settlement: { ...settlement, consent: hashOf(close) } }
    },
    'broken',
    '',
  ],
  [
    'a statement of an order that was not closed, which names a consent to close',
    won,
    ({ settlement }) => ({ settlement: { ...settlement, consent: hashOf(mine(7n)) } }),
    'broken',
    '',
  ],
  [
    'an order for longer than the owner’s word lasted',
    won,
    ordering(orderConsent(won.owner, { ...ticket, acceptedAt: ticket.acceptedAt - 5_000 })),
    'broken',
    '',
  ],
  [
    'a second ticket for a signature that has one',
    won,
    (honest) =>
      named(
        honest.ticket.order.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        honest,
      ),
    'broken',
    '',
  ],
  [
    'a ticket for a signature under an id by chance',
    won,
    (honest) => named(lost.ticket.order, honest),
    'broken',
    '',
  ],
  ['an order two seconds before its owner’s time', won, signedAfter(2_000), 'holds', ''],
  ['an order dated earlier than it was asked for', won, signedAfter(2_001), 'broken', ''],
  [
    'an order beyond what was delegated',
    won,
    ordering(
      orderConsent(
        testOwner(1, START_MS, { grant: { most: [{ currency: ticket.currency, units: 1n }] } }),
        ticket,
      ),
    ),
    'broken',
    '',
  ],
  [
    'an order after the delegation ended',
    won,
    ordering(orderConsent(testOwner(1, START_MS, { grant: { untilS: START_MS / 1000 } }), ticket)),
    'broken',
    '',
  ],
  [
    'an order that its owner’s key signed for another site',
    won,
    ordering({
      ...won.owner.sign(
        orderText({ ...(readOrderText(ofWon.text) as OrderConsent), origin: 'https://evil.example' }),
      ),
      delegation: ofWon.delegation,
    }),
    'broken',
    '',
  ],
  ['neither word of a closed order', closed, withoutBoth, 'not_proven', 'both'],
  [
    'a worse rate',
    won,
    (honest) => ({ ticket: { ...honest.ticket, ratePct: honest.ticket.ratePct - 1 } }),
    'broken',
    '',
  ],
  [
    'the other direction',
    won,
    (honest) => ({ ticket: { ...honest.ticket, direction: ticket.direction === 'up' ? 'down' : 'up' } }),
    'broken',
    '',
  ],
]

function withoutBoth(honest: Lie): Partial<Lie> {
  return {
    ticket: { ...honest.ticket, consent: '' },
    settlement: { ...honest.settlement, consent: '' },
    consents: { order: null, close: null },
  }
}
