import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import {
  INTENT,
  signToyIntent,
  toyAddress,
  toyPromise,
  toyWithdrawalFile,
} from '@tickmark/core/evidence/toyWithdrawal.testing'
import { hexOf } from '@tickmark/core/bytes'
import { withdrawalPromiseText, type WithdrawalPromise } from '@tickmark/core/evidence/withdrawalPromise'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import type { Ended } from '@tickmark/core/log/withdrawn'
import { merkleTree } from '@tickmark/core/log/tree/merkle'
import { rangeProof } from '@tickmark/core/log/tree/treeProofs'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { expect, test } from 'vitest'
import { run, runCommand } from '../main.ts'
import { judgePlace } from './promiseInLog.ts'

const HOUSE = testCrypto(83)
const { origin, log, receipts } = HOUSE.keys
const dearer = { ...INTENT, feeCap: '5' }
const fileOf = (...given: Parameters<typeof toyPromise>) => toyWithdrawalFile(HOUSE, toyPromise(...given))
const OWNER = toyAddress('evm')

const { at: ASKED_AT, due: DUE } = toyPromise()
const DAY = 86_400_000
const NOBODY = '00000000-0000-8000-8000-000000000000'
const tx = `0x${'ab'.repeat(32)}`

/** Answers of getLog with one entry of a log, by its number; another house than ours may have signed it. */
function logOf(entries: readonly LogEntry[], { sha256, keys, sign } = HOUSE) {
  const bodies = entries.map(entryBody)
  const tree = treeOfEntries(bodies, sha256)
  const checkpoint = signCheckpoint(
    { origin: keys.origin, size: bodies.length, root: tree.root(bodies.length) },
    checkpointKey(keys.origin, keys.log, sha256),
    (message) => sign('log', String.fromCharCode(...message)),
  )
  return (shown: number) => {
    const { left, right } = rangeProof(shown - 1, shown, bodies.length, tree.nodes)
    const proof = { left: left.map(hexOf), right: right.map(hexOf) }
    return { from: shown - 1, bodies: [bodies[shown - 1]], ...proof, checkpoint }
  }
}

/** One entry of a log of three, of which the second ends a withdrawal. */
function logWith(middle: Partial<Ended> & { at?: number }, shown = 2, house = HOUSE) {
  const { at = ASKED_AT + 5_000, ...end } = middle
  const tick = { kind: 'tick', prices: {} } as const
  const ends = [{ promise: 7, end: 'paid' as const, tx, ...end }]
  const show = logOf(
    [
      { ...tick, seq: 1, at: ASKED_AT },
      { kind: 'withdrawn', seq: 2, at, first: 1, ends },
      { ...tick, seq: 3, at: DUE + 2_000 },
    ],
    house,
  )
  return show(shown)
}

const lateDue = fileOf({ due: DUE + 1 })
const elsewhere = { number: 8, id: NOBODY, intent: { ...INTENT, nonce: NOBODY } }
const FILES: Record<string, unknown> = {
  second: lateDue,
  others: fileOf(elsewhere),
  lie: { format: 'tickmark-contradiction/1', files: [fileOf(), lateDue] },
  paid: logWith({}),
  late: logWith({ at: DUE + 1 }),
  refused: logWith({ end: 'refused', tx: '' }),
  recalled: logWith({ end: 'cancelled', tx: '' }),
  reverted: logWith({ end: 'returned' }),
  another: logOf([
    { kind: 'tick', seq: 1, at: ASKED_AT, prices: {} },
    { kind: 'withdrawn', seq: 2, at: DUE, first: 1, ends: [{ promise: 8, end: 'paid', tx }] },
  ])(2),
  silent: logWith({ promise: 8 }, 3),
  early: logOf([{ kind: 'tick', seq: 1, at: ASKED_AT, prices: {} }])(1),
  old: logWith({}, 1),
  older: logWith({ promise: 8, at: DUE }),
  foreign: logWith({}, 2, testCrypto(84)),
  outside: { ...logWith({}), left: logWith({}).right },
  honest: fileOf(),
  tron: fileOf({}, 'tron'),
  contract: fileOf({ wallet: 'contract', consent: '0x1234' }),
  unasked: fileOf({ intent: dearer }),
  asked: fileOf({ intent: dearer, consent: signToyIntent(dearer, 'evm') }),
  changed: { ...fileOf(), statement: toyPromise({ account: toyAddress('tron') }) },
  headless: { ...fileOf(), head: 'none\n' },
  stale: fileOf({ at: ASKED_AT + 60 * DAY, due: DUE + 60 * DAY }),
  distant: fileOf({ due: toyPromise().due * 2 }),
  newer: { ...fileOf(), format: 'tickmark-withdrawal/2' },
  keys: { origin, logKey: log, receiptsKey: receipts },
  wrong: { origin, logKey: log, receiptsKey: log },
}

