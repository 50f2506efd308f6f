import { isAboutOrder, isAsPromised, lineIn } from '@tickmark/core/arbitrage/ownLine'
import { checkHosting, HOSTING_FORMAT, type HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import type { HostingTicket } from '@tickmark/core/arbitrage/hostings'
import { bytesOfHex } from '@tickmark/core/bytes'
import { CONTRADICTION_FORMAT, type ContradictionFile } from '@tickmark/core/evidence/contradiction'
import { LINE_FORMAT } from '@tickmark/core/evidence/lineFile'
import { dayName, dayOfName } from '@tickmark/core/market/simulated/prices'
import { DAY_MS } from '@tickmark/core/days'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import type { Reply } from '../../api/api.ts'
import { isSignedIn } from '../../session/session.ts'
import { ownerNow } from '../../session/signedInAs.ts'
import { ask } from '../asking/askHouse.ts'
import { dueUntilMs } from '../deviceTime.ts'
import { keysNow } from '../houseKeys.ts'
import { logGoesTo } from '../lookInLog.ts'
import { withSignatures } from '../signatures/signatures.ts'
import { watchState } from '../watchState.ts'
import type { KeptHosting } from './kept/hostingStore.ts'
import type { PromiseTrouble } from './kept/trouble.ts'
import { daysSince, PAGE } from './daysShown.ts'
import { silences } from './troubles.ts'

/** After a day's end its close may take so long; witnesses allow it six hours of ticks. */
const CLOSED_WITHIN_MS = 6 * 3_600_000
const PACE_MS = 60_000
/** A question without an answer is asked again sooner. */
const AGAIN_MS = 10_000
/** A house that does not show a line for so long leaves it out; an order whose owner is signed out is told sooner. */
const UNSHOWN_MS = 300_000
const SIGNED_OUT_MS = 60_000
/** After a start, the house's log may go on a moment before it closes the days that were over. */
const ABSENT_MS = 20_000
/** So many days are checked in one look, so that what was found is kept in between. */
const MOST_DAYS = 30

type Shown = Reply<'getHostingDays'>
type Day = Shown['list'][number]

/** What a look at an order's days found. */
export interface FoundDays {
  checkedDay: string
  /** Null when a fact shows that nothing is wrong; undefined while nothing shows anything. */
  trouble?: PromiseTrouble | null
  /** The early end that the house shows and its owner signed; `unasked` is one that nobody shows him to have signed. */
  exit?: HostingFile
  unasked?: HostingFile
  /** A day of the log that is not what the ticket says: the house has signed both. */
  lie?: ContradictionFile
  /** Ms until the next look, where that is not at the usual pace. */
  againMs?: number
}

/**
 * Checks the lines of the days that are over since the last look, each under the day's entry of the checked log. `exitMs` is when
 * the order was ended on this device, if it was; `isEnded` when a list shows it as ended early.
 */
export async function lookForDays(
  hosting: KeptHosting,
  exitMs: number | null,
  isEnded: boolean,
): Promise<FoundDays> {
  const { order, owner, file, checkedDay } = hosting
  const name = `line ${order}`
  const { statement } = file
  const nowOwner = ownerNow()
  if (statement.kind !== 'hosting' || nowOwner === null || !isSameAddress(nowOwner, owner)) {
    silences.end(name)
    return { checkedDay, trouble: null }
  }
  const due = dueDays(statement, checkedDay, dueUntilMs())
  const [oldest = statement.last] = due
  if (due.length === 0 && (!isEnded || exitMs !== null)) return { checkedDay }
  silences.of(name)
  if (!isSignedIn()) return { checkedDay, ...untilShown(name, SIGNED_OUT_MS, 'signedOut') }
  const shown = await daysSince(oldest, (pageNum) =>
    ask('getHostingDays', { orderNumber: order, pageNum, pageSize: PAGE }),
  )
  if (!shown) return { checkedDay, ...untilShown(name) }
  const exit = exitMs === null && shown.exit ? fileOf(shown.exit, file) : null
  if (exit && (await isUnasked(exit, hosting))) return { checkedDay, unasked: exit, againMs: PACE_MS }
  if (isEnded && exitMs === null && !exit) return { checkedDay, ...untilShown(name) }
  const found = exit ? { exit } : {}
  const days = await checkDays(hosting.file, due, shown, exitMs ?? exit?.statement.at ?? Infinity)
  const checked = days.checkedDay ?? checkedDay
  if (days.is === 'unshown') return { checkedDay: checked, ...untilShown(name), ...found }
  if (days.is === 'absent') return { checkedDay: checked, ...untilShown(name, ABSENT_MS, 'line'), ...found }
  silences.end(name)
  if (days.lie) return { checkedDay: checked, lie: days.lie, againMs: PACE_MS, ...found }
  const againMs = days.is === 'more' ? 0 : PACE_MS
  return { checkedDay: checked, trouble: days.is === 'false' ? 'line' : null, againMs, ...found }
}

/** Nothing is shown: told after a while, however the questions fail in turn. */
function untilShown(
  name: string,
  patienceMs = UNSHOWN_MS,
  trouble: PromiseTrouble = 'unshown',
): Pick<FoundDays, 'trouble' | 'againMs'> {
  return { ...(silences.of(name) >= patienceMs && { trouble }), againMs: AGAIN_MS }
}

/**
 * `later` while the day may still be closed, `absent` after that, `unshown` without an answer, `false` for an answer that shows no line
 * of the order: nobody has signed that one, so a sound one takes its place.
 */
type DayState = 'sound' | 'later' | 'absent' | 'false' | 'unshown'

/** Checks due days in turn; `more` when some are left for the next look. */
async function checkDays(
  file: HostingFile,
  due: readonly string[],
  shown: Shown,
  endMs: number,
): Promise<{ is: DayState | 'more'; lie?: ContradictionFile; checkedDay?: string }> {
  const lines = new Map(shown.list.map((one) => [one.day, one]))
  // By the log's own time: this device may have looked at it last before it slept.
  const goesTo = await logGoesTo()
  let checkedDay: string | undefined
  for (const day of due.slice(0, MOST_DAYS)) {
    const line = lines.get(day)
    const dayEndMs = ((dayOfName(day) ?? 0) + 1) * DAY_MS
    // Ended early, also on another device: it shares no more from that day on.
    if (!line && endMs < dayEndMs) return { is: 'sound', checkedDay: lastOf(file) }
    const untilMs = dayEndMs + CLOSED_WITHIN_MS
    // A house that does not say how far its log goes has not answered either.
    const missing = goesTo === null ? 'unshown' : goesTo < untilMs ? 'later' : 'absent'
    const is = line ? await stateOf(file, line, missing) : missing
    if (typeof is === 'object')
      return { is: 'false', lie: is, ...(checkedDay !== undefined && { checkedDay }) }
    if (is !== 'sound') return { is, ...(checkedDay !== undefined && { checkedDay }) }
    checkedDay = day
  }
  return { is: due.length > MOST_DAYS ? 'more' : 'sound', ...(checkedDay !== undefined && { checkedDay }) }
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
  file: HostingFile,
  shown: Day,
  missing: 'later' | 'absent' | 'unshown',
): Promise<DayState | ContradictionFile> {
  const { size, root, note } = watchState.get()
  const bytes = bytesOfHex(root)
  if (size === 0 || !bytes) return 'unshown'
  if (shown.seq === null || shown.seq > size) return missing
  const answer = await ask('getLoggedDay', { day: shown.day, size })
  if (!answer) return 'unshown'
  const { segment } = answer
  if (!segment) return missing
  const { statement: ticket, keys } = file
  const { day, line, index, size: lines, path } = shown
  const place = { line, index, size: lines, path }
  const logged = await withSignatures((crypto) =>
    lineIn({ day, shown: place }, segment, { size, root: bytes }, crypto),
  )
  if (!logged || ticket.kind !== 'hosting' || !isAboutOrder(logged, ticket)) return 'false'
  if (isAsPromised(logged, ticket)) return 'sound'
  const committed = { format: LINE_FORMAT, day, shown: place, segment, checkpoint: note, keys } as const
  return { format: CONTRADICTION_FORMAT, files: [file, committed] }
}

/** The last day that a ticket shares in. */
function lastOf({ statement }: HostingFile): string {
  return statement.kind === 'hosting' ? statement.last : ''
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
