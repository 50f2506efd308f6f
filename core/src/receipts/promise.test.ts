import { expect, test } from 'vitest'
import { hexOf } from '../bytes.ts'
import { canonicalText } from '../canonical.ts'
import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { readOrderText } from '../consent/consentText.ts'
import { ENTRY_OF } from '../log/entries.testing.ts'
import { parseEntry } from '../log/log.ts'
import { treeOfEntries } from '../log/tree/tree.testing.ts'
import { rangeProof } from '../log/tree/treeProofs.ts'
import { runs } from '../runs.testing.ts'
import { findLeaf, leafOfBatch } from './batches.ts'
import { retell } from './lie.testing.ts'
import { chanceOf, crypto, testCrypto } from './nodeCrypto.testing.ts'
import { checkPromise, contradicts, judgePromise } from './promise.ts'
import { PROMISE_FORMAT, type PromiseFile } from './promiseShape.ts'
import { checkReceipt } from './receiptCheck.ts'
import { ticketHash, type PlaceInLog, type Receipt, type Ticket } from './receipts.ts'
import { tamper, TAMPERING_NAMES } from './tamper.testing.ts'
import { hasBatch } from './receiptLog.ts'
import { playExchange, type Played } from './toyExchange.testing.ts'

const nodeCrypto = testCrypto(77)
const played = playExchange(nodeCrypto, 120)
const [first, second] = played as [Played, Played]

function promiseOf({ receipt }: Pick<Played, 'receipt'>): PromiseFile {
  const { ticket, ticketProof, consents, checkpoint, keys } = receipt
  return {
    format: PROMISE_FORMAT,
    ticket,
    proof: ticketProof,
    consent: consents.order,
    head: checkpoint,
    keys,
  }
}

test('every honest promise holds, also with the published keys', () => {
  for (const one of played) {
    expect(checkPromise(promiseOf(one), crypto, nodeCrypto.keys)).toMatchObject({ verdict: 'holds' })
  }
})

test('any change of a promise is detected: bits, drops, swaps, duplicates', () => {
  const random = chanceOf(8)
  for (let done = 0; done < runs(600, 10_000);) {
    const one = played[Math.floor(random() * played.length)] as Played
    const kind = TAMPERING_NAMES[done % TAMPERING_NAMES.length] as (typeof TAMPERING_NAMES)[number]
    const changed = tamper(promiseOf(one), kind, random)
    if (!changed) continue
    if (checkPromise(changed, crypto).verdict !== 'broken')
      throw new Error(`${kind} went unnoticed: ${JSON.stringify(changed)}`)
    done += 1
  }
})

test('a promise without its owner’s signed text is not proven, and with other keys it is broken', () => {
  const junk = { verdict: 'broken', steps: [{ name: 'form', ok: false }], promise: null }
  expect(checkPromise({}, crypto)).toEqual(junk)
  const unsigned = (honest: { ticket: Ticket; consents: Receipt['consents'] }) => ({
    ticket: { ...honest.ticket, consent: '' },
    consents: { ...honest.consents, order: null },
  })
  const told = promiseOf({ receipt: retell(first, nodeCrypto, unsigned) })
  expect(checkPromise(told, crypto)).toMatchObject({ verdict: 'not_proven' })
  const published = { ...nodeCrypto.keys, receipts: nodeCrypto.keys.log }
  const { verdict, steps } = checkPromise(promiseOf(first), crypto, published)
  expect(verdict).toBe('broken')
  expect(steps.filter((one) => !one.ok)).toEqual([{ name: 'keys', ok: false }])
})

/** Changes to an honest promise, and the problem that its reader detects. */
const consent = first.receipt.consents.order as ConsentBundle
const bound = readOrderText(consent.text)?.at ?? 0
const own = { consent, bundle: consent, hash: bundleHash(consent, crypto.sha256), waitedMs: null }
const resigned = (change: Partial<Ticket>) =>
  promiseOf({ receipt: retell(first, nodeCrypto, ({ ticket }) => ({ ticket: { ...ticket, ...change } })) })
const later = (acceptedAt: number) => ({
  acceptedAt,
  dueAt: Math.ceil((acceptedAt + 500) / 1000) * 1000 + first.ticket.duration * 1000,
})

test.each<[string, PromiseFile, string | null]>([
  ['the promise', promiseOf(first), null],
  ['a ticket signed by somebody else', { ...promiseOf(first), proof: promiseOf(second).proof }, 'not_signed'],
  ['another order', promiseOf(second), 'other_terms'],
  ['another stake', resigned({ stake: `${first.ticket.stake}0` }), 'other_terms'],
  ['a worse rate', resigned({ ratePct: first.ticket.ratePct - 1 }), 'other_terms'],
  ['another order number', resigned({ order: second.ticket.order }), 'other_terms'],
  ['another consent', resigned({ consent: second.ticket.consent }), 'other_terms'],
  ['an acceptance 2 s before it was asked for', resigned(later(bound - 2_000)), null],
  ['an earlier acceptance', resigned(later(bound - 2_001)), 'other_terms'],
  ['an acceptance at its last millisecond', resigned(later(bound + 5_000)), null],
  ['a later acceptance', resigned(later(bound + 5_001)), 'other_terms'],
  ['a due second of its own choice', resigned({ dueAt: first.ticket.dueAt + 1_000 }), 'unreadable'],
  ['no head of the log', { ...promiseOf(first), head: '\n' }, 'not_signed'],
])(
  'the house’s answer with %s is judged correctly',
  (_, { format: __, consent: ___, ...answer }, problem) => {
    expect(judgePromise(answer, own, crypto)).toBe(problem)
  },
)

