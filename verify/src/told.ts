import type { WitnessVerdict } from '@tickmark/core/log/witnessed'
import type { Outcome } from './outcome.ts'
import { NO_POLICY, witnessText } from './witnesses.ts'

interface Told extends Outcome {
  report: object
  witnesses: WitnessVerdict | null
}

/** Adds the policy's verdict to the outcome: with a policy, a report holds only if the witnesses vouch. */
export function told({ report, code, text, witnesses }: Told, json: boolean): Outcome {
  const worse = witnesses?.ok === false ? (witnesses.isFalse ? 1 : 3) : 0
  const all = code === 0 || (code === 3 && worse === 1) ? worse || code : code
  if (json) return { code: all, text: JSON.stringify({ ...report, witnesses }, null, 2) }
  if (code === 2) return { code, text }
  if (!witnesses) return { code, text: code === 1 ? text : `${text}\n${NO_POLICY}` }
  const words = worse === 0 ? [] : ['', worse === 1 ? WITNESSES_BROKEN : WITNESSES_LACK]
  return { code: all, text: [text, '', witnessText(witnesses), ...words].join('\n') }
}

const WITNESSES_BROKEN = 'BROKEN: what is shown of the witnesses contradicts the file or your policy.'
const WITNESSES_LACK = 'NOT PROVEN: the witnesses that you trust are not shown to vouch for this log.'
