import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLoss } from './failures.ts'

/** Repeats a read up to five times in about two seconds when its connection fails. Never use it for writes. */
export async function withConnectionRetry<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (thrown) {
      if (attempt > 5 || !isConnectionLoss(thrown)) throw thrown
      await sleep(60 * 2 ** (attempt - 1))
    }
  }
}
