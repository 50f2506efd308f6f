import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { parseCheckpoint, type Checkpoint } from '@tickmark/core/log/checkpoint'
import { isRecord, readJson } from '@tickmark/core/json'
import type { KeyChain } from '@tickmark/core/log/keyChanges'
import { keyText, parseKeyText, splitNote, type KnownKey } from '@tickmark/core/log/note'
import type { Edge } from '@tickmark/core/log/tree/tree'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Followed } from './entries.ts'
import { hashOfOrigin } from './cosigner.ts'
import { DISK, type Disk } from './disk.ts'
import { generationsIn } from './generations.ts'
import { nodeCrypto } from './nodeCrypto.ts'
import type { DayEdge } from './checks/records.ts'

/** The witness's state of one log. */
export interface KeptLog {
  key: KnownKey
  /** The chain of keys; the last one is the present key. */
  chain: KeyChain
  /** The newest checkpoint that continues all earlier ones, with only the log's signature; null before the first. */
  note: string | null
  /** That checkpoint with our signature; null before the first. */
  cosigned: string | null
  /** How far the entries have been read and recomputed; null for a log whose entries are not read. */
  followed: Followed | null
}

/** The folder of one log: its state, and the evidence against it. */
export interface LogFolder {
  origin: string
  read(): { number: number; log: KeptLog | null }
  /** False, with nothing changed, when another writer was first; see `Generations`. */
  replace(after: number, log: KeptLog): boolean
  /** Evidence files. While there is one, the log is not signed. */
  evidence(): string[]
  /** Writes an evidence file unless one of that name exists; returns its path. */
  accuse(name: string, evidence: object): string
}

export function logFolder(dataDir: string, origin: string, disk: Disk = DISK): LogFolder {
  const folder = join(dataDir, hashOfOrigin(origin))
  const generations = generationsIn(folder, disk)
  return {
    origin,
    read() {
      const { number, text } = generations.read()
      return { number, log: text === null ? null : parsed(text, folder) }
    },
    replace: (after, log) => generations.replace(after, textOf(origin, log)),
    evidence: () =>
      readdirSync(folder)
        .filter((name) => /^(fork|fault)-.*\.json$/.test(name))
        .map((name) => join(folder, name)),
    accuse(name, evidence) {
      const file = join(folder, name)
      try {
        writeFileSync(file, `${JSON.stringify(evidence, null, 2)}\n`, { flag: 'wx', flush: true })
        disk.flushFolder(folder)
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
      }
      return file
    },
  }
}

/** The origin of the first log that a house showed under an address; null before. */
export function originAt(dataDir: string, url: string): string | null {
  return generationsIn(join(dataDir, 'houses', hashOfOrigin(url))).read().text
}

/** Keeps the origin of an address; the first one stays. */
export function keepOrigin(dataDir: string, url: string, origin: string): void {
  generationsIn(join(dataDir, 'houses', hashOfOrigin(url))).replace(0, origin)
}

/** The checkpoint of a kept note. */
export function headOf(note: string | null): Checkpoint | null {
  return note === null ? null : parseCheckpoint(splitNote(note)?.text ?? '')
}

/** The version rises with each field that is added to `Followed` or changes its meaning. */
const FORMAT = 'tickmark-witness/9'
/** Formats whose state of the entries is not enough to continue from: keys and heads stay, and the entries are read again. */
const EARLIER: readonly unknown[] = [1, 2, 3, 4, 5, 6, 7, 8].map((version) => `tickmark-witness/${version}`)

function textOf(origin: string, { chain, note, cosigned, followed }: KeptLog): string {
  return JSON.stringify({
    format: FORMAT,
    origin,
    vkeys: chain.keys.map(keyText),
    changes: chain.changes,
    note,
    cosigned,
    followed: followed && {
      ...followed,
      edge: edgeText(followed.edge),
      days: followed.days.map((day) => ({ ...day, start: day.start && edgeText(day.start) })),
      records: {
        ...followed.records,
        results: followed.records.results.map(dayText),
        refusals: followed.records.refusals.map(dayText),
      },
      withdrawals: {
        ...followed.withdrawals,
        named: followed.withdrawals.named.map((run) => Buffer.from(run).toString('base64')),
      },
    },
  })
}

function dayText({ day, edge }: DayEdge): DayText {
  return { day, edge: edgeText(edge) }
}

function dayOf({ day, edge }: DayText): DayEdge {
  return { day, edge: edgeOf(edge) }
}

function edgeText({ size, hashes }: Edge): EdgeText {
  return { size, hashes: hashes.map(hexOf) }
}

/** Reads the output of `textOf`, of this or an earlier version. The file is our own, so anything else is damage. */
function parsed(text: string, folder: string): KeptLog {
  const value = readJson(text)
  const format = isRecord(value) ? value['format'] : null
  if (format !== FORMAT && !EARLIER.includes(format))
    throw new Error(`what ${folder} holds is damaged, or a later version of this program has written it`)
  const { vkeys, changes, note, cosigned, followed: kept } = value as Stored
  const followed = format === FORMAT ? kept : null
  const keys = vkeys.map((text) => parseKeyText(text, nodeCrypto.sha256)).filter((one) => one !== null)
  const key = keys.at(-1)
  if (!key || keys.length !== vkeys.length) throw new Error(`what ${folder} holds is damaged`)
  return {
    key,
    chain: { keys, changes },
    note,
    cosigned,
    followed: followed && {
      ...followed,
      edge: edgeOf(followed.edge),
      days: followed.days.map((day) => ({ ...day, start: day.start && edgeOf(day.start) })),
      records: {
        ...followed.records,
        results: followed.records.results.map(dayOf),
        refusals: followed.records.refusals.map(dayOf),
      },
      withdrawals: {
        ...followed.withdrawals,
        named: followed.withdrawals.named.map((run) => new Uint8Array(Buffer.from(run, 'base64'))),
      },
    },
  }
}

interface EdgeText {
  size: number
  hashes: string[]
}

interface DayText {
  day: string
  edge: EdgeText
}

interface Stored extends Omit<KeptLog, 'key' | 'chain' | 'followed'> {
  vkeys: string[]
  changes: string[]
  followed:
    | (Omit<Followed, 'edge' | 'days' | 'records' | 'withdrawals'> & {
        edge: EdgeText
        withdrawals: Omit<Followed['withdrawals'], 'named'> & { named: string[] }
        records: Omit<Followed['records'], 'results' | 'refusals'> & {
          results: DayText[]
          refusals: DayText[]
        }
        days: (Omit<Followed['days'][number], 'start'> & { start: EdgeText | null })[]
      })
    | null
}

function edgeOf({ size, hashes }: EdgeText): Edge {
  return { size, hashes: hashes.map((hash) => bytesOfHex(hash) ?? new Uint8Array(0)) }
}
