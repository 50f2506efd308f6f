import { chainOf } from '@tickmark/core/log/keyChanges'
import { splitNote, type KnownKey } from '@tickmark/core/log/note'
import { mkdirSync } from 'node:fs'
import { cosignerIn, hashOfOrigin, type Cosigner } from './cosigner.ts'
import { NOTHING } from './entries.ts'
import { followHouse, readUpTo, type Found } from './followHouse.ts'
import { houseFiles, Unavailable, type Reach } from './houseFiles.ts'
import { auditLine, hoursUnaudited } from './checks/houseAudit.ts'
import { clockLine, secondsOff } from './checks/houseClock.ts'
import { logFolder, originAt, type LogFolder } from './keptLog.ts'
import { readingOnce } from './sharedReading.ts'
import type { Say } from './say.ts'
import type { Settings } from './settings.ts'
import type { Folders, Reading } from './witness.ts'

export interface Surroundings extends Reach {
  nowMs(): number
  say: Say
}

/** A configured witness; nothing runs by itself. */
export interface Program {
  cosigner: Cosigner
  folders: Folders
  /** Looks at every house once and returns the worst result: 0 all fine, 1 an alarm, 2 something to look at. */
  look(): Promise<0 | 1 | 2>
}

/** Opens key and folders. Throws when the key is missing or damaged. */
export function openProgram(settings: Settings, around: Surroundings): Program {
  const { dataDir, keyFile, name, houses, logs } = settings
  const cosigner = cosignerIn(keyFile, name)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const key of logs) begin(dataDir, key)
  const origins = () => [
    ...logs.map((key) => key.name),
    ...houses.flatMap(({ url }) => originAt(dataDir, url) ?? []),
  ]
  const readOnce = readingOnce()
  const states: States = new Map()
  const folders: Folders = {
    byOrigin: (origin) => (origins().includes(origin) ? logFolder(dataDir, origin) : null),
    byHash(hash) {
      const origin = origins().find((one) => hashOfOrigin(one) === hash)
      return origin === undefined ? null : logFolder(dataDir, origin)
    },
    read(folder, note) {
      const house = houses.find(({ url, vkey }) => (originAt(dataDir, url) ?? vkey?.name) === folder.origin)
      if (!house) return null
      const text = splitNote(note)?.text ?? note
      return readOnce(house.url, text, () => readShown(house.url, folder, note, around))
    },
  }
  return {
    cosigner,
    folders,
    async look() {
      const codes = await Promise.all(
        houses.map((house) => lookAt(house, settings, cosigner, around, states)),
      )
      return codes.includes(1) ? 1 : codes.includes(2) ? 2 : 0
    },
  }
}

/** Registers a log that only submits checkpoints, from its key. */
function begin(dataDir: string, key: KnownKey): void {
  const folder = logFolder(dataDir, key.name)
  const { number, log } = folder.read()
  if (log === null)
    folder.replace(number, { key, chain: chainOf(key), note: null, cosigned: null, followed: null })
}

/** How long a submitted head waits for its entries to be read; longer reading is left to the next look. */
const READ_WITHIN_MS = 8_000

async function readShown(
  url: string,
  folder: LogFolder,
  note: string,
  around: Surroundings,
): Promise<Reading> {
  const deadline = AbortSignal.timeout(READ_WITHIN_MS)
  const files = houseFiles(url, {
    fetch: (input, init) =>
      around.fetch(input, {
        ...init,
        signal: AbortSignal.any([deadline, ...(init?.signal ? [init.signal] : [])]),
      }),
    wait: () => Promise.reject(new Unavailable(`${url} asks for patience`)),
  })
  try {
    const read = await readUpTo(files, folder, null, note)
    if (!('kind' in read)) return read
    const { problem, file } = read
    return { status: 422, problem, ...(file !== null && { evidence: file }) }
  } catch (thrown) {
    if (!(thrown instanceof Unavailable)) throw thrown
    return { status: 503, problem: 'its entries are not read yet' }
  }
}

/** What was reported of each house at the last look; see `secondsOff` and `hoursUnaudited`. */
type States = Map<string, { off: number | null; unaudited: number | null }>

async function lookAt(
  { url, vkey }: Settings['houses'][number],
  { dataDir }: Settings,
  cosigner: Cosigner,
  { nowMs, say, ...reach }: Surroundings,
  states: States,
): Promise<0 | 1 | 2> {
  try {
    const askedMs = nowMs()
    const found = await followHouse(houseFiles(url, reach), { dataDir, cosigner, given: vkey, nowMs })
    const line = lineOf(url, found, vkey)
    if (line !== null) say(line)
    if (found.kind !== 'fine') return found.kind === 'alarm' ? 1 : 2
    const followed = logFolder(dataDir, found.origin).read().log?.followed ?? NOTHING
    const was = states.get(url) ?? { off: null, unaudited: null }
    const [off, unaudited] = [secondsOff(followed.lastTickAt, askedMs), hoursUnaudited(followed)]
    states.set(url, { off, unaudited })
    for (const told of [clockLine(url, was.off, off), auditLine(url, was.unaudited, unaudited)])
      if (told !== null) say(told)
    return 0
  } catch (thrown) {
    // Includes a full disk: a head that could not be kept was not signed, and the next look starts from the same state.
    say(`${url}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    return 2
  }
}

/** The line to print about a house; null when nothing changed. */
function lineOf(url: string, found: Found, given: KnownKey | null): string | null {
  switch (found.kind) {
    case 'fine':
      if (found.firstKey === null) return null
      return given
        ? `${url}: ${found.origin} is the log of the given key; ${found.size} entries hold`
        : `${url}: trusting ${found.firstKey} from now on, because this is the first contact; ${found.size} entries hold`
    case 'older':
      return `${url} shows a head of ${found.shown} entries, and has shown one of ${found.size} before`
    case 'alarm':
      return `ALARM: ${url}, log ${found.origin}: ${found.problem}${found.file === null ? '' : `, see ${found.file}`}`
  }
}
