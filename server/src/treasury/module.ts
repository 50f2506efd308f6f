import { operatorTreasuryRoutes } from '@tickmark/wire/routes/operators/treasury'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { treasuryFundKind } from './fund.ts'
import { treasuryAnswers } from './operatorRoutes.ts'
import type { TreasuryPorts } from './ports.ts'

/** The house's own money, for operators: its balances, and movements between its accounts by two of them. */
export function openTreasury({ clock, database }: Runtime, ports: TreasuryPorts): Module {
  return {
    name: 'treasury',
    operatorRoutes: [
      routesOf(operatorTreasuryRoutes, treasuryAnswers({ ...ports, clock, reader: database.db })),
    ],
    proposals: [treasuryFundKind(ports)],
  }
}
