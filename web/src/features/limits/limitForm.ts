import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import { changeOf, type Limit, readLimit } from '@tickmark/core/limits/limits'
import { parseAmount } from '@tickmark/core/money/money'
import type { LimitItem } from '@tickmark/wire/routes/limits'
import { normaliseDecimal } from '@tickmark/ui/form/digits.ts'

/** What a person has typed for one limit: whole USDT or whole minutes, nothing for no limit. */
interface LimitForm {
  kind: LimitKind
  value: string
}

/** What a wish comes to, by the rule that will book it. */
export type LimitSummary =
  /** It is so already. */
  | { code: 'same' }
  /** Holds at once; `value` null for none. */
  | { code: 'now'; value: number | null }
  /** Looser than what holds: from this moment on, ms since 1970. */
  | { code: 'later'; value: number | null; fromMs: number }

type LimitProblem = { code: 'invalid' }

export function initial(limit: LimitItem): LimitForm {
  return { kind: limit.kind, value: limit.value }
}

/** Takes what was typed; anything but a whole number is not taken. */
export function reduce(form: LimitForm, value: string): LimitForm {
  const whole = normaliseDecimal(value, 0)
  return whole === null ? form : { ...form, value: whole }
}

/** What the server would make of it now; null while something is wrong with it. */
export function summary(form: LimitForm, limit: LimitItem, nowMs: number): LimitSummary | null {
  const read = readLimit(form.kind, form.value)
  if (!read.ok) return null
  const held = limitOf(limit)
  const next = changeOf(held, read.value, nowMs)
  if (next.pending) {
    const isAskedFor = held.pending?.value === next.pending.value
    return isAskedFor ? { code: 'same' } : { code: 'later', ...next.pending }
  }
  return next.value === held.value && held.pending === null
    ? { code: 'same' }
    : { code: 'now', value: next.value }
}

export function problems(form: LimitForm): LimitProblem[] {
  return readLimit(form.kind, form.value).ok ? [] : [{ code: 'invalid' }]
}

/** How much of a limit is used, 0 to 1; 0 without a limit. */
export function shareUsed({ value, used }: LimitItem): number {
  const [most, spent] = [parseAmount(value), parseAmount(used)]
  if (most === null || spent === null || most <= 0n || spent <= 0n) return 0
  return spent >= most ? 1 : Number((spent * 10_000n) / most) / 10_000
}

function limitOf({ value, pending }: LimitItem): Limit {
  return {
    value: numberOf(value),
    pending: pending && { value: numberOf(pending.value), fromMs: pending.from },
  }
}

function numberOf(value: string): number | null {
  return value === '' ? null : Number(value)
}
