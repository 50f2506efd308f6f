/** The result of a rule: a value, or an expected refusal with its code and the numbers that explain it. */
export type Decision<Value, Refusal extends { code: string }> =
  | { ok: true; value: Value }
  | { ok: false; refusal: Refusal }

export function accept<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refuse<Refusal extends { code: string }>(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal }
}
