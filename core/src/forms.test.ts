import { expect, test } from 'vitest'
import { DAY_FORMAT, parseDayFile } from './arbitrage/day/dayFile.ts'
import { sharedDays } from './arbitrage/hostings.ts'
import { HOSTING_FORMAT, parseHostingFile } from './arbitrage/hostingPromise.ts'
import { parseHosting } from './arbitrage/readHosting.ts'
import { parsePayoutLine, parseTradeLine } from './arbitrage/readLines.ts'
import { readCloseText, readOrderText } from './consent/consentText.ts'
import { readExitText, readHostingText } from './consent/hostingConsent.ts'
import { readSwapText } from './consent/swapConsent.ts'
import { parseBalancesFile } from './evidence/balancesFile.ts'
import { ADDRESS_FORMAT, parseAddressFile } from './evidence/depositAddress.ts'
import { ADDRESS } from './evidence/toyAddress.testing.ts'
import { toyBalancesFile } from './evidence/toyBalances.testing.ts'
import { toyPromise } from './evidence/toyWithdrawal.testing.ts'
import {
  parseWithdrawalFile,
  parseWithdrawalPromise,
  WITHDRAWAL_FORMAT,
} from './evidence/withdrawalPromise.ts'
import { sealedLoan } from './loans/sealed.testing.ts'
import { readRepaymentText } from './consent/repaymentConsent.ts'
import { parseSealed } from './loans/sealed.ts'
import { parseFork } from './log/fork.ts'
import { ENTRY_OF } from './log/entries.testing.ts'
import { parseEntry, type LogEntry } from './log/log.ts'
import { parseWitnessed } from './log/witnessed.ts'
import { malformed, orderedText } from './malformed.testing.ts'
import { CLOSING_FORMAT, parseAnswer, REFUSAL_FORMAT } from './receipts/answerShape.ts'
import { testCrypto } from './receipts/nodeCrypto.testing.ts'
import { parsePromise, PROMISE_FORMAT } from './receipts/promiseShape.ts'
import { parseReceipt } from './receipts/receiptShape.ts'
import { playExchange } from './receipts/toyExchange.testing.ts'
import { parseLine } from './record/recordLine.ts'

/** A kind of outside input: its name, its reader, an honest value, and the mutations that the reader may accept. */
type Form = [what: string, read: (value: unknown) => unknown, honest: unknown, allowed?: string[]]

/** Mutations allowed for a free text, and for a list of any length. */
const PRINTED = ['unknown', '_…', '…_']
const WRITTEN = [...PRINTED, 'line']
const TYPED = [...WRITTEN, 'empty', 'é']
const LONG = [...TYPED, 'longer']
const LENGTHS = ['fewer', 'more']
const may = (others: readonly string[], ...fields: string[]) =>
  fields.flatMap((field) => others.map((other) => `${field} ${other}`))
const H = 'ab'.repeat(32)
const ID = '01234567-89ab-8def-8123-456789abcdef'
const AT = 1_795_219_200_000
/** Mutations that a promise of a withdrawal may have. */
const promiseMay = (at: string) => [
  ...may(PRINTED, `${at}account`, `${at}intent.site`, `${at}intent.network`, `${at}intent.to`),
  `${at}intent.amount .5`,
]
const DAY = '2026-11-21'
const line = (read: (text: string) => unknown) => (value: unknown) => read(orderedText(value))
const signed = (prefix: string, read: (text: string) => unknown) => (value: unknown) =>
  read(`${prefix}\n${orderedText(value)}`)

/** Mutations that a log entry may have. */
const ENTRIES_MAY: Partial<Record<LogEntry['kind'], string[]>> = {
  keys: ['origin unknown'],
  audited: ['liabilities fewer'],
  tick: ['prices without 10'],
  reveal: ['levels without 1'],
  rules: [...may(LENGTHS, 'rules.chancesPpm', 'rules.durations'), 'rules.stakes without USDT'],
  model: ['deviations without 1'],
  yield: [
    'profit --',
    'held without 1',
    'held.1 without 1',
    'held.1 without 4',
    'held.1.1 --',
    // The day's lines decide what is under way (moving.ts).
    'moving fewer',
    'moving more',
    // Earlier days and this day's own sum decide what is taken (day/taken.ts).
    'taken fewer',
    'taken more',
    'taken.#.usdt without 1',
  ],
  // How many withdrawals have ended by then, only the log before and after shows.
  withdrawn: ['ends fewer'],
}
const ENTRIES = Object.values(ENTRY_OF).map((one): Form => [
  `the ${one.kind} of the log`,
  line(parseEntry),
  one,
  ENTRIES_MAY[one.kind],
])

