import { hostingText, type HostingStatement } from '@tickmark/core/arbitrage/hostings'
import { exitOf } from '@tickmark/core/arbitrage/sharing'
import { canonicalText } from '@tickmark/core/canonical'
import { consentHash } from '@tickmark/core/consent/bundle'
import { delegationHash } from '@tickmark/core/consent/delegation'
import { isSameHosting, readExitText, readHostingText } from '@tickmark/core/consent/hostingConsent'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import { linesRoot } from '@tickmark/core/log/linesRoot'
import { parseEntry, type ListEntry, type ProductEntry } from '@tickmark/core/log/log'
import { OVERDUE_MS } from '@tickmark/core/log/overdue'
import { formatAmount } from '@tickmark/core/money/money'
import { unsignedFindings } from '../module/proof/unsigned.ts'
import { signersOf } from '../module/proof/walletCheck.ts'
import type { Reader } from '../db/pool.ts'
import type { AuditFacts, AuditRule } from '../module/auditRule.ts'
import { MOST_FINDINGS, type Finding } from '../module/finding.ts'
import { readKinds, readLastTickAt } from '../market/store.ts'
import { sha256 } from '../platform/sha256.ts'
import {
  exitFeesBeyond,
  lastStatedUpTo,
  lateStatements,
  type SignedAct,
  type StatedOrder,
  statedOrders,
  unsignedHostings,
} from './auditStatementStore.ts'
import { productEntry } from './logging/collectHostings.ts'
import { loggedVersions } from './products/productStore.ts'
import { statementsUnder } from './statements/statementStore.ts'
import { ticketFor } from './placing/ticketFor.ts'

export const hostingStatementAudit: readonly AuditRule[] = [
  {
    number: 24,
    sentence:
      'The log has the ticket of each hosting order and each early exit once and in turn, as the books have them and their owners signed, and each version of a product; early exits take no more in all than their sign-in allows; a hosting order in the real book that nobody signed is of a wallet that had signed in without a key.',
    check: auditStatements,
  },
]

/** Statements compared with their orders at a time. */
const CHUNK = 1_000

async function auditStatements(reader: Reader, { since, wallets }: AuditFacts): Promise<Finding[]> {
  const after = await lastStatedUpTo(reader, since?.logSize ?? 0)
  const late = await lateStatements(reader, ((await readLastTickAt(reader)) ?? 0) - OVERDUE_MS)
  return [
    ...late.map((number) => finding(`statement ${number}`, 'an entry of the log', 'none')),
    ...(await statementsOffOrders(reader, after.number)),
    ...(await entriesOffStatements(reader, after)),
    ...(await entriesOffProducts(reader)),
    ...(await feesOffSignIns(reader, after.number)),
    ...(await unsignedFindings(reader, 'hosted = signed', unsignedHostings(since), signersOf(wallets))),
  ]
}

/** Statements that contradict their orders or what was signed for them, or are out of sequence. */
async function statementsOffOrders(reader: Reader, afterNumber: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = afterNumber; ; after += CHUNK) {
    const rows = await statedOrders(reader, after, CHUNK)
    for (const [i, row] of rows.entries()) {
      const { number, kind, text, order, signed } = row
      if (number !== after + i + 1)
        return [...findings, finding(`statement ${after + i + 1}`, 'one', `${number}`)]
      const consent = signed?.hash ?? ''
      const expected = kind === 'hosting' ? ticketFor(order, consent) : exitStatement(order, consent)
      if (!isAsSigned(row))
        findings.push({
          rule: 'hosted = signed',
          where: `statement ${number}`,
          expected: signed?.text.replace('\n', ' ') ?? 'a signed exit',
          found: signed && !signed.isOwners ? 'an order of another user' : text,
        })
      if (signed) findings.push(...hashFindings(number, signed))
      if (!expected || hostingText(expected) !== text)
        findings.push(finding(`statement ${number}`, expected ? hostingText(expected) : 'none', text))
      if (findings.length >= MOST_FINDINGS) return findings
    }
    if (rows.length < CHUNK) return findings
  }
}

