import { canonicalText } from '@tickmark/core/canonical'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { checkpointKey } from '@tickmark/core/log/checkpoint'
import { entryBody } from '@tickmark/core/log/log'
import { signNote, splitNote } from '@tickmark/core/log/note'
import { DURATIONS } from '@tickmark/core/orders/durations'
import { CLOSE_LIES } from '@tickmark/core/receipts/closeLies.testing'
import { CONSENT_LIES, nodeCrypto } from '@tickmark/core/receipts/consentLies.testing'
import { EDGES, LOG_LIES, RESEALED, won } from '@tickmark/core/receipts/logLies.testing'
import { nodeCrypto as lying } from '@tickmark/core/receipts/lyingHouse.testing'
import { crypto, testCrypto, chanceOf } from '@tickmark/core/receipts/nodeCrypto.testing'
import { PRICE_LIES } from '@tickmark/core/receipts/priceLies.testing'
import { checkReceipt } from '@tickmark/core/receipts/receiptCheck'
import { RECEIPT_LIES } from '@tickmark/core/receipts/receiptLies.testing'
import { retell, type Lie } from '@tickmark/core/receipts/lie.testing'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { TAMPERING_NAMES, tamper } from '@tickmark/core/receipts/tamper.testing'
import { playExchange, type Played } from '@tickmark/core/receipts/toyExchange.testing'
import { runs } from '@tickmark/core/runs.testing'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = resolve(import.meta.dirname, '../second/verify.py')
const hasPython = spawnSync('python3', ['--version']).status === 0
const lent = testCrypto(41)
const random = chanceOf(6)
const played = playExchange(lent, runs(60, 1_000))

/** Falsehoods that a house signs with its own keys. */
const LIES: ((honest: Lie) => Partial<Lie>)[] = [
  () => ({}),
  () => ({ isBound: false, settlement: (played[0] as Played).statement }),
  ({ settlement }) => ({ settlement: { ...settlement, bid: '1' } }),
  ({ settlement }) => ({ settlement: { ...settlement, payout: '1' } }),
  ({ settlement }) => ({ settlement: { ...settlement, entrySeq: settlement.entrySeq + 1 } }),
  ({ settlement }) => ({ settlement: { ...settlement, exitPrice: '5' } }),
  ({ settlement }) => ({ settlement: { ...settlement, outcome: 'won' } }),
  ({ settlement, ticket }) => ({ settlement: { ...settlement, outcome: 'closed', settledAt: ticket.dueAt } }),
  ({ ticket }) => ({ ticket: { ...ticket, profit: String(BigInt(ticket.profit) + 1n) } }),
  ({ ticket }) => ({ ticket: { ...ticket, consent: '' } }),
  ({ ticket, consents }) => ({ ticket: { ...ticket, consent: '' }, consents: { ...consents, order: null } }),
  () => ({ consents: { order: null, close: null } }),
  ({ settlement }) => ({ settlement: { ...settlement, consent: 'ab'.repeat(32) } }),
  ({ entries }) => ({ entries: replaced(entries, 'tickets') }),
  ({ entries }) => ({ entries: replaced(entries, 'receipts') }),
  ({ ticket }) => ({ ticket: { ...ticket, direction: ticket.direction === 'up' ? 'down' : 'up' } }),
  ({ entries: [run = [], ...others] }) => ({ entries: [run.slice(1), ...others] }),
  ({ entries: [run = [], ...others] }) => ({ entries: [run.slice(0, -1), ...others] }),
  ({ entries }) => ({ entries: [...entries.slice(0, -1), entries.at(-1)?.slice(1) ?? []] }),
  ({ entries }) => ({ entries: [...entries.slice(0, -1), entries.at(-1)?.slice(0, -1) ?? []] }),
  ({ entries: [run = [], ...others] }) => ({
    entries: [run.map((one) => ({ ...one, at: one.at + 86_400_000 })), ...others],
  }),
  ({ head }) => ({ head: { ...head, size: head.size + 1 } }),
  ({ head }) => ({ head: { ...head, origin: 'log.sample/tm' } }),
  ({ head }) => ({ head: { ...head, root: new Uint8Array(32) } }),
]

/** Entries whose oldest model excludes all models so far. */
function replaced(entries: Lie['entries'], kind: 'tickets' | 'receipts'): Lie['entries'] {
  return entries.map((run) => run.map((one) => (one.kind === kind ? { ...one, model: one.seq - 1 } : one)))
}

/** Receipts of all outcomes, all signed falsehoods that core judges, and files changed in transit. */
function files(): unknown[] {
  const own = played.flatMap((one, i) => {
    const lie = LIES[i % LIES.length] ?? (() => ({}))
    const changed = tamper(one.receipt, TAMPERING_NAMES[i % 4] as 'flip', random)
    return [one.receipt, retell(one, lent, lie), ...(changed ? [changed] : [])]
  })
  return [
    ...own,
    ...CONSENT_LIES.map(([, one, change]) => retell(one, nodeCrypto, change)),
    ...[...RECEIPT_LIES, ...PRICE_LIES, ...CLOSE_LIES, ...EDGES].map(([, one, change]) =>
      retell(one, lying, change),
    ),
    ...LOG_LIES.map(([, change]) => retell(won, lying, change)),
    ...RESEALED.map(([, change]) => change(retell(won, lying, () => ({})))),
    ...formless(won.receipt),
    ...otherHeads(won.receipt),
  ]
}

