import { isAboutOrder, isAsPromised, lineIn } from '@tickmark/core/arbitrage/ownLine'
import { checkHosting, HOSTING_FORMAT, type HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { bytesOfHex } from '@tickmark/core/bytes'
import {
  contradictionAmong,
  CONTRADICTION_FORMAT,
  type ContradictionFile,
} from '@tickmark/core/evidence/contradiction'
import { LINE_FORMAT } from '@tickmark/core/evidence/lineFile'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import type { Reply } from '../../../api/api.ts'
import { isSignedIn } from '../../../session/session.ts'
import { ownerNow } from '../../../session/signedInAs.ts'
import { ask } from '../../asking/askHouse.ts'
import { dueUntilMs } from '../../deviceTime.ts'
import { houseKeys, keyChangesSeen, keysNow } from '../../houseKeys.ts'
import { logGoesTo } from '../../lookInLog.ts'
import { withSignatures } from '../../signatures/signatures.ts'
import { watchState } from '../../watchState.ts'
import type { KeptHosting } from '../kept/hostingStore.ts'
import { dueDays, endsBefore, missingDay, type MissingDay } from '../judged/dueDays.ts'
import type { PromiseTrouble } from '../kept/trouble.ts'
import { daysSince, PAGE } from './daysShown.ts'
import { silences } from '../troubles.ts'

const PACE_MS = 60_000
/** Interval after a request without an answer. */
const AGAIN_MS = 10_000
/**
 * A house that does not show a line for this long omits it; an order whose owner is signed out is reported sooner.
 */
const UNSHOWN_MS = 300_000
const SIGNED_OUT_MS = 60_000
/** After a start, the house's log may advance a moment before it closes the ended days. */
const ABSENT_MS = 20_000
/** Days checked in one look, so that findings are stored in between. */
const MOST_DAYS = 30

type Shown = Reply<'getHostingDays'>
type Day = Shown['list'][number]

/** The findings of one look at an order's days. */
export interface FoundDays {
  checkedDay: string
  /** Null when a fact shows that nothing is wrong; undefined without facts. */
  trouble?: PromiseTrouble | null
  /** An early exit shown by the house and signed by the owner; with `unasked`, no signature of his is shown. */
  exit?: HostingFile
  unasked?: HostingFile
  /** A day in the log that contradicts the ticket: the house has signed both. */
  lie?: ContradictionFile
  /** Ms until the next look, if not the usual interval. */
  againMs?: number
}

/**
 * Checks the lines of the days ended since the last look, each against the day's entry in the checked log. `exitMs`
 * is the time of an exit on this device, if any; `isEnded` when a list shows an early exit.
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

/** Nothing is shown: reported after a while, whichever of the requests fails. */
function untilShown(
  name: string,
  patienceMs = UNSHOWN_MS,
  trouble: PromiseTrouble = 'unshown',
): Pick<FoundDays, 'trouble' | 'againMs'> {
  return { ...(silences.of(name) >= patienceMs && { trouble }), againMs: AGAIN_MS }
}

/**
 * `later` while the day may still be closed, `absent` after that, `unshown` without an answer, `false` for an answer
 * without a line of the order: nobody has signed that answer, so a sound one replaces it.
 */
type DayState = 'sound' | 'later' | 'absent' | 'false' | 'unshown'

/** Checks due days in order; `more` when some are left for the next look. */
async function checkDays(
  file: HostingFile,
  due: readonly string[],
  shown: Shown,
  endMs: number,
): Promise<{ is: DayState | 'more'; lie?: ContradictionFile; checkedDay?: string }> {
  const lines = new Map(shown.list.map((one) => [one.day, one]))
  // By the log's own time: before a sleep, this device may have seen an older log.
  const goesTo = await logGoesTo()
  let checkedDay: string | undefined
  for (const day of due.slice(0, MOST_DAYS)) {
    const line = lines.get(day)
    // An exit, also on another device, ends the sharing from that day on.
    if (!line && endsBefore(day, endMs)) return { is: 'sound', checkedDay: lastOf(file) }
    const missing = missingDay(day, goesTo)
    const is = line ? await stateOf(file, line, missing) : missing
    if (typeof is === 'object')
      return { is: 'false', lie: is, ...(checkedDay !== undefined && { checkedDay }) }
    if (is !== 'sound') return { is, ...(checkedDay !== undefined && { checkedDay }) }
    checkedDay = day
  }
  return { is: due.length > MOST_DAYS ? 'more' : 'sound', ...(checkedDay !== undefined && { checkedDay }) }
}

/** `missing` is the state of a day that the log lacks; without an answer it is `unshown`. */
async function stateOf(
  file: HostingFile,
  shown: Day,
  missing: MissingDay,
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
  // The head is signed by the log's present key, which may not be that of the ticket's time.
  const present = (await houseKeys(false)) ?? keys
  const committed = {
    format: LINE_FORMAT,
    day,
    shown: place,
    segment,
    checkpoint: note,
    keys: present,
  } as const
  const changes = await keyChangesSeen()
  const found = await withSignatures((crypto) => contradictionAmong([file, committed], crypto, changes))
  return found ?? { format: CONTRADICTION_FORMAT, files: [file, committed] }
}

/** The last day in which a ticket shares. */
function lastOf({ statement }: HostingFile): string {
  return statement.kind === 'hosting' ? statement.last : ''
}

/** The early exit of a ticket's order, as a file; null for a statement about another order. */
function fileOf(
  { statement, signature, head, consent }: NonNullable<Shown['exit']>,
  { statement: ticket, keys }: HostingFile,
): HostingFile | null {
  if (statement.kind !== 'exit' || statement.order !== ticket.order) return null
  const shown = consent as HostingFile['consent']
  return { format: HOSTING_FORMAT, statement, signature, head, keys: keysNow() ?? keys, consent: shown }
}

/**
 * Whether a signed exit lacks its owner's signature. A host without a key may exit without one, and a contract's
 * signature cannot be checked here; in every other case the exit must show that its owner asked for it.
 */
async function isUnasked(exit: HostingFile, { file, owner }: KeptHosting): Promise<boolean> {
  const { nobleCrypto } = await import('../../signatures/nobleCrypto.ts')
  // The house may have changed its keys since the exit: the ticket's keys count too.
  const verdicts = [exit.keys, file.keys].map((keys) => {
    const known = { ...keys, owner, site: location.host }
    return checkHosting({ ...exit, keys }, nobleCrypto, known).verdict
  })
  const isFree = file.statement.consent === '' || file.consent?.delegation.kind === 'contract'
  return !verdicts.includes('holds') && !(isFree && verdicts.includes('not_proven'))
}
