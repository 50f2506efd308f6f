import { expect, test } from 'vitest'
import { asciiBytes, hexOf } from '../bytes.ts'
import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { CONSENT_LIFE_MS, readCloseText, readOrderText } from '../consent/consentText.ts'
import { runs } from '../runs.testing.ts'
import { askedOf, checkAnswer, contradictsAnswer, judgeClosing, judgeRefusal } from './answers.ts'
import { CLOSING_FORMAT, REFUSAL_FORMAT, type ClosingFile, type RefusalFile } from './answerShape.ts'
import { retell } from './lie.testing.ts'
import { chanceOf, crypto, testCrypto } from './nodeCrypto.testing.ts'
import type { AskedPromise } from './promise.ts'
import { ticketHash, type SettlementStatement } from './receipts.ts'
import { refusalBody, refusesClose, type Refusal } from './refusal.ts'
import { tamper, TAMPERING_NAMES } from './tamper.testing.ts'
import { playExchange, type Played } from './toyExchange.testing.ts'

const nodeCrypto = testCrypto(78)
const played = playExchange(nodeCrypto, 120)
const ordered = played.find(({ receipt }) => receipt.consents.order) as Played
const closed = played.find(({ receipt }) => receipt.consents.close) as Played
const placing = ordered.receipt.consents.order as ConsentBundle
const closing = closed.receipt.consents.close as ConsentBundle

/** A refusal of an owner's signed text. */
function refusalOf(consent: ConsentBundle, change: Partial<Refusal> = {}): RefusalFile {
  const about = askedOf(consent.text, crypto.sha256)
  if (!about) throw new Error('it is an order or a close')
  const { asked, order, at } = about
  const refusal: Refusal = {
    v: 1,
    kind: 'refusal',
    number: 7,
    asked,
    order,
    code: 'market_closed',
    at: at + 300,
    consent: bundleHash(consent, crypto.sha256),
    ...change,
  }
  const signature = hexOf(nodeCrypto.sign('receipts', refusalBody(refusal)))
  const { checkpoint: head, keys } = ordered.receipt
  return { format: REFUSAL_FORMAT, refusal, signature, consent, head, keys }
}

function closingOf({ receipt }: Pick<Played, 'receipt'>): ClosingFile {
  const { settlement, settlementProof: proof, consents, checkpoint: head, keys } = receipt
  return { format: CLOSING_FORMAT, settlement, proof, consent: consents.close, head, keys }
}

const own = (consent: ConsentBundle) => ({
  consent,
  bundle: consent,
  hash: bundleHash(consent, crypto.sha256),
})

test('honest refusals and closes hold with the published keys, even for a signed text that breaks the rules', () => {
  for (const file of [refusalOf(placing), refusalOf(closing), closingOf(closed)])
    expect(checkAnswer(file, crypto, nodeCrypto.keys)).toMatchObject({ verdict: 'holds' })
  expect([placing, closing].map((one) => refusesClose(refusalOf(one).refusal))).toEqual([false, true])
  const unshown = { ...refusalOf(placing), consent: null }
  expect(checkAnswer(unshown, crypto)).toMatchObject({ verdict: 'not_proven' })
  const published = { ...nodeCrypto.keys, receipts: nodeCrypto.keys.log }
  expect(checkAnswer(refusalOf(placing), crypto, published)).toMatchObject({ verdict: 'broken' })
})

test('any change of an answer is detected: bits, drops, swaps, duplicates', () => {
  const random = chanceOf(9)
  const files = [refusalOf(placing), refusalOf(closing), closingOf(closed)]
  for (let done = 0; done < runs(600, 10_000);) {
    const kind = TAMPERING_NAMES[done % TAMPERING_NAMES.length] as (typeof TAMPERING_NAMES)[number]
    const changed = tamper(files[done % files.length] as RefusalFile, kind, random)
    if (!changed) continue
    if (checkAnswer(changed, crypto).verdict !== 'broken')
      throw new Error(`${kind} went unnoticed: ${JSON.stringify(changed)}`)
    done += 1
  }
})

const contract: ConsentBundle = { ...placing, delegation: { ...placing.delegation, kind: 'contract' } }
const forged: ConsentBundle = { ...placing, signature: closing.signature }
const STRANGE = '00000000-0000-8000-8000-000000000000'

