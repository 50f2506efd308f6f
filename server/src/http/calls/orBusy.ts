import { messageOf, type Log } from '../../platform/log.ts'
import { Refused } from './refused.ts'

/** What a contract wallet's node answers. Refuses `busy` when it does not: an absent node is no failure of ours. */
export async function orBusy<T>(answer: Promise<T>, log: Log): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    log.error('a contract wallet cannot be queried', { reason: messageOf(thrown) })
    throw new Refused('busy')
  }
}
