import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type {} from './tables.ts'

/** Instalment loans: applications, their review, and lending. */
export function openLoans(_runtime: Runtime): Module {
  return { name: 'loans' }
}
