import type { Amount } from '@tickmark/core/money/money'
import type { Chains } from '../chains/node/chainStates.ts'
import type { Reader } from '../db/pool.ts'

/** What the treasury needs of other modules. */
export interface TreasuryPorts {
  chains: Pick<Chains, 'all'>
  /** What open orders of the real book may win and what the bankroll has left, by currency id. */
  openProfits(reader: Reader): Promise<ReadonlyMap<number, { house: Amount; bankroll: Amount }>>
  /** What the bankrolls of the real book were given, by currency id; open orders may win a share of it. */
  bankrollMeans(reader: Reader): Promise<ReadonlyMap<number, Amount>>
}
