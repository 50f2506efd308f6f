import { entryBody, keysText } from '@tickmark/core/log/log'
import { retell } from '@tickmark/core/receipts/lie.testing'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { playExchange, type Played } from '@tickmark/core/receipts/toyExchange.testing'
import { expect, test } from 'vitest'
import { run } from '../main.ts'
import { promiseFileOf } from './houseFiles.testing.ts'

const nodeCrypto = testCrypto(51)
const [one, other] = playExchange(nodeCrypto, 12) as [Played, Played]
const twice = retell(one, nodeCrypto, ({ ticket }) => ({ ticket: { ...ticket, user: '0'.repeat(64) } }))
const stranger = retell(one, testCrypto(52), ({ ticket }) => ({
  ticket: { ...ticket, user: '0'.repeat(64) },
}))

/** The house's receipts key after a change, another ticket of the order under it, and the entries that show the change. */
const next = testCrypto(53)
const later = { ...nodeCrypto.keys, receipts: next.keys.receipts }
const nextSeals = {
  ...nodeCrypto,
  keys: later,
  sign: (key: 'log' | 'receipts', text: string) => (key === 'log' ? nodeCrypto : next).sign(key, text),
}
const after = retell(one, nextSeals, ({ ticket }) => ({ ticket: { ...ticket, user: '0'.repeat(64) } }))
const keyChanges = [nodeCrypto.keys, later].map((named, i) => {
  const entry = { kind: 'keys', seq: 1 + i * 1_000_000, at: one.ticket.acceptedAt, ...named } as const
  const signature = Buffer.from(nodeCrypto.sign('log', keysText(entry))).toString('hex')
  return entryBody({ ...entry, signature })
})

const { origin, log, receipts } = nodeCrypto.keys
const FILES: Record<string, unknown> = {
  promise: promiseFileOf(one.receipt),
  unsigned: promiseFileOf(
    retell(one, nodeCrypto, ({ ticket, consents }) => ({
      ticket: { ...ticket, consent: '' },
      consents: { ...consents, order: null },
    })),
  ),
  forged: { ...promiseFileOf(one.receipt), ticket: { ...one.ticket, stake: `${one.ticket.stake}0` } },
  receipt: one.receipt,
  answer: { status: 200, message: '', data: { receipt: one.receipt } },
  twice,
  second: promiseFileOf(twice),
  stranger,
  other: other.receipt,
  keys: { logOrigin: origin, logKey: log, receiptsKey: receipts },
  after: { ...after, keys: later },
  changed_keys: { logOrigin: origin, logKey: log, receiptsKey: later.receipts, keyChanges },
  wrong: { logOrigin: origin, logKey: log, receiptsKey: log },
  junk: { format: 'tickmark-promise/9' },
}
const read = (name: string) => JSON.stringify(FILES[name])

test.each([
  ['promise', 0, /PROMISE HOLDS: the house accepted this order on these terms\. The keys are those/],
  [
    'promise --keys keys',
    0,
    /PROMISE HOLDS: the house accepted this order on these terms\.\nNo witness vouches/,
  ],
  ['promise --keys wrong', 1, /BROKEN {2}It names other keys[^]*BROKEN: this file does not show/],
  ['forged', 1, /BROKEN {2}The ticket's signature[^]*BROKEN {2}The owner's signature/],
  ['unsigned', 3, /NOT SHOWN[^]*NOT PROVEN: the house accepted this order/],
  ['promise --receipt receipt', 0, /The other file is of the same order, withdrawal or account/],
  ['promise --receipt answer', 0, /The other file is of the same order/],
  ['promise --receipt twice', 1, /CONTRADICTION: the house has signed two things about one order/],
  ['promise --receipt second', 1, /CONTRADICTION: the house has signed two things about one order/],
  ['promise --receipt stranger', 0, /it shows nothing here/],
  ['promise --receipt other', 0, /it shows nothing here/],
  ['promise --receipt after', 0, /it shows nothing here/],
  ['promise --receipt after --keys changed_keys', 1, /CONTRADICTION: the house has signed two things/],
  ['promise --receipt junk', 2, /the receipt file is not what it should be/],
  ['promise --keys junk', 2, /the keys file is not what it should be/],
  ['junk', 2, /the promise file is not what it should be/],
  ['receipt --receipt receipt', 2, /Usage/],
])('the command on %s ends with %i', (args, code, says) => {
  const outcome = run(args.split(' '), read)
  expect(outcome.text).toMatch(says)
  expect(outcome.code).toBe(code)
})

test('the JSON report has the steps', () => {
  const { text } = run(['promise', '--json'], read)
  expect(JSON.parse(text)).toMatchObject({ verdict: 'holds', receipt: null, readable: true })
})
