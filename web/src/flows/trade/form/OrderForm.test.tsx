import { CallFailed } from '@tickmark/client/callFailed.ts'
import { ROUTES } from '@tickmark/wire/routes/all'
import { expect, test } from 'vitest'
import type { ReactNode } from 'react'
import { queries } from '../../../api/api.ts'
import { answered, asUser, asVisitor, drawn, drawnMarkup } from '../../../app/drawn.testing.tsx'
import { AmountField } from './AmountField.tsx'
import { anOffer, aRange } from './offers.testing.ts'
import { DirectionChoice, DurationChoice } from './OrderFields.tsx'
import { problems, summary, type OrderForm, type OrderProblem } from './orderForm.ts'
import { OrderSums } from './OrderSums.tsx'
import { OrderTicket } from './OrderTicket.tsx'
import { useProblemText } from './problemText.ts'
import { isSameOffer, OrderInQuestion, PlaceOrder, TermsInQuestion } from './PlaceOrder.tsx'
import { RangeDrawing, ReturnRanges } from './ReturnRanges.tsx'
import { useOrderForm, type Offers, type OrderFormState } from './useOrderForm.ts'

const DURATIONS = {
  list: [
    { id: 110, name: '1 min', seconds: 60 },
    { id: 111, name: '2 min', seconds: 120 },
  ],
  marginPpm: 41_000,
  chancesPpm: [500_000, 350_000, 120_000],
}

/** Draws parts of the form with some of its state replaced. */
function Formed({
  given,
  children,
}: {
  given: Partial<OrderForm>
  children: (state: OrderFormState) => ReactNode
}) {
  const state = useOrderForm(1, given.direction ?? 'up')
  const form = { ...state.form, ...given }
  const range = state.offers.data?.ranges[form.range] ?? null
  const currency = state.currencies.find((one) => one.currencyId === form.currencyId) ?? null
  const facts = {
    rate: range?.rate ?? null,
    currency: { least: 100_000_000n, most: 500_000_000_000n },
    available: state.balance,
  }
  return children({
    ...state,
    form,
    range,
    currency,
    sum: summary(form, facts),
    problems: problems(form, facts),
  })
}

const parts = (given: Partial<OrderForm>, Part: (props: { state: OrderFormState }) => ReactNode) =>
  drawn(<Formed given={given}>{(state) => <Part state={state} />}</Formed>)

function offered(given: Partial<Offers> = {}, type = 0) {
  answered('getTimeAccountCurrency', { pid: 1, timeId: 110, type }, anOffer(given))
}

test('the ranges tell the chance and the rate of each, and the margin of the chosen one', async () => {
  offered()
  expect(await parts({ range: 1 }, ReturnRanges)).toBe(
    [
      'Return range | House margin 4.1–6.8% | now | 35% to finish here | Return range | Above',
      '50% likely | +92% | (chosen) | Above +0.03% | 35% likely | +174% | Above +0.06% | 12% likely',
      '+310%',
    ].join(' | '),
  )
  expect(await parts({ range: 1 }, RangeDrawing)).toBe('now | 35% to finish here')
})

test.each<[string, Partial<OrderFormState['offers']>, string]>([
  ['are loading', {}, 'Loading'],
  [
    'did not load',
    { isError: true, error: new Error('Please wait.') },
    'The return ranges did not load | Please wait. | Try again',
  ],
  [
    'are not offered now',
    { isError: true, error: new CallFailed('market_closed', 409, '') },
    'There is no reliable price for this coin right now. New orders are paused; nothing is decided on a wrong price.',
  ],
  [
    'are paused',
    { isError: true, error: new CallFailed('trading_paused', 409, '') },
    'New trading is paused while our clocks are checked. It resumes by itself; open orders go on as agreed.',
  ],
])('ranges that %s are told so, and nothing else', async (_, call, told) => {
  const Told = ({ state }: { state: OrderFormState }) => {
    const offers = { ...state.offers, isPending: call.isError !== true, ...call } as typeof state.offers
    return <ReturnRanges state={{ ...state, offers }} />
  }
  expect(await parts({ range: 1 }, Told)).toBe(`Return range | ${told}`)
  // Ranges that loaded before that are out of date.
  if (call.isError) offered()
  expect(await parts({ range: 1 }, Told)).toContain(told)
  expect(await parts({ range: 1 }, Told)).not.toContain('likely')
})

