import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { createCollector } from './lending/collector.ts'
import { lendingMessages } from './lending/messages.ts'
import type {} from './tables.ts'

/** Instalment loans: applications, their review, and lending. */
export function openLoans(runtime: Runtime): Module {
  const collector = createCollector(runtime)
  return {
    name: 'loans',
    onListen: collector.start,
    preClose: collector.stop,
    idle: collector.idle,
    messages: { ...lendingMessages },
  }
}