/** Receipts changed in transit: some have no form that a receipt may have, the others break a signature only. */
function formless(receipt: Receipt): unknown[] {
  const { ticket, settlement, settlementLog, ticketLog } = receipt
  const entered = ticket.dueAt - 1000 * ticket.duration
  const lasting = (seconds: number, fixingTicks: number, moreMs = 0) => {
    const dueAt = entered + 1000 * seconds + moreMs
    return { ...receipt, ticket: { ...ticket, duration: seconds, fixingTicks, dueAt } }
  }
  const others: Record<string, unknown> = { order: NOBODY, ledger: `order:${NOBODY}/settlement` }
  return [
    ...DURATIONS.flatMap(({ seconds, fixingTicks }) => [
      ...[-1, 0, 1].map((more) => lasting(seconds, fixingTicks + more)),
      ...[-1, 1].map((more) => lasting(seconds + more, fixingTicks)),
    ]),
    ...[-1000, -1, 1, 1000].map((more) => lasting(ticket.duration, ticket.fixingTicks, more)),
    ...[-1500, -501, -500, -499, 0].map((more) => ({
      ...receipt,
      ticket: { ...ticket, acceptedAt: entered + more },
    })),
    { ...receipt, ticket: { ...ticket, pid: ticket.pid + 1 } },
    ...Object.entries(others).map(([name, value]) => ({
      ...receipt,
      settlement: { ...settlement, [name]: value },
    })),
    { ...receipt, settlement: { ...settlement, ...others } },
    { ...receipt, settlementLog: settlementLog ? null : ticketLog },
    { ...receipt, settlement: { ...settlement, outcome: 'closed' } },
  ]
}

const NOBODY = '00000000-0000-8000-8000-000000000000'

/** Receipts under a head of another log, in its text or beside its signature, which the log's key has signed all the same. */
function otherHeads(receipt: Receipt): unknown[] {
  const { origin, log } = receipt.keys
  const { text = '' } = splitNote(receipt.checkpoint) ?? {}
  const foreign = text.replace(origin, 'log.sample/tm')
  const sign = (message: string) => () => lying.sign('log', message)
  const notes = [text, foreign].flatMap((one) =>
    [origin, 'log.sample/tm'].map((name) => signNote(one, checkpointKey(name, log, lying.sha256), sign(one))),
  )
  const renamed = { ...receipt.keys, origin: 'log.sample/tm' }
  return notes.flatMap((checkpoint) => [
    { ...receipt, checkpoint },
    { ...receipt, checkpoint, keys: renamed },
  ])
}

test.skipIf(!hasPython)('the second verifier accepts each kind of log entry with exactly its fields', () => {
  const bodies = Object.values(ENTRY_OF).flatMap((entry) => [
    entryBody(entry),
    canonicalText({ ...(JSON.parse(entryBody(entry)) as object), more: 1 }),
  ])
  const code =
    'import json, sys; from log import read_entry; print(json.dumps([bool(read_entry(one)) for one in json.load(sys.stdin)]))'
  const { stdout } = spawnSync('python3', ['-B', '-c', code], {
    cwd: dirname(PROGRAM),
    input: JSON.stringify(bodies),
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout)).toEqual(bodies.map((_, i) => i % 2 === 0))
})

test.skipIf(!hasPython)('the second verifier also recognises a receipt of an earlier format', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-second-'))
  const file = join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify({ receipt: { ...played[0]?.receipt, format: 'tickmark-receipt/3' } }))
  const { stdout, stderr, status } = spawnSync('python3', ['-B', PROGRAM, file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([stdout, stderr.trim(), status]).toEqual([
    '',
    'a receipt of an earlier format, which the verifier of its time decides',
    2,
  ])
})

test.skipIf(!hasPython)(
  'the second verifier, written in Python from the text alone, agrees on every receipt',
  () => {
    const given = files()
    const input = given.map((one) => `${JSON.stringify(one)}\n`).join('')
    const { stdout, stderr, status } = spawnSync('python3', ['-B', PROGRAM, '-'], {
      input,
      maxBuffer: 1 << 30,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const lines = stdout.trim().split('\n')
    expect(lines.length).toBe(given.length)
    const verdicts = new Map<string, number>()
    for (const [i, one] of given.entries()) {
      const { verdict, steps } = checkReceipt(JSON.parse(JSON.stringify(one)), crypto)
      const failed = steps.filter((step) => !step.ok).map((step) => step.name)
      expect(JSON.parse(lines[i] ?? ''), JSON.stringify(one)).toEqual({ verdict, failed })
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
    }
    expect([...verdicts.keys()].toSorted()).toEqual(['broken', 'holds', 'not_proven'])
  },
  runs(300_000, 3_600_000),
)