test('the chosen range is an offer until its renewal fails, and again when one succeeds', async () => {
  const Offer = () => {
    const { range, problems: found } = useOrderForm(1, 'up')
    const isOffered = !found.some(({ code }) => code === 'no_offer')
    return `${range?.id}, ${isOffered ? '' : 'not '}offered`
  }
  offered()
  const [offers] = queries.getQueryCache().findAll({ queryKey: [ROUTES.getTimeAccountCurrency.path] })
  const seen = []
  for (const status of ['success', 'error', 'success'] as const) {
    offers?.setState({ status, error: status === 'error' ? new Error('Please wait.') : null })
    seen.push(await drawn(<Offer />))
  }
  expect(seen).toEqual(['quote-1, offered', 'undefined, not offered', 'quote-1, offered'])
})

test('a profit, a loss and the terms follow from the chosen range and amount', async () => {
  offered()
  const form = { range: 1, amount: '250' } as const
  expect(await parts(form, OrderSums)).toBe(
    'If you win · Expected return | +435.000000 USDT | If you lose | −250.000000 USDT',
  )
  expect(await parts({ ...form, amount: '' }, OrderSums)).toBe(
    'If you win · Expected return | — | If you lose | —',
  )
  expect(await parts(form, OrderTicket)).toBe(
    [
      'What you agree to | You win if the settlement price is more than 0.031% above your entry price.',
      'You lose your stake if it ends anywhere else, exactly on that line too.',
      'An outage gives it back too: if the entry price or too many settlement prices are missing, the order is void.',
      'The entry price is the first tick at least half a second after acceptance. The settlement price is the median of the last 3 ticks.',
      'Once accepted, the whole payout lies in escrow. | Chance to win, by the model | 34.1–35.0%',
      'Break-even chance | 36.5% | House margin | 4.1–6.8% | Stake | 250 | Profit | 435 | Payout | 685',
    ].join(' | '),
  )
  expect(await parts({ amount: '12.5' }, OrderTicket)).toBe(
    [
      'What you agree to | You win if the settlement price is above your entry price.',
      'You lose your stake if it ends on the other side.',
      'A tie, both prices equal to the last digit, gives your stake back.',
      'An outage gives it back too: if the entry price or too many settlement prices are missing, the order is void.',
      'The entry price is the first tick at least half a second after acceptance. The settlement price is the median of the last 3 ticks.',
      'Once accepted, the whole payout lies in escrow. | Chance to win, by the model | 34.1–50.0%',
      'Break-even chance | 36.5% | House margin | 4.1–6.8% | Stake | 12.50 | Profit | 11.50 | Payout',
      '24',
    ].join(' | '),
  )
})

test('an order on a fall wins below, with the ticks of its duration', async () => {
  offered({}, 1)
  expect(await parts({ range: 1, direction: 'down' }, OrderTicket)).toBe(
    [
      'What you agree to | You win if the settlement price is more than 0.031% below your entry price.',
      'You lose your stake if it ends anywhere else, exactly on that line too.',
      'An outage gives it back too: if the entry price or too many settlement prices are missing, the order is void.',
      'The entry price is the first tick at least half a second after acceptance. The settlement price is the median of the last 3 ticks.',
      'Once accepted, the whole payout lies in escrow. | Chance to win, by the model | 34.1–35.0%',
      'Break-even chance | 36.5% | House margin | 4.1–6.8%',
    ].join(' | '),
  )
  expect(await parts({ range: 0, direction: 'down', durationId: 115 }, OrderTicket)).toBe(
    [
      'What you agree to | You win if the settlement price is below your entry price.',
      'You lose your stake if it ends on the other side.',
      'A tie, both prices equal to the last digit, gives your stake back.',
      'An outage gives it back too: if the entry price or too many settlement prices are missing, the order is void.',
      'The entry price is the first tick at least half a second after acceptance. The settlement price is the median of the last 31 ticks.',
      'Once accepted, the whole payout lies in escrow. | Chance to win, by the model | 34.1–50.0%',
      'Break-even chance | 36.5% | House margin | 4.1–6.8%',
    ].join(' | '),
  )
})