/** The hash that the statement names is the one of the signed text, its signature, and the delegation to the key. */
function hashFindings(number: number, { hash: found, delegation, ...consent }: SignedAct): Finding[] {
  const expected = consentHash(consent, delegation ? delegationHash(delegation, sha256) : '', sha256)
  return expected === found ? [] : [{ rule: 'consent = hash', where: `statement ${number}`, expected, found }]
}

/** Whether the order's owner signed what is stated. An order that nobody signed ends without a signature, too. */
function isAsSigned({ kind, order, isOrderSigned, signed }: StatedOrder): boolean {
  if (!signed) return kind === 'hosting' || !isOrderSigned
  const { text, asked, isOwners } = signed
  const isNamed = (atMs: number) => isOwners && consentedOrderId(text, atMs, sha256) === asked
  if (kind === 'hosting') {
    const terms = readHostingText(text)
    return (
      terms !== null && asked === order.id && isSameHosting(terms, ticketFor(order, '')) && isNamed(terms.at)
    )
  }
  const exit = readExitText(text)
  return (
    exit !== null && exit.order === order.id && BigInt(exit.back) <= exitOf(order).back && isNamed(exit.at)
  )
}

function exitStatement(order: Parameters<typeof ticketFor>[0], consent: string): HostingStatement | null {
  const { ended, exitNumber: number, id } = order
  if (!ended || number === null) return null
  const { back, fee } = exitOf(order)
  return {
    v: 1,
    kind: 'exit',
    number,
    at: ended.atMs,
    order: id,
    back: String(back),
    fee: String(fee),
    consent,
  }
}

/** `hostings` entries that differ from their statements or do not continue the entry before. */
async function entriesOffStatements(
  reader: Reader,
  after: { seq: number; number: number },
): Promise<Finding[]> {
  const findings: Finding[] = []
  let next = after.number + 1
  for (const { seq, body } of await readKinds(reader, ['hostings'])) {
    if (seq <= after.seq) continue
    if (findings.length >= MOST_FINDINGS) break
    const entry = parseEntry(body)
    const own = await statementsUnder(reader, { first: seq, last: seq })
    const texts = own.map(({ text }) => text)
    const expected = `${next} to ${next + texts.length - 1} (${texts.length}), root ${linesRoot(texts, sha256)}`
    const found = entry?.kind === 'hostings' ? shownOf(entry) : body
    if (expected !== found) findings.push(finding(`log entry ${seq}`, expected, found))
    next += texts.length
  }
  return findings
}

function shownOf({ first, last, count, root }: ListEntry): string {
  return `${first} to ${last} (${count}), root ${root}`
}

/** `product` entries that differ from the versions in the books. */
async function entriesOffProducts(reader: Reader): Promise<Finding[]> {
  const findings: Finding[] = []
  const known = new Map((await loggedVersions(reader)).map((one) => [one.logSeq, one]))
  for (const { seq, body } of await readKinds(reader, ['product'])) {
    const version = known.get(seq)
    const entry = parseEntry(body)
    const at = entry?.at ?? 0
    const expected = version
      ? canonicalText({ ...productEntry(version), seq, at } satisfies ProductEntry)
      : 'none'
    if (expected !== body) findings.push(finding(`log entry ${seq}`, expected, body))
    known.delete(seq)
  }
  for (const seq of known.keys()) findings.push(finding(`log entry ${seq}`, 'a version', 'none'))
  return findings
}

/** Sign-ins whose early exits took more in a book than the wallet's text allows, if one of these exits came since. */
async function feesOffSignIns(reader: Reader, afterNumber: number): Promise<Finding[]> {
  const beyond = await exitFeesBeyond(reader, afterNumber)
  return beyond.map(({ session, book, taken, most }) => ({
    rule: 'exit fees = sign-ins',
    where: `sign-in of key ${session}, ${book} book`,
    expected: `at most ${formatAmount(most)} USDT`,
    found: `${formatAmount(taken)} USDT`,
  }))
}

function finding(where: string, expected: string, found: string): Finding {
  return { rule: 'log = hosting orders', where, expected, found }
}
