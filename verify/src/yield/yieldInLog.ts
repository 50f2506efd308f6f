import type { Crypto } from '@tickmark/core/crypto'
import type { YieldEntry } from '@tickmark/core/log/log'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import type { House } from '../house.ts'
import { findSecondYield, type YieldLogProblem } from './secondYield.ts'
import { findBrokenChain } from './yieldChain.ts'

/** Checks a day against the log, beyond its file: the day has no second `yield`, and all earlier days lead to it. */
export async function lookInLog(
  house: House,
  entry: YieldEntry,
  keys: Omit<HouseKeys, 'receipts'>,
  crypto: Crypto,
): Promise<YieldLogProblem | null> {
  return (
    (await findSecondYield(house, entry, keys, crypto)) ?? (await findBrokenChain(house, entry, keys, crypto))
  )
}