test.each([
  ['honest', 0, /40 USDT on Ethereum to 0x7099[^]*WITHDRAWAL HOLDS[^]*by 2026-11-25 10:00[^]*add --keys/],
  ['honest --keys keys', 0, /It names the published keys[^]*WITHDRAWAL HOLDS[^]*under number 7\. To see/],
  ['honest --keys wrong', 1, /BROKEN {2}It names other keys[^]*BROKEN: this file does not show/],
  [`honest --owner ${OWNER} --site tickmark.example`, 0, /ok {6}It is of the owner and site/],
  [`honest --owner ${INTENT.to}`, 1, /BROKEN {2}It is of another owner or site/],
  ['honest --site evil.example', 1, /BROKEN {2}It is of another owner or site/],
  ['tron', 0, /asked by T[^]*WITHDRAWAL HOLDS/],
  ['contract', 3, /NOT SHOWN {2}What the owner signed[^]*NOT PROVEN[^]*the house owes it/],
  ['unasked', 1, /BROKEN {2}The wallet's signature is not the owner's/],
  ['asked', 0, /at most 5 USDT[^]*WITHDRAWAL HOLDS/],
  ['changed', 1, /BROKEN {2}The house's signature over this promise is wrong/],
  ['headless', 1, /BROKEN {2}The signature over the head/],
  [
    'stale',
    1,
    /ok {6}The house signed this promise[^]*BROKEN {2}The wallet's signature is[^\n]*not for this time/,
  ],
  ['distant', 2, /Unreadable: the withdrawal file/],
  ['newer', 2, /Unreadable: the withdrawal file/],
  ['honest --keys honest', 2, /Unreadable: the keys file/],
  ['honest --receipt honest', 0, /The other file[^]*WITHDRAWAL HOLDS/],
  [
    'honest --receipt second',
    1,
    /BROKEN {2}The other file[^]*CONTRADICTION: the house has signed two promises/,
  ],
  ['honest --receipt another', 2, /Unreadable: the receipt file/],
  ['honest --receipt others', 0, /WITHDRAWAL HOLDS/],
  ['unasked --receipt honest', 1, /BROKEN: this file does not show that the house accepted/],
  ['lie', 0, /withdrawal 5e0b3f2a-[^ ]* \(promise 7\)[^]*CONTRADICTION: the house has signed two things/],
  ['lie --keys wrong', 1, /BROKEN/],
  ['honest', 0, /To see how it ended, add --url or --log/],
  [
    'honest --log paid',
    0,
    /PAID, the log says in entry 2, [^,]*Z\. Transaction 0x(ab){32} on Ethereum must pay 40 USDT to 0x70/,
  ],
  ['honest --log late', 0, /PAID[^]*after the promised time\./],
  ['honest --log refused', 0, /RETURNED: operators refused it, the log says[^]*only the house's books/],
  ['honest --log recalled', 0, /RETURNED: its owner called it back/],
  ['honest --log reverted', 0, /RETURNED: it could not be paid[^]*Transaction 0x(ab){32} on Ethereum failed/],
  ['honest --log early', 0, /NOT DUE YET: the log shows no end up to 2026-11-21 10:00/],
  ['honest --log another', 0, /NOT DUE YET/],
  ['honest --log old', 3, /NOT SHOWN: what is shown of the log, up to 2026-11-21 10:00[^]*nor is the newest/],
  ['honest --log older', 3, /NOT SHOWN: what is shown of the log, up to 2026-11-25 10:00/],
  ['honest --log silent', 3, /NOT SHOWN: it was due by 2026-11-25 10:00[^]*add --url and --full/],
  ['honest --log foreign', 3, /NOT SHOWN how it ended: the head is not signed by the known key/],
  ['honest --log outside', 3, /NOT SHOWN how it ended: the entries are not in the tree/],
  ['contract --log paid', 3, /NOT PROVEN[^]*PAID/],
  ['unasked --log paid', 1, /BROKEN: this file does not show that the house accepted this withdrawal\.\n/],
  ['honest --log honest', 2, /Unreadable: the log file/],
  ['honest --log paid --url https://house.example', 2, /Usage/],
  ['honest --log paid --full', 2, /Usage/],
  ['honest --full', 2, /Usage/],
])('the command on the promise of a withdrawal, %s, ends with %i', (args, code, says) => {
  const outcome = run(args.split(' '), (name) => JSON.stringify(FILES[name]))
  expect(outcome.text).toMatch(says)
  expect(outcome.code).toBe(code)
})

/** A house that answers with these files, by path, and any other with 404. */
function reachOf(files: Record<string, unknown>) {
  const asked: string[] = []
  const fetch = ((url: URL) => {
    asked.push(`${url.pathname}${url.search}`)
    const found = files[url.pathname]
    return Promise.resolve(new Response(JSON.stringify(found), { status: found === undefined ? 404 : 200 }))
  }) as typeof globalThis.fetch
  return { asked, reach: { fetch, wait: () => Promise.resolve() } }
}

/** A log of four entries, the second with promises 7 and 8, the third with how they ended; and what the house shows of it. */
function promisedLog(logged: readonly WithdrawalPromise[], at = ASKED_AT) {
  const tree = merkleTree(
    logged.map((one) => Buffer.from(withdrawalPromiseText(one))),
    HOUSE.sha256,
  )
  const [first = toyPromise(), last = first] = [logged[0], logged.at(-1)]
  const list = { count: logged.length, first: first.number, last: last.number, root: hexOf(tree.root) }
  const ends = [{ promise: 7, end: 'paid' as const, tx }]
  const show = logOf([
    { kind: 'tick', prices: {}, seq: 1, at },
    { kind: 'withdrawals', seq: 2, at, ...list },
    { kind: 'withdrawn', seq: 3, at: ASKED_AT + 5_000, first: 1, ends },
    { kind: 'tick', prices: {}, seq: 4, at: DUE + 2_000 },
  ])
  const pathOf = (index: number) => tree.path(index).map(hexOf)
  return {
    show,
    place: (index: number) => ({
      segment: show(2),
      place: { index, count: logged.length, path: pathOf(index) },
    }),
  }
}

const [own, other] = [toyPromise(), toyPromise(elsewhere)]
const [ours, another, hasty] = [
  promisedLog([own, other]),
  promisedLog([{ ...own, due: DUE + 1 }, other]),
  promisedLog([own], ASKED_AT - 1_000),
]
const absent = { segment: ours.show(4), place: null }

test.each<
  [
    what: string,
    args: string,
    log: ReturnType<typeof promisedLog>,
    place: unknown,
    code: number,
    says: RegExp,
  ]
>([
  [
    'its place',
    '',
    ours,
    ours.place(0),
    0,
    /LOGGED: the log has this promise under number 7, 2026-11-21 10:00[^]*\nPAID/,
  ],
  ['its place in JSON', ' --json', ours, ours.place(0), 0, /"is": "logged"/],
  [
    'another promise',
    '',
    another,
    another.place(0),
    1,
    /\nFALSE LOG: under number 7 the log does not have this promise[^]*evidence\.(?![^]*PAID)/,
  ],
  [
    'it before its time',
    '',
    hasty,
    hasty.place(0),
    1,
    /\nFALSE TIME: the log had this promise 2026-11-21 09:59/,
  ],
  ['no place', '', ours, absent, 3, /\nNOT LOGGED, says the house: up to 2026-11-25 10:00:02/],
  ['no answer', '', ours, undefined, 3, /\nNOT SHOWN whether the log has this promise/],
  [
    'a place without its entry',
    '',
    ours,
    { ...ours.place(0), segment: another.show(2) },
    3,
    /\nNOT SHOWN whether/,
  ],
  [
    'a place of no form',
    '',
    ours,
    { ...ours.place(0), place: { index: 0, count: 2, path: ['x'] } },
    3,
    /NOT SHOWN whe/,
  ],
])('of a house that shows %s, the command says so', async (_, args, log, place, code, says) => {
  const files = {
    '/log/withdrawal/7': log.show(3),
    '/api/getLog': log.show(1),
    '/api/getLoggedAnswer': place,
  }
  const { asked, reach } = reachOf(files)
  const command = `honest --url https://house.example${args}`.split(' ')
  const outcome = await runCommand(command, reach, (name) => JSON.stringify(FILES[name]))
  expect(outcome.text).toMatch(says)
  expect(outcome.code).toBe(code)
  expect(asked).toEqual([
    '/log/withdrawal/7',
    '/api/getLog?from=1&to=1',
    '/api/getLoggedAnswer?kind=withdrawals&number=7&size=4',
  ])
})

test.each([
  ['paid', 0, /PAID/],
  ['silent', 3, /\nNOT SHOWN: it was due/],
  ['old', 3, /\nNOT SHOWN: what is shown of the log/],
  ['early', 0, /\nNOT DUE YET/],
  ['refused', 0, /RETURNED/],
] as const)('with --url, the house is asked how the withdrawal ended: %s', async (name, code, says) => {
  const files = {
    '/log/withdrawal/7': FILES[name],
    '/api/getLog': ours.show(1),
    '/api/getLoggedAnswer': ours.place(0),
  }
  const { reach } = reachOf(files)
  const command = ['honest', '--url', 'https://house.example']
  const outcome = await runCommand(command, reach, (file) => JSON.stringify(FILES[file]))
  expect(outcome.text).toMatch(says)
  expect(outcome.code).toBe(code)
})

test('a house that shows nothing leaves place and end open', async () => {
  const { reach } = reachOf({})
  const command = ['honest', '--url', 'https://house.example']
  const { code, text } = await runCommand(command, reach, (file) => JSON.stringify(FILES[file]))
  expect(text).toMatch(
    /NOT SHOWN whether[^]*NOT SHOWN how it ended: the house shows nothing about this promise/,
  )
  expect(code).toBe(3)
})

test.each([
  [
    { is: 'absent', atMs: 4_000 },
    { is: 'waiting', atMs: 4_000 },
  ],
  [
    { is: 'absent', atMs: 4_001 },
    { is: 'absent', atMs: 4_001 },
  ],
  [
    { is: 'logged', atMs: 999 },
    { is: 'early', atMs: 999 },
  ],
  [
    { is: 'logged', atMs: 1_000 },
    { is: 'logged', atMs: 1_000 },
  ],
  [
    { is: 'other', atMs: 1 },
    { is: 'other', atMs: 1 },
  ],
  [null, { is: 'unshown' }],
] as const)('of a promise at 1,000, a look that finds %j says %j', (found, place) => {
  expect(judgePlace(found, 1_000)).toEqual(place)
})
