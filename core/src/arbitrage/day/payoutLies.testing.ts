import type { DayLie } from './toldDay.testing.ts'
import type { PayoutLine } from '../evidence.ts'
import { lineText } from '../readLines.ts'
import { CARRIED, HONEST, POOL, paying, plus, told, forgotten } from './toldDay.testing.ts'
import { DAY, NAME, NONE, type Told, entryOf, rootOf } from './toyDay.testing.ts'
import { paidTexts, toyOrders } from './toyHosts.testing.ts'

/** Falsehoods about the profit, the losses carried on and the payouts, and the steps that detect them. */
export const PAYOUT_LIES: readonly DayLie[] = [
  ['a larger profit', () => ({ ...profitable() }), ['holdings', 'profit']],
  ['losses forgotten', () => forgotten(), ['holdings', 'pool']],
  ['losses not carried on', () => told({ carried: '-1' }), ['pool']],
  [
    'a payout of another day',
    () => paying((all) => all.with(0, (all[0] ?? '').replace(NAME, '2026-11-20'))),
    ['payout_lines'],
  ],
  ['payouts in another order', () => paying((all) => all.toReversed()), ['payout_lines']],
  [
    'the first two payouts in each other’s place',
    () => paying(([first = '', second = '', ...others]) => [second, first, ...others]),
    ['payout_lines'],
  ],
  [
    'a payout told twice',
    () => paying((all) => all.toSpliced(1, 0, all[0] ?? '')),
    ['payout_lines', 'hosts'],
  ],
  ['an order in both books', () => inBoth(), ['payout_lines', 'hosts']],
  [
    'a payout in other words',
    () => paying((all) => all.with(0, (all[0] ?? '').replace('"v":1', '"v": 1'))),
    ['payout_lines', 'hosts'],
  ],
  [
    'two upper yields in one version',
    () => paying((all) => all.with(1, (all[1] ?? '').replace('"mid":5', '"mid":1'))),
    ['products', 'hosts'],
  ],
  ['another root of the payouts', () => told({ payouts: NONE }), ['payouts_root']],
  ['a payout beyond its share', () => paying((all) => all.with(0, amounting(all[0] ?? '', 1n))), ['payouts']],
  ['a payout below its share', () => paying((all) => all.with(4, amounting(all[4] ?? '', -1n))), ['payouts']],
  [
    'a payout beyond its upper yield',
    () => paying((all) => all.with(2, (all[2] ?? '').replace('"upperPpm":"9"', '"upperPpm":"8"'))),
    ['products', 'hosts', 'payouts'],
  ],
  [
    'a host who got all',
    () =>
      paying(() => [
        lineText({ ...(toyOrders(DAY)[0] as PayoutLine), upperPpm: '1000000', amount: String(POOL * 2n) }),
      ]),
    ['products', 'hosts', 'payouts', 'sums'],
  ],
  [
    'a smaller number of hosts',
    () => told({ real: [2, HONEST.entry.real[1], HONEST.entry.real[2]] }),
    ['sums'],
  ],
  ['another sum of principal', () => told({ real: [3, '5', HONEST.entry.real[2]] }), ['sums']],
  ['another sum of payouts', () => told({ simulated: [2, HONEST.entry.simulated[1], '5'] }), ['sums']],
]

/** More profit than the lines have, with all dependent figures made to fit. */
function profitable(): Partial<Told> {
  const profit = plus(HONEST.entry.profit, 1_000n)
  const pool = String((BigInt(profit) + BigInt(CARRIED)) / 2n)
  const payouts = paidTexts(toyOrders(DAY), BigInt(pool))
  const { real, simulated } = entryOf({ ...HONEST, payouts }, CARRIED)
  return { payouts, entry: { ...HONEST.entry, profit, pool, payouts: rootOf(payouts), real, simulated } }
}

function inBoth(): Partial<Told> {
  const orders = toyOrders(DAY).map((one, i, all) => (i === 3 ? { ...one, order: all[0]?.order ?? '' } : one))
  return paying(() => paidTexts(orders, POOL))
}

function amounting(text: string, more: bigint): string {
  return text.replace(/"amount":"(\d+)"/, (_, amount: string) => `"amount":"${plus(amount, more)}"`)
}
