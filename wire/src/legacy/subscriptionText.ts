import { SUBSCRIPTION, type Subscription } from '../live/socket.ts'

/** The message that subscribes; by the protocol, `token` is the wallet's address. */
export function subscriptionText(wanted: Subscription, address: string | null): string {
  const type = SUBSCRIPTION[wanted.kind]
  const paramsJson =
    wanted.kind === 'detail'
      ? { period: wanted.period, pid: wanted.pid, timeId: wanted.timeId }
      : { is_more: 1, type }
  return JSON.stringify({ type, token: address ?? '', paramsJson })
}