const ORDER_LINE = {
  kind: 'order',
  ticket: H,
  receipt: H,
  batch: 1,
  logged: 2,
  book: 'real',
  currency: 'USDT',
  pid: 1,
  duration: 60,
  direction: 'up',
  barrierPpm: 0,
  chancePpm: 500_000,
  marginPpm: 40_000,
  ratePct: 92,
  due: AT,
  stake: '100',
  outcome: 'won',
  net: '92',
  payout: '192',
  entrySeq: 4,
  exitSeq: 9,
}
const LEG = {
  order: ID,
  venue: 1,
  side: 'buy',
  limit: '5',
  size: '5',
  sentAt: AT,
  state: 'filled',
  filled: '5',
  quote: '5',
  fee: '1',
  book: { seq: 1, at: AT, bid: ['5', '6'], ask: [] },
}
const HOSTING = {
  v: 1,
  kind: 'hosting',
  number: 1,
  at: AT,
  order: ID,
  book: 'real',
  mid: 1,
  version: 1,
  days: 7,
  upperPpm: 5,
  exitFeePpm: 3,
  principal: '5',
  ...sharedDays(AT, 7),
  consent: H,
} as const
const LINES: Form[] = [
  ['an order of a record', line(parseLine), ORDER_LINE, ['net --', 'payout --']],
  ['a withdrawal of a record', line(parseLine), { kind: 'withdrawal', currency: 'USDT', network: 2, ms: 4 }],
  [
    'a trade',
    line(parseTradeLine),
    { v: 1, kind: 'trade', number: 1, at: AT, pid: 1, legs: [LEG], profit: '-5' },
    ['legs fewer', 'legs more', 'legs.#.book.ask fewer'],
  ],
  [
    'a move',
    line(parseTradeLine),
    {
      v: 1,
      kind: 'move',
      number: 1,
      at: AT,
      from: 1,
      to: 2,
      currency: 1,
      amount: '5',
      cost: '3',
    },
  ],
  [
    'an arrival',
    line(parseTradeLine),
    { v: 1, kind: 'arrival', number: 2, at: AT, from: 1, to: 2, currency: 1, amount: '5', move: 1 },
  ],
  [
    'a payout',
    line(parsePayoutLine),
    {
      v: 1,
      kind: 'payout',
      day: DAY,
      book: 'real',
      order: ID,
      number: 1,
      mid: 1,
      version: 1,
      upperPpm: '5',
      principal: '5',
      last: DAY,
      amount: '5',
    },
  ],
  ['a hosting order', line(parseHosting), HOSTING, ['consent empty']],
  [
    'an early exit',
    line(parseHosting),
    { v: 1, kind: 'exit', number: 1, at: AT, order: ID, back: '5', fee: '3', consent: H },
    ['consent empty'],
  ],
]

