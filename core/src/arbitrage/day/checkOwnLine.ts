import type { Crypto } from '../../crypto.ts'
import type { DayFile } from './dayFile.ts'
import type { HostingFile } from '../hostingPromise.ts'
import { isStatedBy, type HostingTicket } from '../hostings.ts'
import { isLineOf } from '../ownLine.ts'
import { parseHosting } from '../readHosting.ts'
import { parsePayoutLine } from '../readLines.ts'

/** The steps for a ticket's owner, in addition to the day's own steps. */
export type OwnStepName = 'own_ticket' | 'own_line'

export interface OwnStep {
  name: OwnStepName
  ok: boolean
  unshown?: true
}

/** Whether a day's file treats an order as its ticket promises. `checkDay` decides whether the file is true. */
export function checkOwnLine(
  file: DayFile,
  { statement, signature, keys }: Pick<HostingFile, 'statement' | 'signature' | 'keys'>,
  crypto: Pick<Crypto, 'verifyEd25519'>,
): OwnStep[] {
  const isTicket = statement.kind === 'hosting'
  const isSigned =
    keys.origin === file.keys.origin && isStatedBy({ statement, signature }, keys.receipts, crypto)
  // A key that the file does not name may be an older key of the same house; the log shows it.
  const isOtherKey = keys.receipts !== file.keys.receipts
  const own: OwnStep = { name: 'own_ticket', ok: isTicket && isSigned && !isOtherKey }
  const ticketStep: OwnStep = isTicket && isSigned && isOtherKey ? { ...own, unshown: true } : own
  return isTicket ? [ticketStep, lineStep(file, statement)] : [ticketStep]
}

function lineStep(file: DayFile, ticket: HostingTicket): OwnStep {
  const found = lineStateOf(file, ticket)
  const step: OwnStep = { name: 'own_line', ok: found === 'right' }
  return found === 'unshown' ? { ...step, unshown: true } : step
}

/** The order was left out on an earlier day or ended then; only that day's file shows which. */
function lineStateOf(file: DayFile, ticket: HostingTicket): 'right' | 'false' | 'unshown' {
  const { order, first, last } = ticket
  const isOwn = (text: string) => parsePayoutLine(text)?.order === order
  const lines = file.payouts
    .flatMap((text) => parsePayoutLine(text) ?? [])
    .filter((one) => one.order === order)
  const [line] = lines
  if (line)
    return lines.length === 1 && file.day >= first && file.day <= last && isLineOf(line, ticket)
      ? 'right'
      : 'false'
  if (file.day < first || file.day > last) return 'right'
  const hasEnded = file.hostings.some((text) => {
    const one = parseHosting(text)
    return one?.kind === 'exit' && one.order === order
  })
  if (hasEnded) return 'right'
  return file.day === first || file.earlier.some(isOwn) ? 'false' : 'unshown'
}
