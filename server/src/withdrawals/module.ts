import { protectionRoutes } from '@tickmark/wire/routes/protection'
import { operatorWithdrawalRoutes } from '@tickmark/wire/routes/operators/withdrawals'
import { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import { routesOf } from '../http/calls/mount.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { signerOf } from '../platform/keys.ts'
import { withdrawalMessages } from './messages.ts'
import { withdrawalConsolePart } from './console/consolePart.ts'
import { withdrawalOperatorAnswers, type WithdrawalConsoleDeps } from './operatorRoutes.ts'
import { collectEnds } from './promise/collectEnds.ts'
import { collectPromises } from './promise/collectPromises.ts'
import { promiseTrouble } from './promise/latePromises.ts'
import { serveEnds } from './promise/serveEnds.ts'
import { protectionAnswers } from './protection/routes.ts'
import { withdrawalAnswers } from './routes.ts'
import { createPayoutWorker } from './payout/payoutWorker.ts'
import { hasDeadline } from './withdrawal/store.ts'
import { withdrawalPerson } from './personPart.ts'
import { withdrawalSubject } from './subject.ts'
import type { FundSource } from '../module/funds.ts'
import type {} from './events.ts'

type WithdrawalPorts = Pick<
  WithdrawalConsoleDeps,
  'chains' | 'signer' | 'price' | 'askContract' | 'endOtherSessions' | 'addressesOf'
> & { market: Pick<Market, 'beforeTick' | 'head' | 'keys' | 'receiptsKeys'> }

/** Withdrawals and their protection. Payments begin once pages can connect, and need the chains and the signer. */
export function openWithdrawals(runtime: Runtime, ports: WithdrawalPorts): Module {
  const { keys, database, clock, log, events } = runtime
  const paying = { database, clock, log, events, chains: ports.chains, signer: ports.signer }
  const payments = createPayoutWorker(paying)
  const deps: WithdrawalConsoleDeps = {
    ...paying,
    ...ports,
    receipts: signerOf(keys.receiptsKey),
    quoteKey: keys.quoteKey,
    protectionKey: keys.pepper,
    wake: payments.wake,
  }
  ports.market.beforeTick(collectPromises)
  ports.market.beforeTick(collectEnds)
  showWithdrawals(runtime)
  return {
    name: 'withdrawals',
    routes: [
      routesOf(withdrawalRoutes, withdrawalAnswers(deps)),
      routesOf(protectionRoutes, protectionAnswers(deps)),
    ],
    operatorRoutes: [routesOf(operatorWithdrawalRoutes, withdrawalOperatorAnswers(deps))],
    plugin: (server, api) => serveEnds(server, { db: database.db, market: ports.market, api }),
    consolePart: { ...withdrawalConsolePart(ports.chains), ...withdrawalPerson },
    async onListen() {
      if (ports.chains.all().length > 0) payments.start()
    },
    onClose: payments.stop,
    isWaiting: () => hasDeadline(database.db, clock.nowMs()),
    messages: withdrawalMessages,
    funds: withdrawalFunds,
    subjects: [withdrawalSubject(ports.chains)],
    trouble: promiseTrouble({ db: database.db, clock }),
  }
}

/** Money of pending withdrawals stays in an account of its owner. */
export const withdrawalFunds: FundSource = { kinds: ['hold'] }

/** Notifies owners' open pages when a withdrawal changes. */
export function showWithdrawals({ events, live }: Pick<Runtime, 'events' | 'live'>): void {
  events.afterCommit('withdrawal_changed', ({ userId, id, isMoney }) => {
    live.publish(userId, { event: 'transfer_changed', kind: 'withdrawal', id })
    if (isMoney) live.publish(userId, { event: 'balance_changed', book: 0 })
  })
}