const frame = {
  origin: 'https://tickmark.example',
  session: 'a session',
  nonce: AT,
  at: AT,
  expires: AT + 5_000,
  head: { size: 3, root: H },
}
/** Any text is read here: a later step compares it with the expected one. */
const anyText = (...fields: string[]) => may([...PRINTED, 'empty'], ...fields)
const TEXTS: Form[] = [
  [
    'the word for an order',
    signed('tickmark-order/1', readOrderText),
    {
      ...frame,
      book: 'real',
      currency: 'USDT',
      pid: 1,
      pair: 'BTC/USDT',
      duration: 60,
      direction: 'up',
      barrierPpm: 7,
      ratePct: 92,
      chancePpm: 500_000,
      marginPpm: 40_000,
      stake: '100',
    },
    [
      ...anyText('origin', 'session', 'book', 'currency', 'pair', 'direction'),
      ...['book', 'currency', 'pair', 'direction'].map((field) => `${field} number`),
      'pid "1"',
      'duration "60"',
      'barrierPpm "7"',
      'ratePct "92"',
      'chancePpm "500000"',
      'marginPpm "40000"',
    ],
  ],
  [
    'the word for a close',
    signed('tickmark-close/1', readCloseText),
    { ...frame, order: ID, bid: '100' },
    anyText('origin', 'session'),
  ],
  [
    'the word for hosting',
    signed('tickmark-hosting/1', readHostingText),
    {
      ...frame,
      book: 'real',
      mid: 1,
      version: 1,
      days: 7,
      upperPpm: 5,
      exitFeePpm: 6,
      principal: '1000',
    },
    anyText('origin', 'session'),
  ],
  [
    'the word for an early exit',
    signed('tickmark-exit/1', readExitText),
    { ...frame, order: ID, back: '1000' },
    anyText('origin', 'session'),
  ],
  [
    'the word for a repayment',
    signed('tickmark-repayment/1', readRepaymentText),
    { ...frame, loan: ID, first: 2, last: 3, fee: '60', sum: '260' },
    anyText('origin', 'session'),
  ],
  [
    'the word for a swap',
    signed('tickmark-swap/1', readSwapText),
    { ...frame, book: 'real', source: 'ETH', target: 'USDT', given: '1000', least: '70', key: ID },
    anyText('origin', 'session'),
  ],
]