test.each<[what: string, file: RefusalFile | ClosingFile, failed: { name: string; unshown?: true }[]]>([
  ['what was asked', refusalOf(placing), []],
  ['no consent to see', { ...refusalOf(placing), consent: null }, [{ name: 'consent', unshown: true }]],
  ['the consent of a contract', refusalOf(contract), [{ name: 'consent', unshown: true }]],
  ['the consent of another key', refusalOf(forged), [{ name: 'consent' }]],
  ['another consent than it names', refusalOf(placing, { consent: 'ab'.repeat(32) }), [{ name: 'consent' }]],
  ['another text than it names', refusalOf(placing, { asked: STRANGE }), [{ name: 'consent' }]],
  ['another order than its text', refusalOf(closing, { order: STRANGE }), [{ name: 'consent' }]],
  [
    'a signature of nobody',
    { ...refusalOf(placing), signature: '0'.repeat(128) },
    [{ name: 'answer_signature' }],
  ],
  ['no head of the log', { ...closingOf(closed), head: '\n' }, [{ name: 'checkpoint' }]],
])('an answer with %s fails at the steps for it', (_, file, failed) => {
  const { steps } = checkAnswer(file, crypto, nodeCrypto.keys)
  expect(steps.map(({ name }) => name)).toEqual(['form', 'keys', 'answer_signature', 'consent', 'checkpoint'])
  expect(steps.filter(({ ok }) => !ok)).toEqual(failed.map((one) => ({ ...one, ok: false })))
})

const at = readOrderText(placing.text)?.at ?? 0
test.each<[string, RefusalFile, string | null]>([
  ['the refusal', refusalOf(placing), null],
  ['a refusal of something else', refusalOf(closing), 'other_terms'],
  [
    'a refusal of the text in the name of another order',
    refusalOf(placing, { order: closed.ticket.order }),
    'other_terms',
  ],
  ['a refusal of another consent', refusalOf(placing, { consent: 'ab'.repeat(32) }), 'other_terms'],
  ['a refusal of another text', refusalOf(placing, { asked: STRANGE }), 'other_terms'],
  ['a refusal 2 s before it was asked for', refusalOf(placing, { at: at - 2_000 }), null],
  ['an earlier one', refusalOf(placing, { at: at - 2_001 }), 'other_terms'],
  ['a code that is none', refusalOf(placing, { code: 'No!' }), 'unreadable'],
  ['somebody else’s signature', { ...refusalOf(placing), signature: '0'.repeat(128) }, 'not_signed'],
  ['no head of the log', { ...refusalOf(placing), head: '\n' }, 'not_signed'],
])('the house’s refusal by %s is judged correctly', (_, { format: __, consent: ___, ...answer }, problem) => {
  expect(judgeRefusal(answer, own(placing), crypto)).toBe(problem)
})

test('where the delegation is gone, a refusal of any consent to the text counts', () => {
  const { format: _, consent: __, ...answer } = refusalOf(placing)
  expect(judgeRefusal(answer, { ...own(placing), hash: null }, crypto)).toBeNull()
})

const settled = (change: Partial<SettlementStatement>) =>
  closingOf({
    receipt: retell(closed, nodeCrypto, ({ settlement }) => ({ settlement: { ...settlement, ...change } })),
  })
const { settlement } = closed.receipt

test.each<[string, ClosingFile, string | null]>([
  ['the close', closingOf(closed), null],
  ['more than was asked for', settled({ bid: `${settlement.bid}0` }), null],
  ['less', settled({ bid: '1' }), 'other_terms'],
  ['a time before it was asked for', settled({ settledAt: settlement.settledAt - 2_000 }), 'other_terms'],
  ['a time after it has run out', settled({ settledAt: settlement.settledAt + 5_000 }), 'other_terms'],
  ['no consent', settled({ consent: '' }), 'other_terms'],
  ['another consent', settled({ consent: 'ab'.repeat(32) }), 'other_terms'],
  ['another order', settled({ order: ordered.ticket.order }), 'other_terms'],
  ['an end of its own', settled({ outcome: 'lost', bid: '0' }), 'unreadable'],
  ['no signature', { ...closingOf(closed), proof: ordered.receipt.settlementProof }, 'not_signed'],
])(
  'the house’s answer to a close with %s is judged correctly',
  (_, { format: __, consent: ___, ...answer }, problem) => {
    const ticket = ticketHash(closed.ticket, crypto.sha256)
    expect(judgeClosing(answer, { ...own(closing), waitedMs: null }, ticket, crypto)).toBe(problem)
    expect(judgeClosing(answer, { ...own(closing), waitedMs: null }, 'ab'.repeat(32), crypto)).not.toBeNull()
  },
)

