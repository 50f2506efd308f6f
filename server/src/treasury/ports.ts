import type { Amount } from '@tickmark/core/money/money'
import type { Chains } from '../chains/node/chainStates.ts'
import type { Reader } from '../db/pool.ts'

/** What the treasury needs from other modules. */
export interface TreasuryPorts {
  chains: Pick<Chains, 'all'>
  /** Possible winnings of open orders in the real book, and the bankroll's remainder, by currency id. */
  openProfits(reader: Reader): Promise<ReadonlyMap<number, { house: Amount; bankroll: Amount }>>
  /** Total funding of the real book's bankrolls, by currency id; open orders may win a share of it. */
  bankrollMeans(reader: Reader): Promise<ReadonlyMap<number, Amount>>
}
