import { bytesOfBase64 } from '../base64.ts'
import { hexOf } from '../bytes.ts'
import type { Crypto, Sha256 } from '../crypto.ts'
import { parseKeyText, openNote, type KnownKey } from './note.ts'

/**
 * The logs and witnesses that a reader trusts: C2SP tlog-policy.md. A head counts when a listed log signed it and a quorum of
 * witnesses cosigned it.
 */
export interface Policy {
  /** Null for a key of an unknown algorithm. An empty list counts every log. */
  logs: readonly (KnownKey | null)[]
  witnesses: readonly PolicyWitness[]
  quorum: Quorum
}

export interface PolicyWitness {
  /** The policy's name for the witness. */
  name: string
  /** Null for a key of an unknown algorithm, which never counts as having signed. */
  key: KnownKey | null
}

/** A witness by its index in the policy, or at least `least` of a group's members. The quorum `none` has `least` 0. */
export type Quorum = { witness: number } | { least: number; members: readonly Quorum[] }

export type PolicyProblem =
  /** A character other than tab, line feed and printable ones. */
  | 'character'
  /** Not a policy line: an unknown first word, or too few or too many words. */
  | 'line'
  /** Not a key, or a key with a wrong id. */
  | 'key'
  /** A key of the wrong type for this line. */
  | 'purpose'
  /** A duplicate name, key or quorum. */
  | 'twice'
  /** A name that no earlier line defines. */
  | 'unknown'
  /** A threshold of zero, or above the number of members. */
  | 'threshold'
  | 'no_quorum'
  | 'too_long'

export type ParsedPolicy =
  | { ok: true; policy: Policy }
  /** `line` is counted from 1; it is the last line when something is missing. */
  | { ok: false; problem: PolicyProblem; line: number }

const MOST_LENGTH = 64 * 1024
const MOST_LINES = 1024

/** Reads a policy. A last line may lack its line break. */
export function parsePolicy(text: string, sha256: Sha256): ParsedPolicy {
  const lines = text.split('\n')
  if (text.length > MOST_LENGTH || lines.length > MOST_LINES)
    return { ok: false, problem: 'too_long', line: 1 }
  const draft: Draft = {
    logs: [],
    witnesses: [],
    names: new Map(),
    keys: new Set(),
    used: new Set(),
    quorum: null,
  }
  for (const [i, line] of lines.entries()) {
    const problem = Array.from(line).every(isAllowed) ? takeLine(draft, wordsOf(line), sha256) : 'character'
    if (problem) return { ok: false, problem, line: i + 1 }
  }
  const { logs, witnesses, quorum } = draft
  if (!quorum) return { ok: false, problem: 'no_quorum', line: lines.length }
  return { ok: true, policy: { logs, witnesses, quorum } }
}

/** Allows only the tab of ASCII's control characters. */
function isAllowed(one: string): boolean {
  return one === '\t' || (one >= ' ' && one !== '\u007f')
}

interface Draft {
  logs: (KnownKey | null)[]
  witnesses: PolicyWitness[]
  /** Witnesses and groups share one namespace. */
  names: Map<string, Quorum>
  /** Public keys in hex, each marked as a log's or a witness's. */
  keys: Set<string>
  /** Names that already belong to a group: a witness counts only once. */
  used: Set<string>
  quorum: Quorum | null
}

function wordsOf(line: string): string[] {
  const words = line.split(/[ \t]+/).filter((word) => word !== '')
  return words[0]?.startsWith('#') ? [] : words
}

function takeLine(draft: Draft, words: readonly string[], sha256: Sha256): PolicyProblem | null {
  const [kind, ...rest] = words
  switch (kind) {
    case undefined:
      return null
    case 'log':
      return takeLog(draft, rest, sha256)
    case 'witness':
      return takeWitness(draft, rest, sha256)
    case 'group':
      return takeGroup(draft, rest)
    case 'quorum':
      return takeQuorum(draft, rest)
    default:
      return 'line'
  }
}

function takeLog(draft: Draft, [text, ...more]: readonly string[], sha256: Sha256): PolicyProblem | null {
  if (text === undefined || more.length > 1) return 'line'
  const read = readKey(text, 1, sha256)
  if (typeof read === 'string') return read
  if (!isNew(draft.keys, `log ${read.bytes}`)) return 'twice'
  draft.logs.push(read.key)
  return null
}

function takeWitness(
  draft: Draft,
  [name, text, ...more]: readonly string[],
  sha256: Sha256,
): PolicyProblem | null {
  if (name === undefined || text === undefined || more.length > 1) return 'line'
  const read = readKey(text, 4, sha256)
  if (typeof read === 'string') return read
  if (name === NONE || draft.names.has(name) || !isNew(draft.keys, `witness ${read.bytes}`)) return 'twice'
  draft.names.set(name, { witness: draft.witnesses.length })
  draft.witnesses.push({ name, key: read.key })
  return null
}

