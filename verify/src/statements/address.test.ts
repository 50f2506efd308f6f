import { ADDRESS, toyAddressFile } from '@tickmark/core/evidence/toyAddress.testing'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { expect, test } from 'vitest'
import { run } from '../main.ts'

const HOUSE = testCrypto(86)
const { origin, log, receipts } = HOUSE.keys
const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const honest = toyAddressFile(HOUSE)
const FILES: Record<string, unknown> = {
  honest,
  // As the house answers its own page: the file lies in the answer's data.
  answered: { status: true, data: honest },
  stolen: toyAddressFile(HOUSE, { account: OTHER }),
  second: toyAddressFile(HOUSE, { address: OTHER }),
  strange: toyAddressFile(HOUSE, { account: OTHER, address: OTHER }),
  lie: { format: 'tickmark-contradiction/1', files: [honest, toyAddressFile(HOUSE, { account: OTHER })] },
  changed: { ...honest, statement: { ...ADDRESS, address: OTHER } },
  headless: { ...honest, head: 'none\n' },
  newer: { ...honest, format: 'tickmark-address/2' },
  keys: { origin, logKey: log, receiptsKey: receipts },
  wrong: { origin, logKey: log, receiptsKey: log },
}

test.each([
  ['honest', 0, /of the real account of 0x7099[^]*, since 2026-11-21 10:00[^]*ADDRESS HOLDS[^]*add --keys/],
  [
    'honest',
    0,
    /sent to 0x3C44[^]* on Ethereum belongs to the account of 0x7099[^]*not show that anything was/,
  ],
  ['honest --keys keys', 0, /It names the published keys[^]*ADDRESS HOLDS/],
  ['honest --keys wrong', 1, /BROKEN {2}It names other keys[^]*BROKEN: this file does not show whose/],
  [`honest --owner ${ADDRESS.account}`, 0, /ok {6}It is of the account that you named/],
  [`honest --owner ${OTHER}`, 1, /BROKEN {2}It is of another account/],
  ['answered', 0, /ADDRESS HOLDS/],
  ['changed', 1, /BROKEN {2}The house's signature over this statement is wrong/],
  ['headless', 1, /BROKEN {2}The signature over the head/],
  ['newer', 2, /Unreadable: the address file/],
  ['honest --keys honest', 2, /Unreadable: the keys file/],
  ['honest --site tickmark.example', 2, /^Usage/],
  ['honest --log keys', 2, /^Usage/],
  ['honest --receipt honest', 0, /The other file is of the same[^]*ADDRESS HOLDS/],
  [
    'honest --receipt stolen',
    1,
    /BROKEN {2}The other file[^]*CONTRADICTION: the house has signed two things/,
  ],
  ['honest --receipt second', 1, /CONTRADICTION: the house has signed two things about deposit addresses/],
  ['honest --receipt strange', 0, /The other file is of another one[^]*ADDRESS HOLDS/],
  ['honest --receipt keys', 2, /Unreadable: the receipt file/],
  ['changed --receipt honest', 1, /BROKEN: this file does not show whose/],
  ['lie', 0, /0x3C44[^ ]* on Ethereum of the account of 0x90F7[^]*CONTRADICTION: the house has signed two/],
])('the command decides a deposit address: %s', (line, code, words) => {
  const outcome = run(line.split(' '), (path) => JSON.stringify(FILES[path]))
  expect([outcome.code, outcome.text]).toEqual([code, expect.stringMatching(words)])
})

test('the report of a deposit address is given as data', () => {
  const { code, text } = run(['honest', '--json'], (path) => JSON.stringify(FILES[path]))
  expect([code, JSON.parse(text)]).toMatchObject([0, { verdict: 'holds', file: honest, beside: null }])
})
