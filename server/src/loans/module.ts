import { operatorLoanRoutes } from '@tickmark/wire/routes/operators/loans'
import { loanRoutes } from '@tickmark/wire/routes/loans'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { checkKeys } from './checkKeys.ts'
import { loanConsolePart } from './consolePart.ts'
import type {} from './events.ts'
import { createCollector } from './lending/collector.ts'
import { disburse, poolBalance } from './lending/disburse.ts'
import { lendingMessages } from './lending/messages.ts'
import { lendingAnswers } from './lending/routes.ts'
import { paidInstalments } from './lending/store.ts'
import { loanMessages } from './messages.ts'
import { loanOperatorAnswers } from './operatorRoutes.ts'
import { servePictures } from './pictures/servePictures.ts'
import type { LoanDeps, LoanPorts } from './ports.ts'
import { loanApprovalKind } from './review/loanApproval.ts'
import { simulatedReviewer } from './review/simulatedReviewer.ts'
import { loanAnswers } from './routes.ts'
import { loanSubject } from './subject.ts'
import { loanSweep } from './sweep.ts'
import type {} from './tables.ts'

/** Instalment loans: applications, their review, and lending. */
export function openLoans(runtime: Runtime, ports: LoanPorts): Module {
  const deps = depsOf(runtime, ports)
  const collector = createCollector(runtime)
  const sweep = loanSweep(deps)
  const reviewer = simulatedReviewer(deps)
  runtime.events.afterCommit('loan_submitted', () => reviewer.wake())
  return {
    name: 'loans',
    routes: [routesOf(loanRoutes, { ...loanAnswers(deps), ...lendingAnswers(runtime) })],
    operatorRoutes: [routesOf(operatorLoanRoutes, loanOperatorAnswers(deps))],
    proposals: [loanApprovalKind(deps)],
    consolePart: loanConsolePart,
    plugin: (server, api) => servePictures(server, deps, api),
    onReady: () => checkKeys(deps),
    onListen() {
      collector.start()
      sweep.wake()
      reviewer.wake()
    },
    async preClose() {
      await Promise.all([collector.stop(), sweep.stop(), reviewer.stop()])
    },
    async idle() {
      await sweep.idle()
      await reviewer.idle()
      await collector.idle()
    },
    messages: { ...loanMessages, ...lendingMessages },
    subjects: [loanSubject],
  }
}

function depsOf({ database, keys, clock, log, events }: Runtime, ports: LoanPorts): LoanDeps {
  return {
    ...ports,
    db: database.db,
    vault: keys.vaultKeys,
    clock,
    log,
    events,
    pool: poolBalance,
    paid: paidInstalments,
    async lend(tx, { application: id, userId, amount, instalments, writtenAtMs }) {
      const terms = { id, userId, amount, instalments, writtenAtMs }
      return (await disburse(tx, { clock, events }, terms)).ok
    },
  }
}
