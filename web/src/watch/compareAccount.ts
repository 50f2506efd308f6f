import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { sessionNow } from '../session/session.ts'
import { signedInAs } from '../session/signedInAs.ts'
import { ask } from './asking/askHouse.ts'
import type { Look } from './asking/lookInTurn.ts'
import { startWatch } from './startWatch.ts'

let differs = 0

/**
 * Checks whether the house names the session of the wallet that signed in on this browser. Raises the alarm only after
 * two fresh answers with another wallet: another tab may just have signed in.
 */
export function accountLooks(): Map<string, Look> {
  return new Map([['account', look]])
}

async function look(): Promise<void> {
  const shown = sessionNow().server?.address
  if (shown !== undefined && !isOther(shown)) return tell(0)
  if (shown === undefined && differs === 0) return
  tell(differingAfter(differs, (await ask('session', {}))?.session?.address))
}

/**
 * How many answers in a row have named another wallet, after one that names `address`. No session, or no answer, changes
 * nothing.
 */
export function differingAfter(times: number, address: string | undefined, own = signedInAs()): number {
  if (address === undefined) return times
  return isOther(address, own) ? times + 1 : 0
}

/** Whether the house names a session of another wallet than the one that signed in here. */
export function isOther(address: string | undefined, own = signedInAs()): boolean {
  return address !== undefined && own !== null && !isSameAddress(address, own)
}

function tell(times: number): void {
  differs = times
  startWatch().tell('account', isAlarming(times))
}

/** Another tab may just have signed in: one answer proves nothing. */
export function isAlarming(times: number): boolean {
  return times >= 2
}
