import { canonicalText } from '@tickmark/core/canonical'
import { readCloseText, readOrderText } from '@tickmark/core/consent/consentText'
import { readDelegation } from '@tickmark/core/consent/delegation'
import type { Grant } from '@tickmark/core/consent/grant'
import { testOwner } from '@tickmark/core/consent/owner.testing'
import { readSignInText, signInText } from '@tickmark/core/consent/signInText'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { checkpointKey } from '@tickmark/core/log/checkpoint'
import { entryBody } from '@tickmark/core/log/log'
import { MOST } from '@tickmark/core/money/money'
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

/** Sign-in texts: with other grants, or with a line or a character left out or told twice. */
function signInTexts(): string[] {
  const texts = (['evm', 'tron'] as const).map(
    (wallet) => testOwner(5, SIGNED_MS, { wallet }).delegation.text,
  )
  const [text = ''] = texts
  const facts = readSignInText(text, crypto.sha256)
  if (!facts?.grant) throw new Error('the owner delegates')
  const { grant } = facts
  const usdt = (units: bigint, currency = 'USDT') => ({ most: [{ currency, units }] })
  const grants: Partial<Grant>[] = [
    {},
    ...[-60, -1, 1, 60].map((more) => ({ untilS: grant.untilS + more })),
    ...[LAST_S - 59, LAST_S + 1].map((untilS) => ({ untilS })),
    ...[0n, 1n, MOST, MOST + 1n].map((units) => usdt(units)),
    usdt(1n, 'DOGE'),
    { most: [...grant.most, ...grant.most.slice(0, 1)] },
    { most: grant.most.toReversed() },
    { most: [] },
    { key: 'A'.repeat(44) },
    { key: grant.key.slice(1) },
  ]
  const lines = text.split('\n')
  return [
    ...texts,
    ...grants.map((change) => signInText({ ...facts, grant: { ...grant, ...change } }, crypto.sha256)),
    signInText({ ...facts, grant: null }, crypto.sha256),
    ...lines.map((_, i) => lines.toSpliced(i, 1).join('\n')),
    ...lines.map((line, i) => lines.toSpliced(i, 0, line).join('\n')),
    ...Array.from(text, (_, i) => text.slice(0, i) + text.slice(i + 1)),
    text.replaceAll('2026-11-21T00:00', '2026-11-31T00:00'),
    text.replace('00:00.000Z', '00:00.000z'),
    text.replace(/^\S+/, 'evil.example'),
    text.replace('It cannot withdraw. ', ''),
  ]
}

const SIGNED_MS = 1_795_219_200_000
/** The last second of the year 9999. */
const LAST_S = 253_402_300_799

/** Texts of an order or a close: with each field left out, of another type, beyond its range, or told in another way. */
function consentTexts(text: string): string[] {
  const [prefix = '', ...rest] = text.split('\n')
  const fields = JSON.parse(rest.join('\n')) as Record<string, unknown>
  const write = (value: object) => written(prefix, { ...value })
  const others = [null, true, [], {}, -1, 1.5, 2 ** 53, '', '0', '01', '-1', '9223372036854775808', 'ü']
  const heads = [0, 1, -1].flatMap((size) => ['', 'ab'.repeat(32), 'ab'].map((root) => ({ root, size })))
  return [
    text,
    ...Object.keys(fields).map((name) => {
      return write(Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name)))
    }),
    ...Object.keys(fields).flatMap((name) =>
      others.map((value) => written(prefix, { ...fields, [name]: value })),
    ),
    ...heads.map((head) => write({ ...fields, head })),
    write({ ...fields, more: 1 }),
    `${text} `,
    text.replace('{', '{ '),
    text.replace('/1', '/2'),
    text.replace(prefix, `${prefix}\n`),
    rest.join('\n'),
  ]
}

/** A text with its fields in order, whatever their values. */
function written(prefix: string, fields: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `${prefix}\n${JSON.stringify(Object.fromEntries(sorted))}`
}

test.skipIf(!hasPython)('both verifiers read the same texts that an owner signs', () => {
  const { order, close } = CONSENT_LIES.map(([, { consents }]) => consents).find((one) => one.close) ?? {}
  const texts = [signInTexts(), consentTexts(order?.text ?? ''), consentTexts(close?.text ?? '')]
  const code = [
    'import json, sys',
    'from consent import CLOSE_TEXT, ORDER_TEXT, read_delegation, read_signed',
    'signIns, orders, closes = json.load(sys.stdin)',
    'read = [[read_delegation(one) for one in signIns]]',
    'read += [[read_signed(one, "tickmark-order/1\\n", ORDER_TEXT) for one in orders]]',
    'read += [[read_signed(one, "tickmark-close/1\\n", CLOSE_TEXT) for one in closes]]',
    'print(json.dumps([[one is not None for one in each] for each in read]))',
  ].join('\n')
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', code], {
    cwd: dirname(PROGRAM),
    input: JSON.stringify(texts),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const readers = [(one: string) => readDelegation(one, crypto.sha256), readOrderText, readCloseText]
  const found = JSON.parse(stdout) as boolean[][]
  for (const [i, reader] of readers.entries()) {
    const differing = texts[i]?.filter((one, k) => (reader(one) !== null) !== found[i]?.[k])
    expect(differing).toEqual([])
    expect(new Set(found[i])).toEqual(new Set([true, false]))
  }
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
