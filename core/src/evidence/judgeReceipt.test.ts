import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { hexOf } from '../bytes.ts'
import { askedOf } from '../receipts/answers.ts'
import {
  CLOSING_FORMAT,
  REFUSAL_FORMAT,
  type ClosingFile,
  type RefusalFile,
} from '../receipts/answerShape.ts'
import { checkContradiction, type ContradictionFile } from './contradiction.ts'
import { retell } from '../receipts/lie.testing.ts'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import { PROMISE_FORMAT, type PromiseFile } from '../receipts/promiseShape.ts'
import { ticketHash, type Receipt } from '../receipts/receipts.ts'
import { refusalBody } from '../receipts/refusal.ts'
import { playExchange, type Played } from '../receipts/toyExchange.testing.ts'
import { expect, test } from 'vitest'
import { judgeReceipt, type KnownOfOrder } from './judgeReceipt.ts'

const house = testCrypto(78)
const { keys } = house
const played = playExchange(house, 120)
const signed = played.filter(({ receipt }) => receipt.consents.order?.delegation.kind === 'evm')
const ordered = signed.find(({ receipt }) => !receipt.consents.close) as Played
const closed = signed.find(({ receipt }) => receipt.consents.close) as Played
const other = signed.find((one) => one !== ordered && one !== closed) as Played

function fileOf({ ticket, ticketProof: proof, consents, checkpoint: head }: Receipt): PromiseFile {
  return { format: PROMISE_FORMAT, ticket, proof, consent: consents.order, head, keys }
}

/** What this device has kept of an order. */
function knownOf(
  { receipt }: Pick<Played, 'receipt'>,
  answered: KnownOfOrder['answered'] = [],
): KnownOfOrder {
  const { ticket } = receipt
  const promise = { order: ticket.order, ticket: ticketHash(ticket, crypto.sha256), file: fileOf(receipt) }
  return { promise, answered, keys }
}

function closing({ settlement, settlementProof: proof, consents, checkpoint: head }: Receipt): ClosingFile {
  return { format: CLOSING_FORMAT, settlement, proof, consent: consents.close, head, keys }
}

function refusalOf(consent: ConsentBundle): RefusalFile {
  const about = askedOf(consent.text, crypto.sha256)
  if (!about) throw new Error('it asks for something')
  const { asked, order, at } = about
  const hash = bundleHash(consent, crypto.sha256)
  const refusal = { v: 1, kind: 'refusal', number: 7, asked, order, code: 'busy', at, consent: hash } as const
  const signature = hexOf(house.sign('receipts', refusalBody(refusal)))
  return { format: REFUSAL_FORMAT, refusal, signature, consent, head: ordered.receipt.checkpoint, keys }
}

const is = (state: ReturnType<typeof judgeReceipt>) => (typeof state === 'string' ? state : state.is)
const kept = knownOf(ordered)
const { receipt } = ordered
const turned = retell(ordered, house, ({ settlement }) => ({
  settlement: { ...settlement, payout: `${settlement.payout}0` },
}))
const later = retell(ordered, house, ({ ticket }) => ({
  ticket: { ...ticket, acceptedAt: ticket.acceptedAt + 1 },
}))
const poorer = retell(closed, house, ({ settlement }) => ({ settlement: { ...settlement, payout: '1' } }))
const refusedClose = refusalOf(closed.receipt.consents.close as ConsentBundle)

test.each<[string, unknown, KnownOfOrder, string]>([
  ['its receipt', receipt, kept, 'settled'],
  [
    'the receipt of its close, as it was answered',
    closed.receipt,
    knownOf(closed, [closing(closed.receipt)]),
    'settled',
  ],
  ['no receipt', null, kept, 'none'],
  ['another order’s receipt', other.receipt, kept, 'none'],
  [
    'a result that it has not signed',
    { ...receipt, settlement: { ...receipt.settlement, payout: '0' } },
    kept,
    'unsigned',
  ],
  ['a signature of other keys', { ...receipt, keys: testCrypto(79).keys }, kept, 'unsigned'],
  [
    'a signature of another result',
    { ...receipt, settlementProof: other.receipt.settlementProof },
    kept,
    'unsigned',
  ],
  ['a false result under its signature', turned, kept, 'result'],
  ['another ticket under its signature', later, kept, 'contradicted'],
  ['another end than it has answered', poorer, knownOf(closed, [closing(closed.receipt)]), 'contradicted'],
  ['a close that it has refused', closed.receipt, knownOf(closed, [refusedClose]), 'contradicted'],
  [
    'a signed order without the owner’s signature',
    { ...receipt, consents: { order: null, close: null } },
    kept,
    'unasked',
  ],
])('a promise is judged correctly when the house shows %s', (_, given, known, state) => {
  expect(is(judgeReceipt(given, known, crypto))).toBe(state)
})

test.each(['evm', 'contract'] as const)(
  'an order without its owner’s signature is called unasked only if anybody could verify one: %s',
  (kind) => {
    const bundle = receipt.consents.order as ConsentBundle
    const consent = { ...bundle, delegation: { ...bundle.delegation, kind } } as ConsentBundle
    const known = { ...kept, promise: { ...kept.promise, file: { ...kept.promise.file, consent } } }
    const bare = { ...receipt, consents: { order: null, close: null } }
    expect(is(judgeReceipt(bare, known, crypto))).toBe(kind === 'contract' ? 'settled' : 'unasked')
  },
)

test('anyone can judge a contradiction between the house’s own signatures', () => {
  const found = judgeReceipt(closed.receipt, knownOf(closed, [refusedClose]), crypto)
  const evidence =
    typeof found !== 'string' && 'evidence' in found ? (found.evidence as ContradictionFile) : null
  expect(checkContradiction(evidence, crypto, { present: keys, earlier: [] }).verdict).toBe('holds')
})

test('the result of an order signed by nobody or by a contract may lack a signature', () => {
  const unsigned = retell(ordered, house, ({ ticket, consents }) => ({
    ticket: { ...ticket, consent: '' },
    consents: { ...consents, order: null },
  }))
  expect(is(judgeReceipt(unsigned, knownOf({ receipt: unsigned }), crypto))).toBe('settled')
})
