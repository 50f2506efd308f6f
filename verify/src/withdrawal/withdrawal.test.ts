import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import {
  INTENT,
  signToyIntent,
  toyAddress,
  toyPromise,
  toyWithdrawalFile,
} from '@tickmark/core/evidence/toyWithdrawal.testing'
import { hexOf } from '@tickmark/core/bytes'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import type { Ended } from '@tickmark/core/log/withdrawn'
import { rangeProof } from '@tickmark/core/log/treeProofs'
import { treeOfEntries } from '@tickmark/core/log/tree.testing'
import { expect, test } from 'vitest'
import { run, runCommand } from '../main.ts'

const HOUSE = testCrypto(83)
const { origin, log, receipts } = HOUSE.keys
const dearer = { ...INTENT, feeCap: '5' }
const fileOf = (...given: Parameters<typeof toyPromise>) => toyWithdrawalFile(HOUSE, toyPromise(...given))
const OWNER = toyAddress('evm')

const { at: ASKED_AT, due: DUE } = toyPromise()
const NOBODY = '00000000-0000-8000-8000-000000000000'
const tx = `0x${'ab'.repeat(32)}`

/** An answer of getLog with one entry of a log of three; another house than ours may have signed the log. */
function logWith(middle: Partial<Ended> & { at?: number }, shown = 2, house = HOUSE) {
  const { at = ASKED_AT + 5_000, ...end } = middle
  const tick = { kind: 'tick', prices: {} } as const
  const entries: LogEntry[] = [
    { ...tick, seq: 1, at: ASKED_AT },
    { kind: 'withdrawn', seq: 2, at, first: 1, ends: [{ promise: 7, end: 'paid', tx, ...end }] },
    { ...tick, seq: 3, at: DUE + 2_000 },
  ]
  const bodies = entries.map(entryBody)
  const { sha256, keys } = house
  const tree = treeOfEntries(bodies, sha256)
  const { left, right } = rangeProof(shown - 1, shown, 3, tree.nodes)
  const checkpoint = signCheckpoint(
    { origin: keys.origin, size: 3, root: tree.root(3) },
    checkpointKey(keys.origin, keys.log, sha256),
    (message) => house.sign('log', String.fromCharCode(...message)),
  )
  return {
    from: shown - 1,
    bodies: [bodies[shown - 1]],
    left: left.map(hexOf),
    right: right.map(hexOf),
    checkpoint,
  }
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
  another: logWith({ promise: 8, at: DUE }),
  silent: logWith({ promise: 8 }, 3),
  early: logWith({}, 1),
  foreign: logWith({}, 2, testCrypto(84)),
  outside: { ...logWith({}), left: logWith({}).right },
  honest: fileOf(),
  tron: fileOf({}, 'tron'),
  contract: fileOf({ wallet: 'contract', consent: '0x1234' }),
  unasked: fileOf({ intent: dearer }),
  asked: fileOf({ intent: dearer, consent: signToyIntent(dearer, 'evm') }),
  changed: { ...fileOf(), statement: toyPromise({ account: toyAddress('tron') }) },
  headless: { ...fileOf(), head: 'none\n' },
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
    asked.push(url.pathname)
    const found = files[url.pathname]
    return Promise.resolve(new Response(JSON.stringify(found), { status: found === undefined ? 404 : 200 }))
  }) as typeof globalThis.fetch
  return { asked, reach: { fetch, wait: () => Promise.resolve() } }
}

test.each([
  ['honest --url https://house.example', FILES['paid'], 0, /PAID/],
  ['honest --url https://house.example', FILES['silent'], 3, /NOT SHOWN/],
  ['honest --url https://house.example', undefined, 3, /the house shows nothing about this promise/],
  ['honest --url https://house.example --json', FILES['refused'], 0, /"is": "ended"/],
])('with %s, the house is asked how the withdrawal ended', async (args, file, code, says) => {
  const { asked, reach } = reachOf({ '/log/withdrawal/7': file })
  const outcome = await runCommand(args.split(' '), reach, (name) => JSON.stringify(FILES[name]))
  expect(outcome.text).toMatch(says)
  expect([outcome.code, asked]).toEqual([code, ['/log/withdrawal/7']])
})
