import type { Offers, RangeOption } from './useOrderForm.ts'

/** The offer's second range, with a different figure in each field. */
export function aRange(given: Partial<RangeOption> = {}): RangeOption {
  return {
    id: 'quote-2',
    rangeText: 'Above +0.03%',
    rate: '1.74',
    barrierPpm: 312,
    chancePpm: 350_000,
    leastChancePpm: 341_000,
    marginPpm: 41_000,
    mostMarginPpm: 68_000,
    breakEvenPpm: 364_963,
    expiresAt: 1_790_000_015_000,
    ...given,
  }
}

/** What the house offers on BTC for a minute, upwards. */
export function anOffer(given: Partial<Offers> = {}): Offers {
  const [even, wide] = [
    { id: 'quote-1', rangeText: 'Above', rate: '0.92', barrierPpm: 0, chancePpm: 500_000 },
    { id: 'quote-3', rangeText: 'Above +0.06%', rate: '3.1', barrierPpm: 598, chancePpm: 120_000 },
  ]
  return {
    currencies: [
      { currencyId: 1, name: 'USDT', picture: '', least: '1', most: '5000', shown: 2 },
      { currencyId: 4, name: 'BTC', picture: '', least: '0.0001', most: '0.2', shown: 8 },
    ],
    ranges: [aRange(even), aRange(), aRange(wide)],
    deviationPpm: 812,
    price: '67400.2',
    asOf: 1_790_000_000_000,
    ...given,
  }
}
