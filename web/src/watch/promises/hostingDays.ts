import { isOwnLine } from '@tickmark/core/arbitrage/ownLine'
import { checkHosting, HOSTING_FORMAT, type HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import type { HostingTicket } from '@tickmark/core/arbitrage/hostings'
import { bytesOfHex } from '@tickmark/core/bytes'
import { dayName, dayOfName } from '@tickmark/core/market/simulated/prices'
import { DAY_MS } from '@tickmark/core/days'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { call, type Reply } from '../../api/api.ts'
import { isSignedIn, sessionNow } from '../../session/session.ts'
import { keysNow } from '../houseKeys.ts'
import { logGoesTo } from './lookInLog.ts'
import { patience } from '../patience.ts'
import { withSignatures } from '../signatures/signatures.ts'
import { watchState } from '../watchState.ts'
import type { KeptHosting } from './kept/hostingStore.ts'
import type { PromiseTrouble } from './promiseAlarm.ts'
import { silentFor } from './troubles.ts'

/** After a day's end its close may take so long; witnesses allow it six hours of ticks. */
const CLOSED_WITHIN_MS = 6 * 3_600_000
const PACE_MS = 60_000
/** A question without an answer is asked again sooner: `silentFor` takes a longer pause for the device's own. */
const AGAIN_MS = 10_000
/** So many days are asked for at once. */
const PAGE = 50
/** A house that does not show a line for so long leaves it out. */
const UNSHOWN_MS = 300_000
const nextMs = new Map<string, number>()

type Shown = Reply<'getHostingDays'>
type Day = Shown['list'][number]

/** What a look at an order's days found; `exit` is the early end that the house shows, and its owner signed. */
export interface FoundDays {
  checkedDay: string
  trouble: PromiseTrouble | null
  exit?: HostingFile
  /** What shows the trouble, where that is not the order's ticket. */
  evidence?: HostingFile
}

/**
 * Checks the lines of the days that are over since the last look, each under the day's entry of the checked log. `exitMs` is when
 * the order was ended on this device, if it was. Null while there is nothing to look at, or nobody to ask for it.
 */
export async function lookForDays(hosting: KeptHosting, exitMs: number | null): Promise<FoundDays | null> {
  const { order, file, checkedDay } = hosting
  if (file.statement.kind !== 'hosting' || !isOwn(hosting)) return null
  const nowMs = Date.now()
  const due = dueDays(file.statement, checkedDay, nowMs)
  const [oldest] = due
  if (oldest === undefined || nowMs < (nextMs.get(order) ?? 0)) return null
  const shown = await daysSince(order, oldest)
  nextMs.set(order, nowMs + (shown ? PACE_MS : AGAIN_MS))
  const silentMs = silentFor(`line ${order}`, shown !== null)
  if (!shown) return silentMs < UNSHOWN_MS ? null : { checkedDay, trouble: 'unshown' }
  const lines = new Map(shown.list.map((one) => [one.day, one]))
  const exit = exitMs === null && shown.exit ? fileOf(shown.exit, file) : null
  if (exit && (await isUnasked(exit, hosting))) return { checkedDay, trouble: 'unasked', evidence: exit }
  const endMs = exitMs ?? exit?.statement.at ?? Infinity
  const found = exit ? { exit } : {}
  // By the log's own time: this device may have looked at it last before it slept.
  const goesTo = await logGoesTo()
  let last = checkedDay
  for (const day of due) {
    const line = lines.get(day)
    const dayEndMs = ((dayOfName(day) ?? 0) + 1) * DAY_MS
    // Ended early, also on another device: it shares no more from that day on.
    if (!line && endMs < dayEndMs) return { checkedDay: file.statement.last, trouble: null, ...found }
    const missing = goesTo === null || goesTo < dayEndMs + CLOSED_WITHIN_MS ? 'later' : 'false'
    const state = line ? await stateOf(file.statement, line, missing) : missing
    const isSilent = silentFor(`day ${order}`, state !== 'unshown') >= UNSHOWN_MS
    if (state === 'unshown') nextMs.set(order, nowMs + AGAIN_MS)
    const trouble = state === 'false' ? 'line' : isSilent ? 'unshown' : null
    if (state !== 'sound') return { checkedDay: last, trouble, ...found }
    last = day
  }
  return { checkedDay: last, trouble: null, ...found }
}

/** What the house shows of an order's days, back to a day; null when it does not answer. */
async function daysSince(orderNumber: string, oldest: string): Promise<Shown | null> {
  const list: Day[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const asked = { orderNumber, pageNum, pageSize: PAGE }
    const part = await call('getHostingDays', asked, { quiet: true, signal: patience() }).catch(() => null)
    if (!part) return null
    list.push(...part.list)
    const last = part.list.at(-1)
    if (!last || part.list.length < PAGE || last.day <= oldest) return { ...part, list }
  }
}

/** Days of a ticket that must be closed by now and whose lines were not checked yet. */
function dueDays({ first, last }: HostingTicket, checkedDay: string, nowMs: number): string[] {
  const from = Math.max(dayOfName(first) ?? Infinity, (dayOfName(checkedDay) ?? -1) + 1)
  const closed = Math.floor(nowMs / DAY_MS) - 1
  const to = Math.min(dayOfName(last) ?? -1, closed)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => dayName(from + i))
}

