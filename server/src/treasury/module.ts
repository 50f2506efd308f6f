import { operatorTreasuryRoutes } from '@tickmark/wire/routes/operators/treasury'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { treasuryFundKind } from './fund.ts'
import { treasuryAnswers } from './operatorRoutes.ts'
import type { TreasuryPorts } from './ports.ts'

/** The house's own money, for operators: what it is, and two of them moving it between its accounts. */
export function openTreasury({ clock, database }: Runtime, ports: TreasuryPorts): Module {
  return {
    name: 'treasury',
    operatorRoutes: [
      routesOf(operatorTreasuryRoutes, treasuryAnswers({ ...ports, clock, reader: database.db })),
    ],
    proposals: [treasuryFundKind(ports)],
  }
}