test('the order in question is told with its coin, duration, range, stake, profit and loss', async () => {
  offered()
  answered('getLimitTimeType', {}, DURATIONS)
  expect(await drawn(<OrderInQuestion pid={1} durationId={111} />)).toBe('BTC/USDT | · 2 min')
  expect(await parts({ range: 1, amount: '250' }, TermsInQuestion)).toBe(
    [
      'Up | Above +0.03% | 35% likely | +174% | Stake | 250 USDT | If you win | +435.000000 USDT',
      'If you lose | −250.000000 USDT',
    ].join(' | '),
  )
  expect(await parts({ range: 1, amount: '' }, TermsInQuestion)).toBe('')
  offered({}, 1)
  expect(await parts({ direction: 'down', amount: '12.5' }, TermsInQuestion)).toBe(
    [
      'Down | Above | 50% likely | +92% | Stake | 12.50 USDT | If you win | +11.500000 USDT',
      'If you lose | −12.500000 USDT',
    ].join(' | '),
  )
})

test('a visitor is asked to join, and a member sees the amount to place', async () => {
  offered()
  const place = (amount: string) =>
    parts({ range: 1, amount }, ({ state }) => (
      <PlaceOrder pid={1} state={state} onPlaced={() => {}} onFailed={() => {}} />
    ))
  expect(await place('250')).toBe('Join to place an order')
  asUser()
  offered()
  expect(await place('250')).toBe('Place order · 250 USDT')
  expect(await place('')).toBe('Place order')
})

test.each(['up', 'down'] as const)(
  'the button of a member’s order has the colour of %s',
  async (direction) => {
    const place = () =>
      drawnMarkup(
        <Formed given={{ direction }}>
          {(state) => <PlaceOrder pid={1} state={state} onPlaced={() => {}} onFailed={() => {}} />}
        </Formed>,
      )
    asVisitor()
    expect(await place()).not.toContain(`bg-${direction}`)
    asUser()
    expect(await place()).toContain(`bg-${direction}`)
  },
)

test('the amount tells what is available and the quick amounts of its currency', async () => {
  asUser()
  offered()
  answered('getavailableMoneyByCurrency', { currencyName: 'USDT' }, { balance: '812.345' })
  expect(await parts({ amount: '250' }, AmountField)).toBe(
    [
      'Amount | Available 812.34 USDT | 250 | Max | Pay with USDT. Change the currency. | USDT',
      'Quick amounts | 10 | 50 | 100 | 500',
    ].join(' | '),
  )
})

test.each([
  ['0', 'Enter an amount above zero.'],
  ['0.99', 'The smallest order is 1.00 USDT.'],
  ['5000.01', 'The largest order is 5,000.00 USDT.'],
  ['812.35', 'You have 812.34 USDT available.'],
])('an amount of %s is told to be wrong', async (amount, text) => {
  asUser()
  offered()
  answered(
    'getavailableMoneyByCurrency',
    { currencyName: 'USDT' },
    { balance: amount === '5000.01' ? '9000' : '812.345' },
  )
  expect(await parts({ amount }, AmountField)).toContain(text)
})

test('directions and durations are told with the chosen one', async () => {
  expect(await parts({ direction: 'down' }, DirectionChoice)).toBe(
    'Direction | Direction | Up | Up | Down | (chosen) | Down',
  )
  expect(await parts({ durationId: 111 }, DurationChoice)).toBe('Duration')
  answered('getLimitTimeType', {}, DURATIONS)
  expect(await parts({ durationId: 111 }, DurationChoice)).toBe(
    'Duration | Duration | 1 min | (chosen) | 2 min',
  )
})

test.each([
  [{ id: 'newer', expiresAt: 1, chancePpm: 351_000 }, true],
  [{ rate: '1.75' }, false],
  [{ barrierPpm: 313 }, false],
])('a quote with %j is the same offer: %s', (given, isSame) => {
  expect(isSameOffer(aRange(given), aRange())).toBe(isSame)
})

test.each<[OrderProblem, string]>([
  [{ code: 'amount_missing' }, 'Enter an amount.'],
  [{ code: 'insufficient_funds', available: 81_234_500_000n }, 'You have 812.34 USDT available.'],
  [{ code: 'no_offer' }, 'Wait a moment: the return ranges are loading.'],
])('a problem of the form is told: %o', async (problem, text) => {
  const Told = () => useProblemText()(problem, 'USDT')
  expect(await drawn(<Told />)).toBe(text)
})
