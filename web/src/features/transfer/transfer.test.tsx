import { CURRENCIES, type Currency } from '@tickmark/core/money/currencies'
import { ADDRESS_FORMAT, type AddressFile } from '@tickmark/core/evidence/depositAddress'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { expect, onTestFinished, test } from 'vitest'
import { queries } from '../../api/api.ts'
import { answered, asUser, drawn, drawnLinks } from '../../app/drawn.testing.tsx'
import { aTransfer } from '../../entities/aTransfer.testing.ts'
import { NetworkChoice } from './parts/NetworkChoice.tsx'
import { NewestTransfers } from './parts/NewestTransfers.tsx'
import type { Network } from './parts/useNetworks.ts'
import { DepositAddress } from './receive/DepositAddress.tsx'
import { ownAddress } from './receive/ownAddress.ts'
import { ReviewTerms } from './send/ReviewSheet.tsx'
import { SendFields } from './send/SendFields.tsx'
import type { SendFormState } from './send/useSendForm.ts'
import { ConfirmSwap, SwapQuestion } from './swap/ConfirmSwap.tsx'
import { SwapSides } from './swap/SwapSides.tsx'
import { SwapTerms } from './swap/SwapTerms.tsx'
import type { SwapFormState, WalletItem } from './swap/useSwapForm.ts'

const [USDT] = CURRENCIES as [Currency]
const OWN = '0x12a4c3e5f6071829304152637485960718293a4b'
const OTHER = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'

const signedAddress: AddressFile = {
  format: ADDRESS_FORMAT,
  statement: { v: 1, kind: 'address', account: OTHER, book: 'real', network: 'Polygon', address: OWN, at: 0 },
  signature: '',
  head: '',
  keys: { origin: '', log: '', receipts: '' },
}

const network = (given: Partial<Network> = {}): Network => ({
  typeId: 129,
  name: 'Polygon',
  network: 4,
  confirmations: 40,
  blockSeconds: 3,
  decimals: 6,
  addresses: 'evm',
  isTest: false,
  isSendable: true,
  isHalted: false,
  ...given,
})
const TERMS = {
  intent: 'sealed',
  fields: { to: OTHER },
  fee: '0.31',
  total: '120.81',
  expiresAt: 0,
  needsCode: false,
  waitsUntil: null,
  needsApproval: false,
}

/** What the send form knows once the server has told the terms of 120.5 to another address. */
function sending(given: object = {}): SendFormState {
  return {
    form: { typeId: 129, address: OTHER, amount: '120.5' },
    problems: [],
    tried: false,
    available: 90_125_000_000n,
    balance: { data: { available: '901.25', value: '900', picture: '' } },
    terms: { data: TERMS, error: null, isAsking: false },
    ...given,
  } as unknown as SendFormState
}

const fields = (given: object = {}) =>
  drawn(<SendFields state={sending(given)} currency={USDT} network={network()} />)

test('sending tells the worth, the fee, the debit and what arrives', async () => {
  expect(await fields()).toBe(
    [
      'Address | 0x71c7656ec7ab88b098defb751b7401b5f6d8976f',
      'An address on Polygon. Funds sent on another network are lost. | Amount | Available 901.25 USDT',
      '120.5 | Max | USDT | Worth $120.33 | Network fee, at most | What is not used comes back',
      '0.31 USDT | Leaves your balance | 120.81 USDT | Arrives | 120.50 USDT',
    ].join(' | '),
  )
  expect(
    await fields({ form: { typeId: 129, address: '', amount: '' }, terms: { data: null, error: null } }),
  ).toBe(
    [
      'Address | An address on Polygon. Funds sent on another network are lost. | Amount',
      'Available 901.25 USDT | Max | USDT | All of it is worth $900.00 | Network fee, at most',
      'What is not used comes back | — | Leaves your balance | — | Arrives | —',
    ].join(' | '),
  )
})

