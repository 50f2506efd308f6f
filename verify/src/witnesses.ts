import type { Crypto } from '@tickmark/core/crypto'
import { checkpointKey, parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { parsePolicy, type Policy, type PolicyProblem } from '@tickmark/core/log/policy'
import {
  judgeWitnessed,
  parseWitnessed,
  type WitnessedHead,
  type WitnessProblem,
  type WitnessVerdict,
} from '@tickmark/core/log/witnessed'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { isRecord } from '@tickmark/core/json'
import type { House } from './house.ts'
import { brokenLine, notShownLine, okLine } from './stepLines.ts'

/** The head in a file, and the keys that sign it. */
export interface ShownHead {
  note: string
  keys: Pick<HouseKeys, 'origin' | 'log'>
}

/** Reads a policy file. Throws a message that names the faulty line. */
export function readPolicy(text: string, { sha256 }: Crypto): Policy {
  const read = parsePolicy(text, sha256)
  if (read.ok) return read.policy
  throw new Error(`Unreadable: the policy file, line ${read.line}: ${PROBLEMS[read.problem]}.`)
}

const PROBLEMS: Record<PolicyProblem, string> = {
  character: 'a character that is neither printable nor a tab (lines end with a line feed alone)',
  line: 'not a line of a policy: log, witness, group or quorum',
  key: 'not a key, or one with another id than it names',
  purpose: 'a key for something else: logs have keys of type 1, witnesses of type 4',
  twice: 'a name, a key or the quorum for the second time',
  unknown: 'a name that no line before it has defined',
  threshold: 'more members than the group has, or none',
  no_quorum: 'there is no quorum',
  too_long: 'it is too long',
}

/** The house's newest cosigned head, with the proof that it continues the given head; null when it has none. */
export async function witnessedAt(house: House, { note }: ShownHead): Promise<WitnessedHead | null> {
  const checkpoint = await house.text('log/checkpoint/witnessed')
  const from = sizeOf(note)
  const to = sizeOf(checkpoint ?? '')
  if (checkpoint === null || from === 0 || to < from)
    return checkpoint === null ? null : { checkpoint, proof: [] }
  const answer = await house.json(`log/proof/consistency?from=${from}&to=${to}`)
  return parseWitnessed({ checkpoint, proof: isRecord(answer) ? answer['proof'] : null })
}

function sizeOf(note: string): number {
  return parseCheckpoint(splitNote(note)?.text ?? '')?.size ?? 0
}

/** Whether a policy's witnesses vouch for the head in a file. */
export function checkWitnesses(
  { note, keys }: ShownHead,
  witnessed: WitnessedHead | null,
  policy: Policy,
  crypto: Crypto,
): WitnessVerdict {
  return judgeWitnessed(
    note,
    witnessed,
    policy,
    [checkpointKey(keys.origin, keys.log, crypto.sha256)],
    crypto,
  )
}

const MISSING: Record<WitnessProblem, string> = {
  missing:
    'There is no head with signatures of witnesses here: add --url to ask the house for its newest one.',
  malformed: 'The witnessed head is not one of this log, or a signature of a witness of the policy is wrong.',
  other_key:
    'The witnessed head is signed by a key of the log that is not known here: list it in the policy.',
  other_log: 'The policy does not list this log.',
  older: 'The newest head that witnesses have signed is older than this file.',
  not_continued: 'Nothing shows that the head which witnesses have signed continues the one in this file.',
  too_few: 'Too few witnesses of the policy have signed.',
}

/** The policy's verdict in plain words: one line for it and one for each witness. */
export function witnessText({ ok, problem, size, vouching, ...found }: WitnessVerdict): string {
  const asked = vouching?.witnesses.length === 0 ? 'The policy asks for no witness.' : QUORUM
  const first = ok
    ? okLine(`${asked} The head has ${size} entries.`)
    : 'isFalse' in found && found.isFalse
      ? brokenLine(MISSING[problem])
      : notShownLine(MISSING[problem])
  const lines = (vouching?.witnesses ?? []).map(({ name, signer, seconds }) => {
    const at = seconds === null ? 'has not signed it' : `signed at ${timeText(seconds)}`
    return `          ${name}${signer === name ? '' : ` (${signer})`} ${at}`
  })
  return [first, ...lines].join('\n')
}

const QUORUM = 'Enough witnesses of the policy have signed a later head of the same log.'

/** Printed without a policy. */
export const NO_POLICY =
  'No witness vouches here for the log: to demand that witnesses you trust have signed it, add --policy.'

function timeText(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? `second ${seconds}` : date.toISOString().replace('T', ' ')
}
