import { OWNER, STRANGER, toyBalancesFile } from '@tickmark/core/evidence/toyBalances.testing'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { expect, test } from 'vitest'
import { run } from '../main.ts'

const HOUSE = testCrypto(86)
const { origin, log, receipts } = HOUSE.keys
const honest = toyBalancesFile(HOUSE)
const [share, ...others] = honest.shares
const FILES: Record<string, unknown> = {
  honest,
  // As the house answers its own page: the file lies in the answer's data.
  answered: { status: true, data: honest },
  changed: { ...honest, shares: [{ ...share, amount: '1' }, ...others] },
  strange: toyBalancesFile(HOUSE, { kind: 'actions' }),
  // A share proves a sum of its own book alone.
  practised: toyBalancesFile(HOUSE, {
    stated: (all) => [...all, ...all.map((one) => ({ ...one, book: 'simulated' as const, amount: '7' }))],
  }),
  headless: { ...honest, head: 'none\n' },
  newer: { ...honest, format: 'tickmark-balances/2' },
  keys: { origin, logKey: log, receiptsKey: receipts },
  wrong: { origin, logKey: log, receiptsKey: log },
}

test.each([
  ['honest', 0, /^Balances of 0x7099[^]*BALANCES HOLD: entry 3 [^]* on 2026-11-21 00:00:00[^]*add --keys/],
  [
    'honest',
    0,
    /\n {2}12\.5 USDT available, real account\n {2}3 USDT in withdrawals on their way, real account\n/,
  ],
  ['honest', 0, /\n {2}0\.2 BTC hosted in the arbitrage programme, real account\n/],
  [
    'honest',
    0,
    /all of its users:\n {2}0\.2 BTC in all real accounts\n {2}31 USDT in all real accounts\nStakes/,
  ],
  [
    'practised',
    0,
    /all of its users:\n {2}0\.2 BTC in all real accounts\n {2}31 USDT in all real accounts\nStakes/,
  ],
  ['honest --keys keys', 0, /It names the published keys[^]*BALANCES HOLD/],
  [
    'honest --keys wrong',
    1,
    /BROKEN {2}It names other keys[^]*BROKEN: this file does not show that the house/,
  ],
  [`honest --owner ${OWNER}`, 0, /ok {6}It is of the account that you named/],
  [`honest --owner ${STRANGER}`, 1, /BROKEN {2}It is of another account/],
  ['answered', 0, /BALANCES HOLD/],
  ['changed', 1, /BROKEN {2}A share is not part of what the house says/],
  ['strange', 1, /BROKEN {2}The entry is not about an audit/],
  ['headless', 1, /BROKEN {2}The signature over the head/],
  ['newer', 2, /Unreadable: the balances file/],
  ['honest --keys honest', 2, /Unreadable: the keys file/],
  ['honest --site tickmark.example', 2, /^Usage/],
  ['honest --log keys', 2, /^Usage/],
  ['honest --receipt honest', 2, /^Usage/],
])('the command decides an owner’s balances: %s', (line, code, words) => {
  const outcome = run(line.split(' '), (path) => JSON.stringify(FILES[path]))
  expect([outcome.code, outcome.text]).toEqual([code, expect.stringMatching(words)])
})

test('the report of balances is given as data', () => {
  const { code, text } = run(['honest', '--json'], (path) => JSON.stringify(FILES[path]))
  expect([code, JSON.parse(text)]).toMatchObject([0, { verdict: 'holds', file: honest, entry: { seq: 3 } }])
})
