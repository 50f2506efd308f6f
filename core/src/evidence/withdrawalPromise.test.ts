import { expect, test } from 'vitest'
import { canonicalText } from '../canonical.ts'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import { checkWithdrawalFile } from './checkWithdrawalFile.ts'
import { dueAtMs } from '../wallet/dueTimes.ts'
import {
  INTENT,
  intentCrypto,
  REQUESTED_AT as AT,
  signToyIntent,
  toyAddress,
  toyPromise,
  toyWithdrawalFile,
} from './toyWithdrawal.testing.ts'
import {
  judgeWithdrawalAnswer,
  parseWithdrawalPromise,
  withdrawalPromiseText,
  type AskedWithdrawal,
  type WithdrawalPromise,
} from './withdrawalPromise.ts'

const HOUR = 3_600_000
const house = testCrypto(81)
const foreign = testCrypto(82)
const honest = toyPromise()
const { id, account, consent } = honest
const ASKED: AskedWithdrawal = { intent: INTENT, consent, account, id }
const OTHER_ID = id.replace(/.$/, '5')
const endless = { ...INTENT, expires: '2026-13-21T10:05:00.000Z' }
const dearer = { ...INTENT, feeCap: '0.6' }

test.each<[string, Partial<WithdrawalPromise>, boolean]>([
  ['the honest one', {}, true],
  ['the latest due time', { due: AT + 264 * HOUR }, true],
  ['a due time that no rule gives', { due: AT + 264 * HOUR + 1 }, false],
  ['a due time before the shortest', { due: AT + 96 * HOUR - 1 }, false],
  ['number 0', { number: 0 }, false],
  ['an amount with a plus', { intent: { ...INTENT, amount: '+40' } }, false],
  ['an amount with nine decimals', { intent: { ...INTENT, amount: '0.123456789' } }, false],
  ['a time without milliseconds', { intent: { ...INTENT, expires: '2026-11-21T10:05:00Z' } }, false],
  ['an intent with a field more', { intent: { ...INTENT, memo: 'x' } as never }, false],
  ['a signature without 0x', { consent: consent.slice(2) }, false],
  ['no signature', { consent: '0x' }, false],
  ['another wallet', { wallet: 'btc' as never }, false],
])('a promise with %s is read as it should be', (_, change, isOne) => {
  const promise = toyPromise(change)
  expect(parseWithdrawalPromise(canonicalText(promise as never))).toEqual(isOne ? promise : null)
})

test('a promise is read only from its canonical text', () => {
  const text = withdrawalPromiseText(honest)
  expect(parseWithdrawalPromise(text)).toEqual(honest)
  expect(parseWithdrawalPromise(JSON.stringify(honest))).toBeNull()
  expect(parseWithdrawalPromise(`${text} `)).toBeNull()
})

/** What a wallet signed ends at 10:05, and was offered five minutes before; the house's time may be a day off. */
const TIMES: [string, at: number, isGood: boolean][] = [
  ['the last moment', AT + 24 * HOUR + 5 * 60_000 - 1, true],
  ['an acceptance after it', AT + 24 * HOUR + 5 * 60_000, false],
  ['an acceptance months later', AT + 2_000 * HOUR, false],
  ['the first moment', AT - 24 * HOUR, true],
  ['an acceptance before it', AT - 24 * HOUR - 1, false],
]
const acceptedAt = (at: number) => ({
  at,
  due: dueAtMs({ atMs: at, addressFromMs: at, needsApproval: false }),
})

const answered = (change: Partial<WithdrawalPromise>, asked: Partial<AskedWithdrawal> = {}) =>
  judgeWithdrawalAnswer(toyWithdrawalFile(house, toyPromise(change)), { ...ASKED, ...asked }, crypto)

test.each([
  ['what was asked', answered({}), null],
  ['the owner’s address in another spelling', answered({}, { account: account.toLowerCase() }), null],
  ['another withdrawal', answered({ id: OTHER_ID }), 'other_terms'],
  ['another amount', answered({ intent: { ...INTENT, amount: '4' } }), 'other_terms'],
  ['a higher fee', answered({ intent: dearer }), 'other_terms'],
  ['another address', answered({ intent: { ...INTENT, to: account } }), 'other_terms'],
  ['another signature', answered({ consent: signToyIntent(dearer, 'evm') }), 'other_terms'],
  ['another owner', answered({ account: INTENT.to }), 'other_terms'],
  ['a due time that no rule gives', answered({ due: AT + 999 * HOUR }), 'unreadable'],
  ...TIMES.map(([time, at, isGood]): [string, string | null, string | null] => {
    return [time, answered(acceptedAt(at)), isGood ? null : 'other_terms']
  }),
])('the house’s promise of a withdrawal with %s is judged correctly', (_, problem, expected) => {
  expect(problem).toBe(expected)
})