test('each fault of sending is told at its field', async () => {
  const error = (code: string) => ({
    terms: { data: null, error: new CallFailed(code, 400, `no: ${code}`) },
  })
  expect(await fields({ problems: [{ code: 'insufficient_funds', available: 1_000_000_000n }] })).toContain(
    '10.00 USDT',
  )
  expect(await fields({ problems: [{ code: 'amount_too_precise', decimals: 6 }] })).toMatch(/Polygon.*6/)
  const told = await fields(error('withdrawal_address_ours'))
  expect(told.indexOf('no: withdrawal_address_ours')).toBeLessThan(told.indexOf('Amount'))
  const tooMuch = await fields(error('withdrawal_above_limit'))
  expect(tooMuch.indexOf('no: withdrawal_above_limit')).toBeGreaterThan(tooMuch.indexOf('Amount'))
})

test('the review tells the sum, the whole address, network, fee and debit', async () => {
  asUser(0)
  const review = (terms: object = {}) => {
    const reviewed = {
      terms: { ...TERMS, ...terms },
      currency: 'USDT',
      network: 'Polygon',
      typeId: 129,
      address: OTHER,
      amount: '120.5',
    }
    return drawn(<ReviewTerms reviewed={reviewed} />)
  }
  expect(await review()).toBe(
    [
      'Arrives | 120.50 | USDT | To address | 0x71c7656ec7ab88b098defb751b7401b5f6d8976f | Network',
      'Polygon | Network fee, at most | 0.31 USDT | Leaves your balance | 120.81 USDT',
    ].join(' | '),
  )
  const waitsUntil = new Date(2026, 10, 8, 21, 4).getTime()
  expect(await review({ fields: { to: OWN.toUpperCase() }, waitsUntil, needsApproval: true })).toBe(
    [
      'Arrives | 120.50 | USDT | To the address of your own wallet',
      '0X12A4C3E5F6071829304152637485960718293A4B | Network | Polygon | Network fee, at most',
      '0.31 USDT | Leaves your balance | 120.81 USDT',
      'You asked for new addresses to wait. It goes on by itself: Nov 8, 2026, 21:04.',
      'Above the limit two people look at it. If they say nothing, it goes on by itself.',
    ].join(' | '),
  )
})

test('a deposit address tells its network, and after how long a deposit counts', async () => {
  asUser(0)
  const address = (given: Partial<Network> = {}, file: AddressFile | null = signedAddress) => {
    const { queryKey } = ownAddress(network(given))
    queries.setQueryData(queryKey, file)
    onTestFinished(() => queries.removeQueries({ queryKey, exact: true }))
    return drawn(<DepositAddress currency={USDT} network={network(given)} />)
  }
  expect(await address()).toBe(
    [
      'Code of your USDT address on Polygon | 0x12a4c3e5f6071…485960718293a4b | Copy',
      'Only USDT on Polygon. Funds sent on another network are lost. | Credited after 40 confirmations, about 2 min.',
      'The house’s promise | The house has signed that what is sent to this address is yours. This device has checked the signature.',
      'Save the promise',
    ].join(' | '),
  )
  expect(await address({ confirmations: 19, blockSeconds: 3 })).toContain('under a minute')
  const unsigned = await address({}, null)
  expect(unsigned).toMatch(
    /^No address is shown: the house has not signed one on \W*Polygon\W* for your account, .*Send nothing/,
  )
  expect(unsigned).not.toContain(OWN.slice(0, 6))
})

test('networks are named with the chosen one, and whether it is halted', async () => {
  const polygon = network()
  const tron = network({ typeId: 161, name: 'Tron', isHalted: true })
  const choice = (list: Network[], chosen: Network | null, data: object = { list }) =>
    drawn(
      <NetworkChoice
        currency={USDT}
        networks={{ asked: { data }, list, chosen } as never}
        onChoose={() => {}}
      >
        {(one) => one.typeId}
      </NetworkChoice>,
    )
  expect(await choice([polygon, tron], polygon)).toBe('Network | (chosen) | Polygon | Tron | 129')
  expect(await choice([polygon, tron], tron)).toBe(
    [
      'Network | Polygon | (chosen) | Tron',
      'Tron is not answering right now. Nothing is lost: payments count as soon as it answers again.',
      '161',
    ].join(' | '),
  )
  expect(await choice([], null, { list: [polygon] })).toBe(
    [
      'USDT can be received here, not sent',
      'None of its networks sends from here. You can trade it, or swap it for one that can be sent.',
      'Swap',
    ].join(' | '),
  )
  expect(await choice([], null)).toBe(
    'USDT has no network here | It trades and swaps, but it is not received or sent. | Swap',
  )
})

