import { HOUR_MS } from '@tickmark/core/days'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { forgetOldRequests } from './idempotency.ts'

/** Interval between deletions of expired answers. */
const FORGET_EVERY_MS = HOUR_MS

interface LedgerPorts {
  onTick(run: (tick: { atMs: number }) => Promise<void>): unknown
}

/** The ledger's background work: it deletes the answers of expired idempotency keys. */
export function openLedger({ database }: Pick<Runtime, 'database'>, { onTick }: LedgerPorts): Module {
  onTick(async ({ atMs }) => {
    if (atMs % FORGET_EVERY_MS === 0) await forgetOldRequests(database.db, atMs)
  })
  return { name: 'ledger' }
}