test.each<[number, number, string | null]>([
  [2_300, 300, null],
  [2_301, 300, 'other_terms'],
  [4_000, 2_000, null],
  [4_001, 2_000, 'other_terms'],
])(
  'an acceptance %i ms after the request, with an answer after %i ms, is judged correctly',
  (after, waitedMs, problem) => {
    const { format: _, consent: __, ...answer } = resigned(later(bound + after))
    expect(judgePromise(answer, { ...own, waitedMs }, crypto)).toBe(problem)
  },
)

test('an answer with a consent that nobody gave is for another order', () => {
  const { format: _, consent: __, ...answer } = promiseOf(first)
  expect(judgePromise(answer, null, crypto)).toBe('other_terms')
  const gone = { ...own, bundle: null, hash: null }
  expect(judgePromise(answer, gone, crypto)).toBeNull()
  const { format: ___, consent: ____, ...without } = resigned({ consent: '' })
  expect(judgePromise(without, gone, crypto)).toBe('other_terms')
  expect(judgePromise(without, null, crypto)).toBeNull()
})

test('a receipt whose ticket differs from the kept one fails only at that step', () => {
  const other = retell(first, nodeCrypto, ({ ticket }) => ({ ticket: { ...ticket, user: '0'.repeat(64) } }))
  const kept = ticketHash(first.ticket, crypto.sha256)
  expect(contradicts(first.ticket, other.ticket, crypto)).toBe(true)
  expect(contradicts(first.ticket, second.ticket, crypto)).toBe(false)
  const { verdict, steps } = checkReceipt(other, crypto, { ticket: kept })
  expect(verdict).toBe('broken')
  expect(steps.filter((one) => !one.ok && !one.unshown).map((one) => one.name)).toEqual(['ticket_kept'])
  const honest = checkReceipt(first.receipt, crypto, { ticket: kept })
  expect(honest.steps.find((one) => one.name === 'ticket_kept')?.ok).toBe(true)
})

test('a ticket’s batch is found only in the log of a verified head', () => {
  const tree = treeOfEntries(first.log, crypto.sha256)
  const size = first.log.length
  const head = { size, root: tree.root(size) }
  const shown = (one: Played, seq: number, place: PlaceInLog | null = one.receipt.ticketLog) => {
    const { left, right } = rangeProof(seq - 1, seq, size, tree.nodes)
    const bodies = one.log.slice(seq - 1, seq)
    return { segment: { from: seq - 1, bodies, left: left.map(hexOf), right: right.map(hexOf) }, place }
  }
  const seqOf = ({ log, receipt: { ticketProof, ticketLog } }: Played) =>
    1 +
    log.findIndex((body) => {
      const entry = parseEntry(body)
      return entry !== null && hasBatch(entry, 'tickets', ticketProof, ticketLog, crypto)
    })
  for (const one of played) {
    const seq = seqOf(one)
    const at = (JSON.parse(one.log[seq - 1] ?? '') as { at: number }).at
    const find = (given: ReturnType<typeof shown>, of = head) =>
      findLeaf(leafOfBatch('tickets', one.receipt.ticketProof), given, of, crypto)
    expect(find(shown(one, seq))).toEqual({ is: 'logged', atMs: at })
    expect(find(shown(one, seq), { size, root: tree.root(size - 1) })).toBeNull()
    expect(find(shown(one, seq + 1))).toBeNull()
    expect(find(shown(one, seq, null))).toBeNull()
    expect(find(shown(one, size, null))).toEqual({ is: 'absent', atMs: parseEntry(one.log.at(-1) ?? '')?.at })
  }
  const other = played.find((one) => one.receipt.ticketProof.batch !== first.receipt.ticketProof.batch)
  const lie = shown(other ?? second, seqOf(other ?? second))
  expect(findLeaf(leafOfBatch('tickets', first.receipt.ticketProof), lie, head, crypto)).toBeNull()
})

test('the one entry that may have a hosting statement shows that it has another, at each number that it covers', () => {
  const lookAt = (kind: 'hostings' | 'receipts', number: number) => {
    const body = canonicalText({ ...ENTRY_OF[kind], seq: 1 })
    const head = { size: 1, root: treeOfEntries([body], crypto.sha256).root(1) }
    const place = { index: 0, count: 2, path: [ENTRY_OF.tickets.root] }
    const segment = { from: 0, bodies: [body], left: [], right: [] }
    return findLeaf({ kind, number, leaf: Uint8Array.of(1) }, { segment, place }, head, crypto)?.is ?? null
  }
  // It covers the numbers 7 and 8.
  expect([6, 7, 8, 9].map((number) => lookAt('hostings', number))).toEqual([null, 'other', 'other', null])
  expect(lookAt('receipts', 7)).toBeNull()
})
