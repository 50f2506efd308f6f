import { type Currency, currencyById, CURRENCIES } from '@tickmark/core/money/currencies'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import { ledgerFloor } from '@tickmark/core/money/rawUnits'
import { exposureBounds } from '@tickmark/core/orders/exposure'
import { VENUE_KINDS, type Kind } from '@tickmark/core/ledger/accounts'
import type { ReplyOf } from '@tickmark/wire/call'
import type { operatorTreasuryRoutes } from '@tickmark/wire/routes/operators/treasury'
import { type HeldSum, heldSums } from '../chains/console/consoleStore.ts'
import { rawAddress } from '../chains/node/addresses.ts'
import type { ChainState } from '../chains/node/chainStates.ts'
import { findCoin } from '../chains/node/network.ts'
import type { Reader } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import { sharedFor } from '../module/sharedFor.ts'
import type { Clock } from '../platform/clock.ts'
import type { TreasuryPorts } from './ports.ts'
import { balancesByKind, type KindSum } from './store.ts'

export interface TreasuryDeps extends TreasuryPorts {
  clock: Pick<Clock, 'nowMs'>
  reader: Reader
}

type Treasury = ReplyOf<(typeof operatorTreasuryRoutes)['consoleTreasury']>

/** The query reads every account, so all operators share an answer of up to this age (ms). */
const FRESH_MS = 2_000

/** Operators view the house's money; two of them together move it (`fund.ts`). */
export function treasuryAnswers(deps: TreasuryDeps): Answers<typeof operatorTreasuryRoutes> {
  return { consoleTreasury: sharedFor(deps.clock, FRESH_MS, () => readTreasury(deps)) }
}

async function readTreasury({ reader, chains, openProfits, bankrollMeans }: TreasuryDeps): Promise<Treasury> {
  const states = chains.all()
  const hots = states.flatMap(({ chain, hot }) =>
    hot === null ? [] : [[chain.id, rawAddress(hot)] as const],
  )
  const [sums, held, open, means] = await Promise.all([
    balancesByKind(reader),
    heldSums(reader, new Map(hots)),
    openProfits(reader),
    bankrollMeans(reader),
  ])
  const onChains = held.flatMap((sum) => holdingOf(sum, states))
  const served = CURRENCIES.filter(({ id }) => states.some(({ chain }) => findCoin(chain, id)))
  return {
    accounts: sums.flatMap((sum) => accountItem(sum)),
    owed: CURRENCIES.flatMap((currency) => owedItem(currency, sums)),
    held: onChains.map(({ currency, hot, deposits, network }) => ({
      network,
      ...named(currency),
      hot: formatAmount(hot),
      deposits: formatAmount(deposits),
    })),
    cover: served.map((currency) => {
      const mine = onChains.filter((one) => one.currency.id === currency.id)
      return coverItem(
        currency,
        sums,
        mine.reduce((total, one) => total + one.hot + one.deposits, 0n),
      )
    }),
    exposure: CURRENCIES.flatMap((currency) => {
      const profits = open.get(currency.id)
      return profits ? [exposureItem(currency, profits, means.get(currency.id) ?? 0n)] : []
    }),
  }
}

/** What our addresses hold of a currency on a chain, in ledger units. */
interface Holding {
  network: string
  currency: Currency
  /** At the address that pays withdrawals. */
  hot: Amount
  /** At the deposit addresses. */
  deposits: Amount
}

/** Empty for a currency that the table of networks no longer has. */
function holdingOf(
  { chain: id, currency: currencyId, hot, others }: HeldSum,
  states: readonly ChainState[],
): Holding[] {
  const chain = states.find((one) => one.chain.id === id)?.chain
  const coin = chain && findCoin(chain, currencyId)
  const currency = currencyById(currencyId)
  if (!chain || !coin || !currency) return []
  const units = (raw: bigint) => ledgerFloor(raw > 0n ? raw : 0n, coin.decimals)
  return [{ network: chain.name, currency, hot: units(hot), deposits: units(others) }]
}

/** What open orders may win, and the most that they may, from the bankroll's means. */
function exposureItem(
  currency: Currency,
  { house, bankroll }: { house: Amount; bankroll: Amount },
  means: Amount,
): Treasury['exposure'][number] {
  const { house: most } = exposureBounds(means, false)
  const shown = { mayWin: formatAmount(house), most: formatAmount(most), bankroll: formatAmount(bankroll) }
  return { ...named(currency), ...shown }
}

function accountItem({ book, currency: id, kind, isHouse, total }: KindSum): Treasury['accounts'] {
  const currency = currencyById(id)
  return isHouse && currency ? [{ book, ...named(currency), kind, amount: formatAmount(total) }] : []
}

/** Users' own money in the real book, plus the escrow for their open orders; empty without any. */
function owedItem(currency: Currency, sums: readonly KindSum[]): Treasury['owed'] {
  const of = (kind: Kind) => sumOf(sums, currency, (one) => one.kind === kind)
  const parts = { available: of('available'), hold: of('hold'), hosted: of('hosted'), escrow: of('escrow') }
  const total = Object.values(parts).reduce((sum, one) => sum + one, 0n)
  if (total === 0n) return []
  return [
    {
      ...named(currency),
      available: formatAmount(parts.available),
      hold: formatAmount(parts.hold),
      hosted: formatAmount(parts.hosted),
      escrow: formatAmount(parts.escrow),
      total: formatAmount(total),
    },
  ]
}

const VENUES: readonly Kind[] = VENUE_KINDS

function coverItem(currency: Currency, sums: readonly KindSum[], chain: Amount): Treasury['cover'][number] {
  const venues = sumOf(sums, currency, ({ kind }) => VENUES.includes(kind))
  const books = sumOf(sums, currency, ({ kind }) => !VENUES.includes(kind))
  return {
    ...named(currency),
    books: formatAmount(books),
    venues: formatAmount(venues),
    chain: formatAmount(chain),
    over: formatAmount(chain - books),
  }
}

function sumOf(sums: readonly KindSum[], { id }: Currency, counts: (one: KindSum) => boolean): Amount {
  return sums
    .filter((one) => one.book === 'real' && one.currency === id && counts(one))
    .reduce((total, one) => total + one.total, 0n)
}

function named({ id, code }: Currency) {
  return { currencyId: id, currency: code }
}
