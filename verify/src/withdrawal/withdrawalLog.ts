import { bytesOfHex } from '@tickmark/core/bytes'
import type { Crypto } from '@tickmark/core/crypto'
import { endIn, type EndFinding } from '@tickmark/core/evidence/withdrawalEnd'
import type { WithdrawalPromise } from '@tickmark/core/evidence/withdrawalPromise'
import { entryLeaf, parseEntry, type LogEntry } from '@tickmark/core/log/log'
import type { Checkpoint } from '@tickmark/core/log/checkpoint'
import { isSame } from '@tickmark/core/log/tree/tree'
import { rangeRoot } from '@tickmark/core/log/tree/treeProofs'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { firstFrom } from '../dayLog.ts'
import type { House } from '../house.ts'
import { readExtract, readLog, valueOf } from '../published.ts'
import { placeAt, type PromisePlace } from './promiseInLog.ts'

/** What a log shows of a promised withdrawal's end; `unproven` when the entries are not shown to be of the house's log. */
export type EndLook =
  | EndFinding
  | {
      is: 'unproven'
      problem: 'no_answer' | 'not_in_tree' | 'wrong_signature' | 'begins_late' | 'time_runs_back'
    }

/** What a house shows of a promised withdrawal: whether its log has the promise, and how it ended. */
export interface HouseLook {
  place: PromisePlace
  end: EndLook
}

type LogKeys = Omit<HouseKeys, 'receipts'>

/**
 * What a stretch of the log shows, an answer of `getLog` or a house's file about the promise; null for anything else. Only the
 * newest entry under a head shows that nothing is due yet: an older one may be of a log that has gone past the due time.
 */
export function endShown(
  text: string,
  promise: WithdrawalPromise,
  keys: LogKeys,
  crypto: Crypto,
): EndLook | null {
  const extract = readExtract(valueOf(text))
  if (!extract) return null
  const log = readLog(extract, crypto, keys)
  if (!log.ok) return { is: 'unproven', problem: log.problem }
  const found = endIn(promise, log.entries, false)
  const isNewest = log.entries.at(-1)?.seq === log.head.size
  return found.is === 'waiting' && !isNewest ? { ...found, is: 'unshown' } : found
}

/**
 * What a house shows of a promised withdrawal. With `isFull` every entry since the promise is read, unless the house shows an end,
 * or by its newest entry that nothing is due yet: then the log itself shows that there is none.
 */
export async function lookAt(
  house: House,
  promise: WithdrawalPromise,
  { keys, isFull }: { keys: LogKeys; isFull: boolean },
  crypto: Crypto,
): Promise<HouseLook> {
  const text = await house.text(`log/withdrawal/${promise.number}`)
  const shown = (text === null ? null : endShown(text, promise, keys, crypto)) ?? NO_ANSWER
  const isOpen = shown.is === 'unshown' || shown.is === 'unproven'
  const end = isFull && isOpen ? await endInAll(house, promise, keys, crypto) : shown
  const head = await newestHead(house, keys, crypto)
  return { place: head ? await placeAt(house, promise, head, crypto) : { is: 'unshown' }, end }
}

/** The log's newest head, signed by these keys; null while the house shows none. */
async function newestHead(house: House, keys: LogKeys, crypto: Crypto): Promise<Checkpoint | null> {
  const text = await house.text('api/getLog?from=1&to=1')
  const extract = text === null ? null : readExtract(valueOf(text))
  const log = extract && readLog(extract, crypto, keys)
  return log?.ok ? log.head : null
}

const NO_ANSWER = { is: 'unproven', problem: 'no_answer' } as const

/** Reads all entries from before a promise on up to a signed head. Costs one request for each 256 entries. */
async function endInAll(
  house: House,
  promise: WithdrawalPromise,
  keys: LogKeys,
  crypto: Crypto,
): Promise<EndLook> {
  const newest = readExtract(await house.json('api/getLog?from=1&to=1'))
  const head = newest && readLog(newest, crypto, keys)
  if (!head) return NO_ANSWER
  if (!head.ok) return { is: 'unproven', problem: head.problem }
  const first = await firstFrom(house, head.head.size, promise.at)
  const extract = readExtract(await house.json(`api/getLog?from=${first}&to=${first}`))
  const start = extract && readLog(extract, crypto, keys)
  if (!start) return NO_ANSWER
  if (!start.ok) return { is: 'unproven', problem: start.problem }
  const { size, root } = start.head
  const leaves: Uint8Array[] = []
  const kept: LogEntry[] = []
  let lastMs = 0
  while (first - 1 + leaves.length < size) {
    const bodies = await house.entries(first - 1 + leaves.length, size)
    for (const body of bodies) {
      const entry = parseEntry(body)
      if (entry?.seq !== first + leaves.length) return { is: 'unproven', problem: 'not_in_tree' }
      if (leaves.length === 0 && entry.at > promise.at) return { is: 'unproven', problem: 'begins_late' }
      if (entry.at < lastMs) return { is: 'unproven', problem: 'time_runs_back' }
      lastMs = entry.at
      leaves.push(entryLeaf(body, crypto.sha256))
      if (entry.kind === 'withdrawn' || entry.seq === size) kept.push(entry)
    }
  }
  const left = extract.left.map((hex) => bytesOfHex(hex) ?? new Uint8Array(0))
  const found = rangeRoot(first - 1, leaves, size, { left, right: [] }, crypto.sha256)
  if (!found || !isSame(found, root)) return { is: 'unproven', problem: 'not_in_tree' }
  return endIn(promise, kept, true)
}
