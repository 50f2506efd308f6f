import type { Runtime } from '../module/runtime.ts'
import type {} from './events.ts'

/** Notifies owners' open pages when a withdrawal changes. */
export function showWithdrawals({ events, live }: Pick<Runtime, 'events' | 'live'>): void {
  events.afterCommit('withdrawal_changed', ({ userId, id, isMoney }) => {
    live.publish(userId, { event: 'transfer_changed', kind: 'withdrawal', id })
    if (isMoney) live.publish(userId, { event: 'balance_changed', book: 0 })
  })
}
