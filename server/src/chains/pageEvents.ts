import type { Runtime } from '../module/runtime.ts'
import type {} from './events.ts'

/** Notifies users' open pages of their deposits. */
export function showDeposits({ events, live }: Pick<Runtime, 'events' | 'live'>): void {
  events.afterCommit('deposits_changed', ({ deposits }) => {
    for (const { userId, id, state } of deposits) {
      live.publish(userId, { event: 'transfer_changed', kind: 'deposit', id })
      if (state === 'credited') live.publish(userId, { event: 'balance_changed', book: 0 })
    }
  })
}