/** `missing` is what a day is that the log does not have; `unshown` what the house does not answer. */
async function stateOf(
  ticket: HostingTicket,
  shown: Day,
  missing: 'later' | 'false',
): Promise<'sound' | 'later' | 'false' | 'unshown'> {
  const { size, root } = watchState.get()
  const bytes = bytesOfHex(root)
  if (size === 0 || !bytes) return 'later'
  if (shown.seq === null || shown.seq > size) return missing
  const asked = { day: shown.day, size }
  const answer = await call('getLoggedDay', asked, { quiet: true, signal: patience() }).catch(() => null)
  if (!answer) return 'unshown'
  const { segment } = answer
  if (!segment) return missing
  const isSound = await withSignatures((crypto) =>
    isOwnLine({ day: shown.day, ticket, shown }, segment, { size, root: bytes }, crypto),
  )
  return isSound ? 'sound' : 'false'
}

/** The early end that the house shows of a ticket's order, as a file; null for a statement about anything else. */
function fileOf(
  { statement, signature, head, consent }: NonNullable<Shown['exit']>,
  { statement: ticket, keys }: HostingFile,
): HostingFile | null {
  if (statement.kind !== 'exit' || statement.order !== ticket.order) return null
  const shown = consent as HostingFile['consent']
  return { format: HOSTING_FORMAT, statement, signature, head, keys: keysNow() ?? keys, consent: shown }
}

/**
 * Whether a signed order ends early without its owner's signature. Whoever hosted without a key may end without one, and what
 * a contract signed nobody can check here; nothing else shows an end that its owner asked for.
 */
async function isUnasked(exit: HostingFile, { file, owner }: KeptHosting): Promise<boolean> {
  const { nobleCrypto } = await import('../signatures/nobleCrypto.ts')
  // The house may have changed its keys since the exit: those of the ticket count as well.
  const verdicts = [exit.keys, file.keys].map((keys) => {
    const known = { ...keys, owner, site: location.host }
    return checkHosting({ ...exit, keys }, nobleCrypto, known).verdict
  })
  const isFree = file.statement.consent === '' || file.consent?.delegation.kind === 'contract'
  return !verdicts.includes('holds') && !(isFree && verdicts.includes('not_proven'))
}

/** Whether the session is the one that may ask: the same wallet in the same account. */
function isOwn({ owner, book }: KeptHosting): boolean {
  const { address, book: shown } = sessionNow()
  return isSignedIn() && owner !== '' && shown === book && address !== null && isSameAddress(address, owner)
}