const askedAt = readCloseText(closing.text)?.at ?? 0
const atTime = (settledAt: number) => settled({ settledAt })

test.each<[string, ClosingFile, Partial<AskedPromise>, string | null]>([
  ['a second before it was asked for', atTime(askedAt - 1_000), {}, null],
  ['earlier still', atTime(askedAt - 1_001), {}, 'other_terms'],
  ['as it runs out', atTime(askedAt + CONSENT_LIFE_MS), {}, null],
  ['a moment later', atTime(askedAt + CONSENT_LIFE_MS + 1), {}, 'other_terms'],
  ['2 s later than was waited', atTime(askedAt + 2_700), { waitedMs: 700 }, null],
  ['later than that', atTime(askedAt + 2_701), { waitedMs: 700 }, 'other_terms'],
  ['for any consent, where the delegation is gone', closingOf(closed), { hash: null }, null],
  ['for none, where the delegation is gone', settled({ consent: '' }), { hash: null }, 'other_terms'],
  ['of what was no close', closingOf(closed), { consent: placing }, 'other_terms'],
])('a close that the house dates %s is judged correctly', (_, file, asked, problem) => {
  const { format: __, consent: ___, ...answer } = file
  expect(judgeClosing(answer, { ...own(closing), waitedMs: null, ...asked }, null, crypto)).toBe(problem)
})

test('an answer holds only for its owner and his site, and junk fails at its form', () => {
  expect(checkAnswer({}, crypto)).toEqual({
    verdict: 'broken',
    steps: [{ name: 'form', ok: false }],
    answer: null,
  })
  const { address } = closing.delegation
  for (const file of [closingOf(closed), refusalOf(closing)]) {
    const verdictFor = (known: object) => checkAnswer(file, crypto, known).verdict
    expect(verdictFor({ owner: address, site: 'tickmark.example' })).toBe('holds')
    expect(verdictFor({ owner: address.replace(/.$/, 'x') })).toBe('broken')
    expect(verdictFor({ site: 'evil.example' })).toBe('broken')
  }
})

test('a refusal contradicts its order or its close, a close contradicts another end of its order, and nothing else does', () => {
  const refused = refusalOf(placing)
  expect(contradictsAnswer(refused, { ticket: ordered.ticket })).toBe(true)
  expect(contradictsAnswer(refused, { ticket: closed.ticket, settlement })).toBe(closed === ordered)
  const { order } = ordered.ticket
  expect(contradictsAnswer(refused, { settlement: { ...settlement, order } })).toBe(true)
  expect(contradictsAnswer(refused, { statement: { kind: 'hosting', order, consent: '' } })).toBe(true)
  const refusedClose = refusalOf(closing)
  const ended = { order: closed.ticket.order, consent: refusedClose.refusal.consent }
  expect(contradictsAnswer(refusedClose, { statement: { kind: 'exit', ...ended } })).toBe(true)
  expect(contradictsAnswer(refusedClose, { statement: { kind: 'hosting', ...ended } })).toBe(false)
  expect(contradictsAnswer(refusedClose, { ticket: closed.ticket, settlement })).toBe(true)
  expect(contradictsAnswer(refusedClose, { settlement: { ...settlement, consent: '' } })).toBe(false)
  expect(contradictsAnswer(closingOf(closed), { settlement })).toBe(false)
  expect(contradictsAnswer(closingOf(closed), { settlement: { ...settlement, net: '0' } })).toBe(true)
  expect(contradictsAnswer(closingOf(closed), { settlement: { ...settlement, order: 'x' } })).toBe(false)
})

test('only the text of an order or a close names an order', () => {
  expect(askedOf('tickmark-order/1\n{}', crypto.sha256)).toBeNull()
  expect(askedOf(placing.text, crypto.sha256)).toMatchObject({ order: ordered.ticket.order })
  expect(asciiBytes(refusalBody(refusalOf(placing).refusal)).length).toBeLessThan(400)
})