test('the newest transfer and all pending ones stand beside', async () => {
  asUser(0)
  const newest = () => drawnLinks(<NewestTransfers kind="withdrawal" currency={USDT} networks={[]} />)
  answered('get_my_cash_out_record', { currencyId: 1 }, { list: [], total: 0 })
  expect(await newest()).toEqual([])
  expect(await drawn(<NewestTransfers kind="deposit" currency={USDT} networks={[]} />)).toBe(
    'Newest deposits | Newest deposits | Loading | Newest deposits',
  )
  answered('get_my_cash_out_record', { currencyId: 1 }, { list: [aTransfer({ status: 1 })], total: 1 })
  expect(await newest()).toEqual(['/record?type=1'])
})

const coin = (given: Partial<WalletItem>): WalletItem => ({
  currencyId: 1,
  alias: 'Tether',
  name: 'USDT',
  picture: '',
  colour: '',
  shown: 2,
  value: '900',
  amount: '901.25',
  available: '651.25',
  usdRate: '1',
  ...given,
})

/** What the swap form knows about 1,000 USDT for BTC. */
function swapping(given: object = {}): SwapFormState {
  return {
    form: { source: 1, target: 4, amount: '1000' },
    source: coin({}),
    target: coin({ currencyId: 4, name: 'BTC', alias: 'Bitcoin' }),
    items: [],
    available: 65_125_000_000n,
    tried: false,
    problems: [],
    sum: { gives: 100_000_000_000n, receives: 1_483_612n, rate: 1_483n },
    quote: {
      data: {
        quote: 'q',
        receives: '0.01483612',
        sourceUsdRate: '1',
        targetUsdRate: '67400',
        spreadPpm: 1_500,
        expiresAt: 0,
      },
      error: null,
    },
    ...given,
  } as unknown as SwapFormState
}

test('a swap tells both sides, its rate, for how long it holds and the margin', async () => {
  expect(await drawn(<SwapSides state={swapping()} />)).toBe(
    [
      'You give | Available 651.25 USDT | 1000 | Max | USDT | You give USDT. Change the currency.',
      'Switch direction | You receive | You receive | Preview of what you receive | 0.01483612 | BTC',
      'You receive BTC. Change the currency.',
    ].join(' | '),
  )
  expect(await drawn(<SwapTerms state={swapping()} />)).toBe(
    [
      'Rate | 1 USDT = 0.00001483 BTC | Rate held for | Renews itself | 2 s | Spread',
      'In the rate; there is no other fee | 0.15%',
    ].join(' | '),
  )
  expect(await drawn(<ConfirmSwap state={swapping()} />)).toBe('Swap 1,000.00 USDT')
  expect(await drawn(<SwapQuestion state={swapping()} fell={false} />)).toBe(
    'You give | 1,000.00 USDT | You receive | 0.01483612 BTC | Rate | 1 USDT = 0.00001483 BTC',
  )
  expect(await drawn(<SwapQuestion state={swapping()} fell />)).toBe(
    [
      'You give | 1,000.00 USDT | You receive | 0.01483612 BTC | Rate | 1 USDT = 0.00001483 BTC',
      'The rate has fallen since you looked. This is the new one.',
    ].join(' | '),
  )
})

test('without a rate a swap tells none', async () => {
  const none = swapping({ sum: null, quote: { data: null, error: null } })
  expect(await drawn(<SwapSides state={none} />)).toContain('0.00000000')
  expect(await drawn(<SwapTerms state={none} />)).toBe(
    [
      'Rate | — | Rate held for | Renews itself | — | Spread | In the rate; there is no other fee',
      '0.10%',
    ].join(' | '),
  )
  expect(await drawn(<ConfirmSwap state={none} />)).toBe('Swap')
  const failed = swapping({ quote: { data: null, error: new Error('The market is closed.') } })
  expect(await drawn(<SwapQuestion state={failed} fell={false} />)).toContain('The market is closed.')
  const poor = swapping({ problems: [{ code: 'insufficient_funds', available: 65_125_000_000n }] })
  expect(await drawn(<SwapSides state={poor} />)).toContain('You have 651.25 USDT available.')
})
