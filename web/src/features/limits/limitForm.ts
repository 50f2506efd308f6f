import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import { changeOf, type Limit, readLimit } from '@tickmark/core/limits/limits'
import { parseAmount } from '@tickmark/core/money/money'
import type { LimitItem } from '@tickmark/wire/routes/limits'
import { normaliseDecimal } from '@tickmark/ui/form/digits.ts'

/** The typed value of one limit: whole USDT or whole minutes; empty for no limit. */
interface LimitForm {
  kind: LimitKind
  value: string
}

/** The result of a change, by the rule that the server applies. */
export type LimitSummary =
  /** The limit already has this value. */
  | { code: 'same' }
  /** Applies at once; `value` is null for no limit. */
  | { code: 'now'; value: number | null }
  /** Looser than the current limit: applies from this moment, ms since 1970. */
  | { code: 'later'; value: number | null; fromMs: number }

type LimitProblem = { code: 'invalid' }

export function initial(limit: LimitItem): LimitForm {
  return { kind: limit.kind, value: limit.value }
}

/** Takes typed text; ignores anything but a whole number. */
export function reduce(form: LimitForm, value: string): LimitForm {
  const whole = normaliseDecimal(value, 0)
  return whole === null ? form : { ...form, value: whole }
}

/** The result that the server would produce now; null while the input is invalid. */
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

/** The used share of a limit, 0 to 1; 0 without a limit. */
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
