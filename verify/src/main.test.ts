import { hexOf } from '@tickmark/core/bytes'
import { rangeProof } from '@tickmark/core/log/tree/treeProofs'
import { type Played, playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { shownIn } from '@tickmark/core/receipts/toyShown.testing'
import { bundleHash } from '@tickmark/core/consent/bundle'
import { retell } from '@tickmark/core/receipts/lie.testing'
import { chanceOf, testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { formatAmount } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import { dayCommitment, dayReveal } from '@tickmark/core/market/simulated/day'
import { DAY_SECONDS, masterWorld, priceAt, pricesOn } from '@tickmark/core/market/simulated/prices'
import { TAMPERING_NAMES, tamper } from '@tickmark/core/receipts/tamper.testing'
import { expect, test } from 'vitest'
import type { DayReport } from './day.ts'
import { run } from './main.ts'
import { nodeCrypto } from './crypto/nodeCrypto.ts'

const lent = testCrypto(21)
const DAY = 20_778
const world = masterWorld(new Uint8Array(32).fill(42), DAY, nodeCrypto.sha256)
const reveal = dayReveal(world.dayFacts(DAY))
const played = playExchange(lent, 200)
const won = played.find(
  (one) => one.statement.outcome === 'won' && one.lacks.length === 0 && one.receipt.segments.length === 3,
) as Played
const { origin } = lent.keys
const config = JSON.stringify({ logOrigin: origin, logKey: lent.keys.log, receiptsKey: lent.keys.receipts })

function runOn(files: Record<string, string>, ...args: string[]) {
  return run(args, (path) => {
    const text = files[path]
    if (text === undefined) throw new Error(`no such file: ${path}`)
    return text
  })
}

test.each(['won', 'lost', 'tied', 'closed'])(
  'an order that is %s holds, with and without the published keys',
  (outcome) => {
    const one = played.find((order) => order.statement.outcome === outcome && order.lacks.length === 0)
    const files = { 'receipt.json': JSON.stringify(one?.receipt), 'config.json': config }
    const alone = runOn(files, 'receipt.json')
    expect(alone.code).toBe(0)
    expect(alone.text).toContain('HOLDS, with the keys that the receipt itself names')
    const compared = runOn(files, 'receipt.json', '--keys', 'config.json')
    expect(compared.code).toBe(0)
    expect(compared.text).toContain('It names the published keys.')
    expect(compared.text).not.toContain('BROKEN')
  },
)

test('an order void because ticks are missing is not proven, and the report says why', () => {
  const one = played.find((order) => order.statement.outcome === 'void')
  const { code, text } = runOn({ 'receipt.json': JSON.stringify(one?.receipt) }, 'receipt.json')
  expect(code).toBe(3)
  expect(text).toContain('NOT SHOWN  Why the log lacks ticks that decide the order')
})

test('the report names owner and site, and compares them if known', () => {
  const files = { r: JSON.stringify(won.receipt) }
  const owner = won.owner.delegation.address
  const alone = runOn(files, 'r')
  const site = /consented to it by signature, at (\S+)\.\n/.exec(alone.text)?.[1] ?? ''
  expect(alone.text).toContain(`The owner's wallet ${owner} consented`)
  expect(alone.text).not.toContain('published keys.')
  const lower = owner.toLowerCase()
  expect(runOn(files, 'r', '--owner', lower, '--site', site)).toMatchObject({ code: 0 })
  const others = [
    ['--owner', lent.owner(99).delegation.address],
    ['--site', 'other.example'],
  ]
  for (const known of others) {
    const told = runOn(files, 'r', ...known)
    expect(told.code).toBe(1)
    expect(told.text).toContain(`It leads to ${owner} at ${site}.`)
  }
})

test('a raw server response, with its status envelope, is read', () => {
  const answer = { status: 200, message: 'success', data: { receipt: won.receipt } }
  const head = {
    status: 200,
    message: 'success',
    data: { checkpoint: null, edge: [], origin, logKey: lent.keys.log, receiptsKey: lent.keys.receipts },
  }
  const files = { 'receipt.json': JSON.stringify(answer), 'head.json': JSON.stringify(head) }
  expect(runOn(files, 'receipt.json', '--keys', 'head.json').code).toBe(0)
})

test('a tampered receipt breaks with exit code 1, each of 400 times', () => {
  const random = chanceOf(9)
  let found = 0
  while (found < 400) {
    const changed = tamper(won.receipt, TAMPERING_NAMES[found % 4] as 'flip', random)
    if (!changed) continue
    const { code, text } = runOn({ 'receipt.json': JSON.stringify(changed) }, 'receipt.json')
    expect(code).toBe(1)
    expect(text).toContain('BROKEN')
    found += 1
  }
})

test.each([
  ['order', ['order']],
  ['close', ['close']],
  ['both', ['order', 'close']],
] as const)(
  'an order without its owner’s signature is not proven, with exit code 3: %s',
  (missing, parts) => {
    const closed = played.find((one) => one.statement.outcome === 'closed') as Played
    const unsigned = retell(closed, lent, ({ ticket, settlement, consents }) => ({
      ticket: parts.some((one) => one === 'order') ? { ...ticket, consent: '' } : ticket,
      settlement: parts.some((one) => one === 'close') ? { ...settlement, consent: '' } : settlement,
      consents: { ...consents, ...Object.fromEntries(parts.map((one) => [one, null])) },
    }))
    const { code, text } = runOn({ r: JSON.stringify(unsigned), k: config }, 'r', '--keys', 'k')
    expect(code).toBe(3)
    expect(text).toContain('NOT PROVEN')
    expect(text).toContain(
      missing === 'both'
        ? 'for the order and for closing it early'
        : `for ${missing === 'order' ? 'the order' : 'closing it early'}`,
    )
    expect(JSON.parse(runOn({ r: JSON.stringify(unsigned) }, 'r', '--json').text)).toMatchObject({
      verdict: 'not_proven',
    })
  },
)

test('a receipt of an earlier format is recognised, and called neither broken nor right', () => {
  for (const format of ['tickmark-receipt/1', 'tickmark-receipt/2', 'tickmark-receipt/3']) {
    const file = JSON.stringify({ receipt: { ...won.receipt, format } })
    const { code, text } = runOn({ r: file }, 'r')
    expect([code, text]).toEqual([
      2,
      expect.stringMatching(/^Unreadable: this receipt has an earlier format/),
    ])
    expect(JSON.parse(runOn({ r: file }, 'r', '--json').text)).toMatchObject({
      readable: false,
      file: 'earlier_receipt',
    })
  }
})

test('a consent that is not the owner’s is broken', () => {
  const { delegation } = lent.owner(99)
  const receipt = retell(won, lent, ({ ticket, consents }) => {
    const order = consents.order && { ...consents.order, delegation }
    const consent = order ? bundleHash(order, nodeCrypto.sha256) : ''
    return { ticket: { ...ticket, consent }, consents: { ...consents, order } }
  })
  const { code, text } = runOn({ r: JSON.stringify(receipt) }, 'r')
  expect(code).toBe(1)
  expect(text).toContain("does not lead to the owner's wallet")
})

test('a receipt of another house fails at its keys', () => {
  const stranger = JSON.stringify({ origin, logKey: 'ab'.repeat(32), receiptsKey: lent.keys.receipts })
  const { code, text } = runOn({ r: JSON.stringify(won.receipt), k: stranger }, 'r', '--keys', 'k')
  expect(code).toBe(1)
  expect(text).toContain('It names other keys than the published ones.')
})

test.each<[string, Record<string, string>, string[]]>([
  ['no file', {}, ['receipt.json']],
  ['no arguments', {}, []],
  ['too many arguments', {}, ['a', 'b']],
  ['an unknown option', {}, ['a', '--fast']],
  ['no JSON', { r: 'receipt' }, ['r']],
  ['keys that are none', { r: JSON.stringify(won.receipt), k: '{}' }, ['r', '--keys', 'k']],
  ['a log that is none', { r: JSON.stringify(won.receipt), l: '{"from":-1}' }, ['r', '--log', 'l']],
  ['a day without a reveal', { d: '{}' }, ['day', 'd']],
  ['a day beside a log that is no JSON', { d: JSON.stringify(reveal), l: 'log' }, ['day', 'd', '--log', 'l']],
])('%s is unreadable, with exit code 2', (_, files, args) => {
  expect(runOn(files, ...args).code).toBe(2)
})

test('--json prints the report as JSON, --help the usage', () => {
  const report = JSON.parse(runOn({ r: JSON.stringify(won.receipt) }, 'r', '--json').text) as Record<
    string,
    unknown
  >
  expect(report).toMatchObject({ readable: true, verdict: 'holds', summary: { outcome: 'won' } })
  expect(run(['--help'])).toMatchObject({ code: 0 })
})

/** An extract of a log, as in the server's answer. */
function extractOf(log: readonly string[], from: number, to: number, size = log.length) {
  const tree = treeOfEntries(log, lent.sha256)
  const { segments, checkpoint } = shownIn(log, tree, [{ from, to }], size, lent)
  const { left, right } = rangeProof(from - 1, to, size, tree.nodes)
  return { ...segments[0], left: left.map(hexOf), right: right.map(hexOf), checkpoint }
}

test('a receipt is compared with the public log: the same entries hold, another history does not', () => {
  const { log, receipt } = won
  const segment = receipt.segments[1] as (typeof receipt.segments)[number]
  const [from, to] = [segment.from + 1, segment.from + segment.bodies.length]
  const same = extractOf(log, from, to)
  const tick = JSON.parse(segment.bodies.at(-1) ?? '') as LogEntry
  const changed = log.with(to - 1, entryBody({ kind: 'tick', seq: to, at: tick.at, prices: {} }))
  const withLog = (extract: unknown) =>
    runOn({ r: JSON.stringify(receipt), l: JSON.stringify(extract) }, 'r', '--log', 'l')
  expect(withLog(same)).toMatchObject({ code: 0 })
  expect(withLog(same).text).toMatch(
    new RegExp(`\\s${segment.bodies.length} of its entries are in the public log`),
  )
  expect(withLog({ status: 200, message: '', data: same })).toMatchObject({ code: 0 })
  const size = Number(receipt.checkpoint.split('\n')[1])
  const [text = ''] = same.checkpoint.split('\n\n')
  const unsigned = { ...same, checkpoint: `${text}\n\n${receipt.checkpoint.split('\n\n')[1] ?? ''}` }
  for (const [problem, extract] of [
    ['differs', extractOf(changed, from, to)],
    ['nothing_in_common', extractOf(log, 4, 5, size)],
    ['other_head', extractOf(changed, 4, 5, size)],
    ['not_in_tree', { ...same, bodies: changed.slice(from - 1, to) }],
    ['not_in_tree', { ...same, right: [] }],
    ['wrong_signature', unsigned],
  ] as const) {
    const outcome = withLog(extract)
    expect(outcome.text).toContain(problem)
    expect(outcome.code).toBe(1)
  }
})

const bitcoin = productById(1)
if (!bitcoin) throw new Error('bitcoin is a product')

function dayLog(price: (second: number) => bigint) {
  // The log also has the commitments of the neighbouring days.
  const entries = [DAY - 1, DAY, DAY + 1].map((number, i): LogEntry => {
    const one = dayReveal(world.dayFacts(number))
    return { kind: 'day', seq: i + 1, at: 0, day: one.day, commit: dayCommitment(one, nodeCrypto.sha256) }
  })
  for (let i = 0; i < 50; i++) {
    const second = DAY * DAY_SECONDS + i * 1_700
    entries.push({ kind: 'tick', seq: i + 4, at: second * 1000, prices: { '1': String(price(second)) } })
  }
  return JSON.stringify(extractOf(entries.map(entryBody), 1, entries.length))
}

const drawn = (second: number) => priceAt(world, bitcoin, second)

test('a revealed day is recomputed and agrees with its commitment and its ticks', () => {
  const { code, text } = runOn({ d: JSON.stringify(reveal), l: dayLog(drawn) }, 'day', 'd', '--log', 'l')
  expect(code).toBe(0)
  expect(text).toContain('50 prices of 50 ticks are exactly as drawn')
  expect(text).toMatch(/BTC {3}open \d+\.\d+ {2}high/)
  expect(text).toContain('The seed is the one that had been committed to before the day.')
})

test('a day is read from an extract of the log that has its reveal', () => {
  const entries = [
    { kind: 'tick', seq: 1, at: 0, prices: {} },
    { kind: 'reveal', seq: 2, at: 0, ...reveal },
  ] as const
  const extract = extractOf(entries.map(entryBody), 1, 2)
  const { code, text } = runOn({ d: JSON.stringify(extract) }, 'day', 'd', '--json')
  expect([code, JSON.parse(text)]).toMatchObject([0, { readable: true, day: reveal.day, problem: null }])
  const other = extractOf(entries.slice(0, 1).map(entryBody), 1, 1)
  expect(runOn({ d: JSON.stringify(other) }, 'day', 'd').code).toBe(2)
})

test('a price that was not drawn, or a seed other than the committed one, breaks the day', () => {
  const shifted = dayLog((second) => drawn(second) + 1_000_000n)
  expect(runOn({ d: JSON.stringify(reveal), l: shifted }, 'day', 'd', '--log', 'l')).toMatchObject({
    code: 1,
  })
  const other = { ...dayReveal(masterWorld(new Uint8Array(32), DAY, nodeCrypto.sha256).dayFacts(DAY)) }
  const { code, text } = runOn({ d: JSON.stringify(other), l: dayLog(drawn) }, 'day', 'd', '--log', 'l')
  expect(code).toBe(1)
  expect(text).toContain('not the one that had been committed to')
})

test('the prices of a revealed day are those of its own seconds: none of the day after it', () => {
  const { text } = runOn({ d: JSON.stringify(reveal) }, 'day', 'd', '--json')
  const { drawn: lines } = JSON.parse(text) as DayReport & { readable: true }
  const facts = world.dayFacts(DAY)
  expect(lines.map(({ symbol }) => symbol)).toEqual(
    [...facts.levels.keys()].map((pid) => productById(pid)?.symbol),
  )
  const [from, until] = [DAY * DAY_SECONDS, (DAY + 1) * DAY_SECONDS]
  const own = Array.from({ length: until - from }, (_, i) => from + i)
  const prices = pricesOn({ sha256: nodeCrypto.sha256, dayFacts: () => facts }, bitcoin, own)
  const sorted = prices.toSorted((a, b) => Number(a - b))
  const [open, close, low, high] = [prices[0], prices.at(-1), sorted[0], sorted.at(-1)].map((one) =>
    formatAmount(one ?? 0n),
  )
  expect(lines.find(({ symbol }) => symbol === bitcoin.symbol)).toEqual({
    symbol: bitcoin.symbol,
    open,
    high,
    low,
    close,
  })
})