function receiptClosed() {
  const closed = playExchange(testCrypto(5), 40).find((one) => one.statement.outcome === 'closed')
  if (!closed) throw new Error('an order was closed early')
  return closed.receipt
}
const receipt = receiptClosed()
const { keys, checkpoint: head, consents } = receipt
const consent = consents.close
const consentMay = (at: string) => [
  `${at} null`,
  ...may(WRITTEN, `${at}.text`, `${at}.delegation.text`),
  ...may(PRINTED, `${at}.delegation.address`),
  ...may(['short', 'long'], `${at}.delegation.signature`),
]
const answerMay = [...consentMay('consent'), ...may(WRITTEN, 'head'), 'keys.origin unknown']
const FILES: Form[] = [
  [
    'a receipt',
    parseReceipt,
    { ...receipt, segments: receipt.segments.slice(0, 1) },
    [
      ...may(['empty'], 'ticket.consent', 'settlement.consent'),
      ...may(['fewer'], 'ticketProof.path', 'ticketLog.path', 'settlementProof.path', 'settlementLog.path'),
      ...may(LENGTHS, 'ticketProof.path', 'segments', 'segments.#.bodies', 'proof'),
      ...consentMay('consents.order'),
      ...consentMay('consents.close'),
      ...may(PRINTED, 'segments.#.bodies.#'),
      ...may(WRITTEN, 'checkpoint'),
      'keys.origin unknown',
    ],
  ],
  [
    'a promise',
    parsePromise,
    {
      format: PROMISE_FORMAT,
      ticket: receipt.ticket,
      proof: receipt.ticketProof,
      consent: consents.order,
      head,
      keys,
    },
    ['ticket.consent empty', ...may(LENGTHS, 'proof.path'), ...answerMay],
  ],
  [
    'a refusal',
    parseAnswer,
    {
      format: REFUSAL_FORMAT,
      refusal: {
        v: 1,
        kind: 'refusal',
        number: 1,
        asked: ID,
        order: ID,
        code: 'market_closed',
        at: AT,
        consent: H,
      },
      signature: H + H,
      consent,
      head,
      keys,
    },
    answerMay,
  ],
  [
    'a close',
    parseAnswer,
    {
      format: CLOSING_FORMAT,
      settlement: receipt.settlement,
      proof: receipt.settlementProof,
      consent,
      head,
      keys,
    },
    [...may(PRINTED, 'settlement.ledger'), 'settlement.consent empty', 'proof.path fewer', ...answerMay],
  ],
  [
    'an answer to a hosting order',
    parseHostingFile,
    { format: HOSTING_FORMAT, statement: HOSTING, signature: H + H, consent, head, keys },
    ['statement.consent empty', ...answerMay],
  ],
  ['a promise of a withdrawal', line(parseWithdrawalPromise), toyPromise(), promiseMay('')],
  [
    'the file of a promise of a withdrawal',
    parseWithdrawalFile,
    { format: WITHDRAWAL_FORMAT, statement: toyPromise(), signature: H + H, head, keys },
    [...promiseMay('statement.'), ...may(WRITTEN, 'head'), 'keys.origin unknown'],
  ],
  [
    'the file of a deposit address',
    parseAddressFile,
    { format: ADDRESS_FORMAT, statement: ADDRESS, signature: H + H, head, keys },
    [
      ...may(PRINTED, 'statement.account', 'statement.network', 'statement.address'),
      ...may(WRITTEN, 'head'),
      'keys.origin unknown',
    ],
  ],
  [
    'the file of an owner’s balances',
    parseBalancesFile,
    toyBalancesFile(testCrypto(88)),
    [
      ...may(PRINTED, 'account'),
      ...may(LENGTHS, 'shares.#.path', 'segment.bodies', 'segment.left', 'segment.right'),
      ...may([...PRINTED, 'longer'], 'segment.bodies.#'),
      ...may(WRITTEN, 'head'),
      'keys.origin unknown',
    ],
  ],
  [
    'a loan',
    parseSealed,
    sealedLoan(),
    [
      ...may(['unknown'], 'agreement.site', 'agreement.borrower'),
      ...may(['--', '.5'], 'agreement.amount', 'schedule.#.amount'),
      ...may(LENGTHS, 'schedule'),
      ...may(WRITTEN, 'text'),
      ...may(LONG, 'drawing'),
      'details null',
      ...may(TYPED, 'details.name', 'details.phone', 'details.address', 'details.idNumber'),
      ...may(['0…', '--', '+', 'beyond', '-0', '.5'], 'details.phone'),
    ],
  ],
  [
    'a day of the programme',
    parseDayFile,
    {
      format: DAY_FORMAT,
      day: DAY,
      segments: [{ from: 3, bodies: ['{}'] }],
      proof: [H],
      checkpoint: head,
      trades: ['{}'],
      payouts: ['{}'],
      earlier: ['{}'],
      hostings: ['{}'],
      keys,
    },
    [
      ...may(LENGTHS, 'segments', 'segments.#.bodies', 'proof', 'trades', 'payouts', 'earlier', 'hostings'),
      ...may(
        [...PRINTED, 'longer'],
        'segments.#.bodies.#',
        'trades.#',
        'payouts.#',
        'earlier.#',
        'hostings.#',
      ),
      ...may(WRITTEN, 'checkpoint'),
      'keys.origin unknown',
    ],
  ],
  [
    'a fork',
    parseFork,
    {
      format: 'tickmark-fork/2',
      vkey: 'key',
      changes: ['{}'],
      older: { note: 'old' },
      newer: { note: 'new' },
      olderRootInNewer: H,
      proof: [H],
    },
    [...may(LONG, 'vkey', 'changes.#', 'older.note', 'newer.note'), ...may(LENGTHS, 'changes', 'proof')],
  ],
  [
    'a witnessed head',
    parseWitnessed,
    { checkpoint: 'note', proof: [H] },
    ['and more', ...may(LONG, 'checkpoint'), ...may(LENGTHS, 'proof')],
  ],
]

test.each([...ENTRIES, ...LINES, ...TEXTS, ...FILES])(
  '%s: no malformed value is read',
  (_, read, honest, allowed = []) => {
    expect(read(honest)).toBeTruthy()
    const accepted = malformed(honest).filter(({ value }) => read(value))
    expect(new Set(accepted.map(({ what }) => what))).toEqual(new Set(allowed))
  },
)

test('a signed text takes at most 2,000 characters after its first line', () => {
  const bare = { ...frame, order: ID, bid: '100', session: '' }
  const room = 2_000 - orderedText(bare).length
  const read = signed('tickmark-close/1', readCloseText)
  expect(read({ ...bare, session: 's'.repeat(room) })).toMatchObject({ bid: '100' })
  expect(read({ ...bare, session: 's'.repeat(room + 1) })).toBeNull()
})
