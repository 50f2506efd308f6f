import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import {
  INTENT,
  signToyIntent,
  toyAddress,
  toyPromise,
  toyWithdrawalFile,
} from '@tickmark/core/evidence/toyWithdrawal.testing'
import { expect, test } from 'vitest'
import { run } from './main.ts'

const HOUSE = testCrypto(83)
const { origin, log, receipts } = HOUSE.keys
const dearer = { ...INTENT, feeCap: '5' }
const fileOf = (...given: Parameters<typeof toyPromise>) => toyWithdrawalFile(HOUSE, toyPromise(...given))
const OWNER = toyAddress('evm')

const FILES: Record<string, unknown> = {
  honest: fileOf(),
  tron: fileOf({}, 'tron'),
  contract: fileOf({ wallet: 'contract', consent: '0x1234' }),
  unasked: fileOf({ intent: dearer }),
  asked: fileOf({ intent: dearer, consent: signToyIntent(dearer, 'evm') }),
  changed: { ...fileOf(), statement: toyPromise({ account: toyAddress('tron') }) },
  headless: { ...fileOf(), head: 'none\n' },
  late: fileOf({ due: toyPromise().due * 2 }),
  newer: { ...fileOf(), format: 'tickmark-withdrawal/2' },
  keys: { origin, logKey: log, receiptsKey: receipts },
  wrong: { origin, logKey: log, receiptsKey: log },
}

test.each([
  ['honest', 0, /40 USDT on Ethereum to 0x7099[^]*WITHDRAWAL HOLDS[^]*by 2026-11-25 10:00[^]*add --keys/],
  ['honest --keys keys', 0, /It names the published keys[^]*WITHDRAWAL HOLDS[^]*under number 7\.$/m],
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
  ['late', 2, /Unreadable: the withdrawal file/],
  ['newer', 2, /Unreadable: the withdrawal file/],
  ['honest --keys honest', 2, /Unreadable: the keys file/],
  ['honest --receipt honest', 2, /Usage/],
])('the command on the promise of a withdrawal, %s, ends with %i', (args, code, says) => {
  const outcome = run(args.split(' '), (name) => JSON.stringify(FILES[name]))
  expect(outcome.text).toMatch(says)
  expect(outcome.code).toBe(code)
})