function takeGroup(draft: Draft, [name, count, ...names]: readonly string[]): PolicyProblem | null {
  if (name === undefined || count === undefined || names.length === 0) return 'line'
  if (name === NONE || draft.names.has(name)) return 'twice'
  const members: Quorum[] = []
  for (const member of names) {
    const found = draft.names.get(member)
    if (!found) return 'unknown'
    if (!isNew(draft.used, member)) return 'twice'
    members.push(found)
  }
  const least = count === 'all' ? members.length : count === 'any' ? 1 : Number(count)
  const isCount = count === 'all' || count === 'any' || /^[1-9]\d{0,3}$/.test(count)
  if (!isCount || least > members.length) return 'threshold'
  draft.names.set(name, { least, members })
  return null
}

function takeQuorum(draft: Draft, [name, ...more]: readonly string[]): PolicyProblem | null {
  if (name === undefined || more.length > 0) return 'line'
  if (draft.quorum) return 'twice'
  const found = name === NONE ? { least: 0, members: [] } : draft.names.get(name)
  if (!found) return 'unknown'
  draft.quorum = found
  return null
}

/** The empty quorum; no witness or group may have this name. */
const NONE = 'none'

function isNew(known: Set<string>, one: string): boolean {
  return known.size < known.add(one).size
}

/** Reads a key of the type that this line needs; without `key` for an unknown algorithm. */
function readKey(
  text: string,
  type: KnownKey['type'],
  sha256: Sha256,
): { key: KnownKey | null; bytes: string } | 'key' | 'purpose' {
  const encoded = /^[^+]+\+[0-9a-f]{8}\+(.+)$/.exec(text)?.[1]
  const bytes = encoded === undefined ? null : bytesOfBase64(encoded)
  if (!bytes || bytes.length < 2) return 'key'
  const named = { bytes: hexOf(bytes.subarray(1)) }
  if (bytes[0] !== 1 && bytes[0] !== 4) return { key: null, ...named }
  const key = parseKeyText(text, sha256)
  if (!key) return 'key'
  return key.type === type ? { key, ...named } : 'purpose'
}

/** A witness of the policy, and its signing time in seconds since 1970; null when it did not sign. */
export interface Vouch {
  name: string
  /** The name of its key; the policy's name for it when the key's algorithm is unknown. */
  signer: string
  seconds: number | null
}

export interface Vouching {
  /** Whether the head counts by the policy. */
  ok: boolean
  /** Whether the policy lists the log, or lists no logs at all. */
  isLogListed: boolean
  /** In the order of the policy. */
  witnesses: Vouch[]
  /** Number of witnesses that signed. */
  signed: number
  /**
   * The latest time T such that signatures from T on still form a quorum; null while there is no quorum, or the policy asks for
   * none.
   */
  quorumSeconds: number | null
}

/**
 * Which witnesses of a policy vouch for a note signed by one of the log's keys. `malformed` also for a wrong signature of a
 * listed witness; `other_key` when none of the log's keys signed it.
 */
export function judgePolicy(
  policy: Policy,
  note: string,
  log: readonly KnownKey[],
  crypto: Crypto,
): Vouching | 'malformed' | 'other_key' {
  const keys = policy.witnesses.flatMap(({ key }) => key ?? [])
  const opened = openNote(note, [...log, ...keys], crypto)
  if (!opened) return 'malformed'
  const signer = log.find((one) => opened.verified.some(({ key }) => key === one))
  if (!signer) return 'other_key'
  const witnesses = policy.witnesses.map(({ name, key }) => {
    const found = key && opened.verified.find((one) => one.key === key)
    return { name, signer: key?.name ?? name, seconds: found ? found.seconds : null }
  })
  const times = witnesses.flatMap(({ seconds }) => seconds ?? [])
  const isLogListed = listsLog(policy, signer)
  return {
    ok: isLogListed && isReached(policy.quorum, witnesses),
    isLogListed,
    witnesses,
    signed: times.length,
    quorumSeconds: isLogListed ? metAt(policy.quorum, witnesses) : null,
  }
}

/** Whether a policy counts the heads of a log. */
function listsLog({ logs }: Policy, { name, id, publicKey }: KnownKey): boolean {
  const bytes = hexOf(publicKey)
  return (
    logs.length === 0 ||
    logs.some((one) => one?.name === name && one.id === id && hexOf(one.publicKey) === bytes)
  )
}

function isReached(quorum: Quorum, witnesses: readonly Vouch[]): boolean {
  if ('witness' in quorum) return (witnesses[quorum.witness]?.seconds ?? null) !== null
  return quorum.members.filter((one) => isReached(one, witnesses)).length >= quorum.least
}

/**
 * The oldest of the newest signatures that suffice for the quorum: one fresh signature does not make an old quorum look fresh.
 */
function metAt(quorum: Quorum, witnesses: readonly Vouch[]): number | null {
  if ('witness' in quorum) return witnesses[quorum.witness]?.seconds ?? null
  const times = quorum.members.flatMap((one) => metAt(one, witnesses) ?? [])
  return times.toSorted((a, b) => b - a)[quorum.least - 1] ?? null
}
