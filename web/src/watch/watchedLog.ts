import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { chainBetween, chainFrom, type KeyChain } from '@tickmark/core/log/keyChanges'
import type { KeptHead } from '@tickmark/core/log/heads'
import { keyText, parseKeyText, type KnownKey } from '@tickmark/core/log/note'
import { isEdge, isSame, rootOf, type Edge } from '@tickmark/core/log/tree/tree'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Reply } from '../api/api.ts'
import { openHead } from './compareHeads.ts'
import type { StoredHead } from './headStore.ts'
import { hashesOf } from './logHouse.ts'
import { withSignatures } from './signatures/signatures.ts'
import type { WatchState } from './watchState.ts'

/** The log as this tab knows it: its newest checked head, and the keys it has followed. */
export interface WatchedLog {
  key: KnownKey
  /** The keys up to the current one, which is the last. */
  chain: KeyChain
  head: KeptHead
  edge: Edge
  sinceMs: number
}

/** The stored form. */
export function storedOf({ key, chain, head, edge, sinceMs }: WatchedLog): StoredHead {
  return {
    origin: key.name,
    vkey: keyText(key),
    former: chain.keys.slice(0, -1).map(keyText),
    changes: [...chain.changes],
    size: head.size,
    root: hexOf(head.root),
    note: head.note,
    edge: edge.hashes.map(hexOf),
    sinceMs,
  }
}

/** A stored log whose note, root and edge match; null for any other. */
export async function restored(stored: StoredHead): Promise<WatchedLog | null> {
  const key = parseKeyText(stored.vkey, sha256)
  const former = stored.former.map((text) => parseKeyText(text, sha256)).filter((one) => one !== null)
  const opened = key && (await openHead(stored.note, [key, ...former]))
  const edge = opened && edgeFor(opened.head, stored.edge)
  if (!edge || former.length !== stored.changes.length) return null
  const chain = { keys: [...former, key], changes: stored.changes }
  return { key, chain, head: opened.head, edge, sinceMs: stored.sinceMs }
}

/** The edge of a head from its hashes in hex; null unless they give the head's root. */
export function edgeFor({ size, root }: KeptHead, hexes: readonly string[]): Edge | null {
  const hashes = hashesOf(hexes)
  const edge = hashes && { size, hashes }
  return edge && isEdge(edge) && isSame(rootOf(edge, sha256), root) ? edge : null
}

/** The log under the key that signs the house's newest head: the known key, or a successor of it. */
export async function keysFor(
  log: WatchedLog,
  answer: Reply<'getLogHead'>,
  note: string,
): Promise<WatchedLog | null> {
  const chain = await withSignatures((crypto) => chainFrom(log.chain, answer.keyChanges, crypto))
  const opened = await openHead(note, chain.keys.slice(log.chain.keys.length - 1))
  if (!opened) return null
  return { ...log, key: opened.key, chain: chainBetween(chain, 0, chain.keys.indexOf(opened.key)) }
}

/** Of several logs of one house, the one to compare with a head of `origin`; null when there is none. */
export function knownLog(logs: readonly WatchedLog[], origin: string): WatchedLog | null {
  const lasting = logs.find(({ key }) => !isSandboxLog(key.name))
  return logs.find(({ key }) => key.name === origin) ?? lasting ?? null
}

/** What the page shows of a watched log. */
export function placeShown(log: WatchedLog | null): Omit<WatchState, 'alarm'> {
  if (!log) return { isSandbox: false, sinceMs: null, size: 0, root: '', note: '', vkeys: [] }
  const { head, sinceMs, key, chain } = log
  const vkeys = chain.keys.toReversed().map(keyText)
  const isSandbox = isSandboxLog(key.name)
  return { isSandbox, sinceMs, size: head.size, root: hexOf(head.root), note: head.note, vkeys }
}

/** Size and root of a stored head. */
export function placeOf({ size, root }: StoredHead): Pick<KeptHead, 'size' | 'root'> {
  return { size, root: bytesOfHex(root) ?? new Uint8Array(0) }
}

/** Sandbox logs are temporary under one address; any other log lasts as long as its house. */
export function isSandboxLog(origin: string): boolean {
  return origin.startsWith('sandbox/')
}
