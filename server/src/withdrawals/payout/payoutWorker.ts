import { turnOf, type Turn } from '../../db/sessionLock.ts'
import { coalesced } from '../../platform/coalesce.ts'
import { messageOf } from '../../platform/log.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { followPayment } from './followPayment.ts'
import { payGasOwed } from './payGas.ts'
import { payNext } from './payNext.ts'
import { returnUnpaid } from './returnUnpaid.ts'
import { unsignedOn } from '../withdrawal/nonceStore.ts'
import type { HotWallet, PayoutMemory } from './hotWallet.ts'
import { refreshApprovals } from '../approval/refreshApprovals.ts'
import { listByState } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import { TURNS } from '../../db/locks.ts'

/** Takes withdrawals from approval to their end on the chain. */
export interface PayoutWorker {
  /** Starts a pass now; otherwise the next one starts within a second. */
  wake(): void
  /** Runs one more pass and settles when it is done. */
  idle(): Promise<void>
  start(): void
  /** Waits for the pass in progress. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1_000

/** The worker's state for a chain. */
interface PayoutLoop {
  turn: Turn
  memory: PayoutMemory
}

/** Makes the worker. Of several processes on one database, one pays on a chain; another takes over when that one cannot. */
export function createPayoutWorker(deps: PayingDeps): PayoutWorker {
  const { clock, log } = deps
  const loops = new Map<number, PayoutLoop>()
  let isStopped = false
  let cancel = () => {}
  const { wake, idle, ended } = coalesced(
    () =>
      lookAround().catch((thrown: unknown) => {
        log.error('the pass over the withdrawals failed', { reason: messageOf(thrown) })
      }),
    () => isStopped,
  )

  async function lookAround(): Promise<void> {
    await refreshApprovals(deps)
    for (const { chain, hot, haltedBecause } of deps.chains.all()) {
      if (isStopped) return
      const { turn, memory } = loopOf(chain.id)
      try {
        // This process pays and ends nothing on a halted chain; another process may still reach it.
        if (haltedBecause !== null || hot === null || chain.kind !== 'evm') await turn.release()
        else if (await turn.take()) await payOn({ chain, hot, memory }, deps)
        memory.problem = null
      } catch (thrown) {
        const reason = messageOf(thrown)
        if (reason !== memory.problem) log.warn('payments wait', { network: chain.name, reason })
        memory.problem = reason
      }
    }
    await payGasOwed(deps)
  }

  function loopOf(chainId: number): PayoutLoop {
    const loop = loops.get(chainId) ?? {
      turn: turnOf(deps.database, TURNS.payouts + BigInt(chainId)),
      memory: { sentAtMs: new Map(), shortToldAtMs: 0, problem: null },
    }
    loops.set(chainId, loop)
    return loop
  }

  function lookLater(): void {
    cancel = clock.at(clock.nowMs() + LOOK_EVERY_MS, () => {
      if (!isStopped) void idle().then(lookLater)
    })
  }

  return {
    wake,
    idle,
    start: lookLater,
    async stop() {
      isStopped = true
      cancel()
      await ended()
      await Promise.all([...loops.values()].map(({ turn }) => turn.release()))
    },
  }
}

/** One pass over a chain: first what is given up, then the sent payments, then the queue. */
async function payOn({ chain, hot, memory }: Omit<HotWallet, 'head'>, deps: PayingDeps): Promise<void> {
  const { db } = deps.database
  const all = await listByState(db, chain.id, ['approved', 'built', 'signed', 'broadcast'])
  const pending = await returnUnpaid(all, deps)
  const isSent = ({ state }: Withdrawal) => state === 'signed' || state === 'broadcast'
  const sent = pending.filter(isSent)
  const ids = new Set(sent.map((one) => one.id))
  for (const id of memory.sentAtMs.keys()) if (!ids.has(id)) memory.sentAtMs.delete(id)
  if (pending.length === 0) return
  const wallet = { chain, hot, memory, head: await deps.chains.node(chain.id).headNumber() }
  for (const withdrawal of sent) {
    try {
      await followPayment(withdrawal, wallet, deps)
    } catch (thrown) {
      const facts = { withdrawal: withdrawal.id, reason: messageOf(thrown) }
      deps.log.warn('the status of a payment could not be updated', facts)
    }
  }
  const waiting = pending.filter((one) => !isSent(one) && one.retryAtMs <= deps.clock.nowMs())
  if (waiting.length > 0) await payQueue(waiting, wallet, deps)
}

/**
 * Pays in the order of the requests, except that withdrawals with a nonce go first. If a later nonce were signed before
 * theirs, theirs could not be returned, and no payment behind the gap would ever be mined.
 */
async function payQueue(waiting: readonly Withdrawal[], wallet: HotWallet, deps: PayingDeps): Promise<void> {
  const unsigned = await unsignedOn(deps.database.db, wallet.chain.id)
  const queue = [
    ...waiting.filter(({ id }) => unsigned.has(id)),
    ...waiting.filter(({ id }) => !unsigned.has(id)),
  ]
  const short = new Set<number>()
  for (const withdrawal of queue) {
    if (short.has(withdrawal.currencyId)) continue
    const next = await payNext(withdrawal, unsigned.get(withdrawal.id) ?? null, wallet, deps)
    if (next === 'none') return
    if (next === 'others') short.add(withdrawal.currencyId)
  }
}