test('a promise counts only with both signatures, and nothing else is one', () => {
  const file = toyWithdrawalFile(house)
  for (const change of [{ signature: '0'.repeat(128) }, { head: 'none\n' }, { keys: foreign.keys }])
    expect(judgeWithdrawalAnswer({ ...file, ...change }, ASKED, crypto)).toBe('not_signed')
  for (const answer of [null, '', {}, { ...file, more: 1 }, { ...file, signature: '' }])
    expect(judgeWithdrawalAnswer(answer, ASKED, crypto)).toBe('unreadable')
})

const all = { ...crypto, ...intentCrypto }
const file = toyWithdrawalFile(house)
const tron = toyWithdrawalFile(house, toyPromise({}, 'tron'))
const withPromise = (change: Partial<WithdrawalPromise>) => toyWithdrawalFile(house, toyPromise(change))

test.each<[string, unknown, object, verdict: string, failed: string[]]>([
  ['honest', file, {}, 'holds', []],
  ['honest, of a Tron wallet', tron, {}, 'holds', []],
  [
    'honest, with known keys, owner and site',
    file,
    { ...house.keys, owner: account, site: 'tickmark.example' },
    'holds',
    [],
  ],
  ['honest, with a known owner alone', file, { owner: account }, 'holds', []],
  ['honest, with a known site alone', file, { site: 'tickmark.example' }, 'holds', []],
  ['of other keys', file, foreign.keys, 'broken', ['keys']],
  ['of another owner', file, { owner: INTENT.to }, 'broken', ['owner']],
  ['of another site', file, { site: 'evil.example' }, 'broken', ['owner']],
  ['unsigned', { ...file, signature: '0'.repeat(128) }, {}, 'broken', ['answer_signature']],
  [
    'about another amount than was signed',
    { ...file, statement: toyPromise({ number: 8 }) },
    {},
    'broken',
    ['answer_signature'],
  ],
  ['of terms that nobody signed', withPromise({ intent: dearer }), {}, 'broken', ['consent']],
  ['in the name of another wallet', withPromise({ account: toyAddress('tron') }), {}, 'broken', ['consent']],
  ['of a signature for another chain', withPromise({ wallet: 'tron' }), {}, 'broken', ['consent']],
  ['of a contract wallet', withPromise({ wallet: 'contract' }), {}, 'not_proven', ['consent']],
  ...TIMES.map(([time, at, isGood]): [string, unknown, object, string, string[]] => {
    const verdict = isGood ? 'holds' : 'broken'
    return [`of ${time}`, withPromise(acceptedAt(at)), {}, verdict, isGood ? [] : ['consent']]
  }),
  [
    'of no time',
    withPromise({ intent: endless, consent: signToyIntent(endless, 'evm') }),
    {},
    'broken',
    ['consent'],
  ],
  [
    'of a contract wallet, months later',
    withPromise({ wallet: 'contract', ...acceptedAt(AT + 2_000 * HOUR) }),
    {},
    'broken',
    ['consent'],
  ],
  ['with a false head', { ...file, head: 'none\n' }, {}, 'broken', ['checkpoint']],
  ['no file', { ...file, format: 'tickmark-withdrawal/2' }, {}, 'broken', ['form']],
])('the file of a promise that is %s is decided by its own step', (_, given, trusted, verdict, failed) => {
  const report = checkWithdrawalFile(given, all, trusted)
  expect(report.verdict).toBe(verdict)
  expect(report.steps.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(failed)
})

test('the check of a promise tells its keys and its owner only where they are known', () => {
  const told = (trusted: object) => checkWithdrawalFile(file, all, trusted).steps.map(({ name }) => name)
  expect(told({})).toEqual(['form', 'answer_signature', 'consent', 'checkpoint'])
  const known = { ...house.keys, owner: account }
  expect(told(known)).toEqual(['form', 'keys', 'answer_signature', 'consent', 'owner', 'checkpoint'])
})
