import { areKeysOf } from '@tickmark/core/receipts/receipts'
import { askConfigAgain, loadConfig } from '../api/publicConfig.ts'
import { inTime } from './asking/askHouse.ts'
import { loggedKeys, publishedKeys } from './houseKeys.ts'
import { startWatch } from './startWatch.ts'

/**
 * Compares the keys that the house publishes beside its log with those in the log, and shows an alarm while they
 * differ. Fetches both again first: a recent change of keys is no lie.
 */
export async function compareConfig(): Promise<void> {
  if (await isSame(false)) return startWatch().tell('config', false)
  askConfigAgain()
  await inTime(() => loadConfig())
  startWatch().tell('config', !(await isSame(true)))
}

/** Also true while the log or the configuration has no keys: the watch itself reports a log that shows nothing. */
async function isSame(isFresh: boolean): Promise<boolean> {
  const [logged, published] = [await loggedKeys(isFresh), publishedKeys()]
  return !logged || !published || areKeysOf(published, logged)
}
