import { expect, test } from 'vitest'
import { initial, type SendProblem } from './sendForm.ts'
import { sendFaults } from './sendFaults.ts'

const MISSING: SendProblem[] = [{ code: 'address_missing' }, { code: 'amount_missing' }]
const INVALID: SendProblem = { code: 'amount_invalid' }

function faults(given: {
  address?: string
  amount?: string
  tried?: boolean
  problems?: SendProblem[]
  error?: string
}) {
  const { address = '', amount = '', tried = false, problems = [], error } = given
  const refused = error === undefined ? null : { code: error, message: `said of ${error}` }
  const form = { ...initial(), address, amount }
  const found = sendFaults({ form, tried, problems, terms: { error: refused } })
  return Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined))
}

test.each<[string, Parameters<typeof faults>[0], object]>([
  ['untouched', { problems: MISSING }, {}],
  ['untouched, after a try', { problems: MISSING, tried: true }, { address: MISSING[0], amount: MISSING[1] }],
  [
    'with a wrong amount',
    { amount: 'x', problems: [{ code: 'address_missing' }, INVALID] },
    { amount: INVALID },
  ],
  ['with an address and no amount', { address: '0x1', problems: [{ code: 'amount_missing' }] }, {}],
  ['without any problem', { address: '0x1', amount: '5' }, {}],
])('a form %s shows its own errors', (_, given, shown) => {
  expect(faults(given)).toEqual(shown)
})

test.each([
  ['insufficient_funds', { amount: { code: 'fee_too_much' } }],
  ['withdrawal_address_unknown', { addressRefusal: 'said of withdrawal_address_unknown' }],
  ['withdrawal_address', { addressRefusal: 'said of withdrawal_address' }],
  ['withdrawal_amount_low', { amountRefusal: 'said of withdrawal_amount_low' }],
  ['network', { amountRefusal: 'said of network' }],
])('the refusal %s is said at its field', (error, shown) => {
  expect(faults({ address: '0x1', amount: '5', error })).toEqual(shown)
})
