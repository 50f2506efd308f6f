import { protectionRoutes } from '@tickmark/wire/routes/protection'
import { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type { WithdrawalDeps } from './withdrawal/ports.ts'
import { withdrawalFunds } from './funds.ts'
import { withdrawalMessages } from './messages.ts'
import { showWithdrawals } from './pageEvents.ts'
import { protectionAnswers } from './protection/routes.ts'
import { withdrawalAnswers } from './routes.ts'
import { createPaying } from './payout/payoutWorker.ts'
import { withdrawalSubject } from './subject.ts'

type WithdrawalPorts = Pick<
  WithdrawalDeps,
  'chains' | 'signer' | 'price' | 'askContract' | 'endOtherSessions'
>

/** Withdrawals and their protection. Payments begin once pages can connect, and need the chains and the signer. */
export function openWithdrawals(runtime: Runtime, ports: WithdrawalPorts): Module {
  const { keys, database, clock, log, events } = runtime
  const paying = { database, clock, log, events, chains: ports.chains, signer: ports.signer }
  const payments = createPaying(paying)
  const deps: WithdrawalDeps = {
    ...paying,
    ...ports,
    quoteKey: keys.quoteKey,
    protectionKey: keys.pepper,
    wake: payments.wake,
  }
  showWithdrawals(runtime)
  return {
    name: 'withdrawals',
    routes: [
      routesOf(withdrawalRoutes, withdrawalAnswers(deps)),
      routesOf(protectionRoutes, protectionAnswers(deps)),
    ],
    async onListen() {
      if (ports.chains.all().length > 0) payments.start()
    },
    onClose: payments.stop,
    messages: withdrawalMessages,
    funds: withdrawalFunds,
    subjects: [withdrawalSubject(ports.chains)],
  }
}
