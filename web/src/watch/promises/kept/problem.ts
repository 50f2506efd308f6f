import type { PromiseProblem } from '@tickmark/core/receipts/promise'
import * as z from 'zod/mini'

/** The problem of a kept answer; null for a sound one, `unchecked` while the house's keys are unknown. */
export type KeptProblem = PromiseProblem | 'unchecked' | null

export const keptProblem = z.nullable(z.enum(['unreadable', 'other_terms', 'not_signed', 'unchecked']))

/** The answer to keep. Only a newer state of the same answer replaces a sound one. */
export function sounder<T extends { problem: KeptProblem }>(
  earlier: T | null,
  next: T,
  isSame: (earlier: T, next: T) => boolean,
): T {
  if (earlier?.problem !== null) return next
  return next.problem === null && isSame(earlier, next) ? next : earlier
}

/** The trouble of an answer judged to be false; null for any other. */
export function falseTrouble(problem: KeptProblem): 'terms' | 'signature' | null {
  if (problem === null || problem === 'unchecked') return null
  return problem === 'other_terms' ? 'terms' : 'signature'
}

/** Answers that were kept before the house's keys were known, and are still to be judged. */
export function unchecked<T extends { problem: KeptProblem }>(kept: readonly T[]): T[] {
  return kept.filter((one) => one.problem === 'unchecked')
}
