import { type ConsentBundle } from '@tickmark/core/consent/bundle'
import { retell } from '@tickmark/core/receipts/lie.testing'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { playExchange, type Played } from '@tickmark/core/receipts/toyExchange.testing'
import { expect, test } from 'vitest'
import { run } from '../main.ts'
import { closingFileOf, promiseFileOf, refusalFileOf } from './houseFiles.testing.ts'

const nodeCrypto = testCrypto(53)
const played = playExchange(nodeCrypto, 60)
const closed = played.find(({ receipt }) => receipt.consents.close) as Played
const other = played.find(({ receipt }) => receipt.ticket.order !== closed.ticket.order) as Played
const { receipt } = closed
const foreign = testCrypto(54)

const { origin, log, receipts } = nodeCrypto.keys
const beside = { head: receipt.checkpoint, keys: receipt.keys }
const closing = closingFileOf(receipt)
const refused = refusalFileOf(nodeCrypto, receipt.consents.order as ConsentBundle, beside)
const FILES: Record<string, unknown> = {
  refused,
  refusedClose: refusalFileOf(nodeCrypto, receipt.consents.close as ConsentBundle, beside),
  forged: { ...refused, refusal: { ...refused.refusal, code: 'other_code' } },
  withheld: { ...refused, consent: null },
  closing,
  receipt,
  promise: promiseFileOf(receipt),
  otherEnd: retell(closed, nodeCrypto, ({ settlement }) => ({ settlement: { ...settlement, net: '0' } })),
  foreignEnd: {
    ...retell(closed, foreign, ({ settlement }) => ({ settlement: { ...settlement, net: '0' } })),
    keys: foreign.keys,
  },
  other: other.receipt,
  keys: { logOrigin: origin, logKey: log, receiptsKey: receipts },
  junk: { format: 'tickmark-refusal/9' },
}
const read = (name: string) => JSON.stringify(FILES[name])

test.each([
  ['refused', 0, /Order [^ ]+: refused \(busy_day\)[^]*REFUSAL HOLDS[^]*The keys are those/],
  ['refused --keys keys', 0, /REFUSAL HOLDS: the house gave this answer to what the owner had signed\.$/m],
  ['refusedClose --keys keys', 0, /An early close of order/],
  ['closing --keys keys', 0, /closed early for [^]*CLOSE HOLDS/],
  ['forged', 1, /BROKEN {2}The answer's signature[^]*BROKEN: this file does not show/],
  ['withheld', 3, /NOT SHOWN[^]*NOT PROVEN: the house gave this answer/],
  ['refused --receipt promise', 1, /CONTRADICTION: the house has signed two things about one order/],
  ['refused --receipt receipt', 1, /CONTRADICTION/],
  ['refused --receipt closing', 1, /CONTRADICTION/],
  ['refused --receipt other', 0, /it shows nothing here/],
  ['forged --receipt promise', 1, /it shows nothing here/],
  ['refusedClose --receipt receipt', 1, /CONTRADICTION/],
  ['refusedClose --receipt promise', 0, /does not contradict it/],
  ['closing --receipt receipt', 0, /does not contradict it/],
  ['closing --receipt otherEnd', 1, /CONTRADICTION/],
  ['closing --receipt foreignEnd', 0, /it shows nothing here/],
  ['closing --receipt junk', 2, /the receipt file is not what it should be/],
  ['refused --keys junk', 2, /the keys file is not what it should be/],
  ['junk', 2, /the answer file is not what it should be/],
])('the command on %s ends with %i', (args, code, says) => {
  const outcome = run(args.split(' '), read)
  expect(outcome.text).toMatch(says)
  expect(outcome.code).toBe(code)
})

test('the JSON report has the steps', () => {
  const { text } = run(['closing', '--json'], read)
  expect(JSON.parse(text)).toMatchObject({ verdict: 'holds', beside: null, readable: true })
})
