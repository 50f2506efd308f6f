import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hostingText, type HostingStatement } from '@tickmark/core/arbitrage/hostings'
import type { HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { HOSTED as TERMS } from '@tickmark/core/arbitrage/toyHosting.testing'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import type { SignedFile } from '@tickmark/core/evidence/contradiction'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { merkleTree } from '@tickmark/core/log/tree/merkle'
import { REFUSAL_FORMAT, type RefusalFile } from '@tickmark/core/receipts/answerShape'
import { PROMISE_FORMAT, type PromiseFile } from '@tickmark/core/receipts/promiseShape'
import { batchText, ticketBody, type Ticket } from '@tickmark/core/receipts/receipts'
import { refusalBody } from '@tickmark/core/receipts/refusal'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDevice } from '../device.testing.ts'
import type { KeptProblem } from './kept/problem.ts'

const AT = Date.UTC(2026, 10, 21, 10)
const [ORDER, HOSTED, CLOSING] = [idOf('01'), idOf('02'), idOf('03')]
const [HASH, EXIT_HASH] = ['ab'.repeat(32), 'cd'.repeat(32)] as const
const { secretKey, publicKey } = ed25519.keygen()
const keys = { origin: 'log.example/tm', log: hexOf(publicKey), receipts: hexOf(publicKey) }
const sign = (text: string) => hexOf(ed25519.sign(asciiBytes(text), secretKey))
const place = { origin: keys.origin, size: 1, root: merkleTree([asciiBytes('one')], sha256).root }
const head = signCheckpoint(place, checkpointKey(keys.origin, keys.log, sha256), (message) =>
  ed25519.sign(message, secretKey),
)
const beside = { consent: null, head, keys }

function idOf(end: string): string {
  return `0a6f4f0e-8a60-8c7e-9a53-0f2f6c9c2b${end}`
}

/** The house's statement about a hosting order, its ticket for an order, and its refusal of what an owner signed. */
const hosting = (statement: HostingStatement): HostingFile => {
  return { format: 'tickmark-hosting/1', statement, signature: sign(hostingText(statement)), ...beside }
}
const refusalOf = (asked: string, order: string, consent: string): RefusalFile => {
  const refusal = { v: 1, kind: 'refusal', number: 3, asked, order, code: 'busy', at: AT, consent } as const
  return { format: REFUSAL_FORMAT, refusal, signature: sign(refusalBody(refusal)), ...beside }
}
function promise(): PromiseFile {
  const ticket: Ticket = {
    v: 1,
    kind: 'ticket',
    rule: 'updown-2',
    order: ORDER,
    user: HASH,
    book: 'real',
    currency: 'USDT',
    pid: 1,
    pair: 'BTC/USDT',
    duration: 60,
    fixingTicks: 3,
    direction: 'up',
    barrierPpm: 0,
    ratePct: 90,
    chancePpm: 500_000,
    marginPpm: 40_000,
    stake: '100000000',
    profit: '90000000',
    fee: '0',
    acceptedAt: AT,
    dueAt: AT + 61_000,
    model: 3,
    rules: 2,
    consent: HASH,
  }
  const root = hexOf(merkleTree([asciiBytes(ticketBody(ticket))], sha256).root)
  const signature = sign(batchText({ kind: 'ticket-batch', batch: 1, count: 1, root }))
  const proof = { batch: 1, index: 0, count: 1, path: [], root, signature }
  return { format: PROMISE_FORMAT, ticket, proof, ...beside }
}
const ticket = hosting({
  v: 1,
  kind: 'hosting',
  number: 7,
  at: AT,
  order: HOSTED,
  ...TERMS,
  first: '2026-11-22',
  last: '2026-11-28',
  consent: HASH,
})
const exit = hosting({
  v: 1,
  kind: 'exit',
  number: 8,
  at: AT + 9_000,
  order: HOSTED,
  back: '9950000000',
  fee: '50000000',
  consent: EXIT_HASH,
})

async function load() {
  return {
    ...(await import('./noticeContradictions.ts')),
    ...(await import('./promiseAlarm.ts')),
    ...(await import('./kept/promiseStore.ts')),
    ...(await import('./kept/askStore.ts')),
    ...(await import('./kept/hostingStore.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
let device: ReturnType<typeof openDevice>
beforeEach(async () => {
  device = openDevice({})
  device.visit()
  page = await load()
})
afterEach(() => device.close())

/** Keeps a sound statement about an order, as its answer does. */
function keep(file: SignedFile, order: string, problem: KeptProblem = null): Promise<unknown> {
  const common = { problem, keptAtMs: AT, isLogged: false, owner: '0x1' } as const
  if ('refusal' in file) {
    const consent = { text: '', signature: '' }
    const { asked } = file.refusal
    return page.keepAsk({ ...common, asked, order, consent, bundle: null, book: 0, answer: file })
  }
  if (file.format === PROMISE_FORMAT)
    return page.keepPromise({ ...common, order, file, ticket: 'aa', isSettled: false })
  if (file.format !== ticket.format) throw new Error('a file of this test')
  const name = `${file.statement.kind} ${order}`
  return page.keepHosting({ ...common, name, order, file, book: 0, checkedDay: '' })
}

const DONE: [string, string, SignedFile, RefusalFile][] = [
  ['an order', ORDER, promise(), refusalOf(ORDER, ORDER, HASH)],
  ['a hosting order', HOSTED, ticket, refusalOf(HOSTED, HOSTED, HASH)],
  ['an early exit', HOSTED, exit, refusalOf(CLOSING, HOSTED, EXIT_HASH)],
]

test.each(
  DONE.flatMap(([what, order, done, refused]) => [
    [`a refusal of ${what} that this device knows as done`, order, done, refused] as const,
    [`${what} that this device knows as refused`, order, refused, done] as const,
  ]),
)('%s is evidence against the house', async (_, order, earlier, now) => {
  await keep(earlier, order)
  await page.noticeContradictions(order, now)
  expect(page.promiseAlarms.get().map((one) => [one.order, one.trouble])).toEqual([[order, 'contradicted']])
})

test.each(
  DONE.flatMap(([what, order, done, refused]) => [
    [what, order, done, refused] as const,
    [`a refusal of ${what}`, order, refused, done] as const,
  ]),
)('%s that this device has not found sound is no evidence', async (_, order, earlier, now) => {
  await keep(earlier, order, 'unchecked')
  await page.noticeContradictions(order, now)
  expect(page.promiseAlarms.get()).toEqual([])
})
