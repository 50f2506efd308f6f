import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { lateFeeOf } from '@tickmark/core/loans/terms'
import type { Payment } from '@tickmark/core/loans/collecting'
import { sql } from 'kysely'
import { FIRST_ID } from '../../db/timeId.ts'
import type { Reader } from '../../db/pool.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import type { Finding } from '../../module/finding.ts'
import { findingsIn, type FindingRow } from '../../module/findingStore.ts'

/** A stored repayment with its signed text, and what its loan paid at that time. */
export interface KeptRepayment extends SignedConsent {
  loan: string
  first: number
  last: number
  atMs: number
  nonce: number
  /** Of the loan. */
  owner: string
  /** To the key that signed; null when there is none. */
  delegation: SignedDelegation | null
  /** All instalments paid at this time, in their order, behind the late fee as 0. */
  payments: Payment[]
}

/** A position in the list of repayments. */
export type RepaymentPlace = Pick<KeptRepayment, 'loan' | 'last'>

export const FIRST: RepaymentPlace = { loan: FIRST_ID, last: -1 }

const PAGE = 500

/** The next repayments after a place, of those later than an audit. */
export async function repaymentsAfter(
  reader: Reader,
  since: AuditedPart | null,
  after: RepaymentPlace,
): Promise<KeptRepayment[]> {
  const { rows } = await sql<RepaymentRow>`
    select r.loan, r.first, r.last, r.at_ms, r.nonce, r.text, encode(r.signature, 'hex') as signature, users.address as owner,
      d.text as delegated, d.signature as delegated_by, d.address, d.kind as wallet, one.amount,
      coalesce(loan.fee_paid_at_ms = r.at_ms, false) as has_fee, paid.numbers, paid.amounts
    from loan_repayment r join loan on loan.id = r.loan join loan_application one on one.id = r.loan
    join users on users.id = one.user_id left join delegation d on d.session = r.session
    cross join lateral (
      select coalesce(array_agg(number order by number), '{}') as numbers, coalesce(array_agg(amount::text order by number), '{}') as amounts
      from loan_instalment where loan = r.loan and paid_at_ms = r.at_ms) paid
    where r.at_ms > ${BigInt(since?.atMs ?? -1)} and (r.loan, r.last) > (${after.loan}::uuid, ${after.last}::smallint)
    order by r.loan, r.last limit ${PAGE}`.execute(reader)
  return rows.map(({ at_ms, nonce, ...row }) => ({
    ...row,
    atMs: Number(at_ms),
    nonce: Number(nonce),
    delegation: delegationOf(row),
    payments: [
      ...(row.has_fee ? [{ number: 0, amount: lateFeeOf(row.amount) }] : []),
      ...row.numbers.map((number, i) => ({ number, amount: BigInt(row.amounts[i] ?? 0) })),
    ],
  }))
}

function delegationOf({ delegated, delegated_by, address, wallet }: Delegated): SignedDelegation | null {
  if (delegated === null || delegated_by === null || address === null || wallet === null) return null
  return { text: delegated, signature: delegated_by, address, kind: wallet }
}

interface Delegated {
  delegated: string | null
  delegated_by: string | null
  address: string | null
  wallet: SignedDelegation['kind'] | null
}

interface RepaymentRow
  extends Delegated, Pick<KeptRepayment, 'loan' | 'first' | 'last' | 'text' | 'signature' | 'owner'> {
  at_ms: bigint
  nonce: bigint
  /** Of the loan. */
  amount: bigint
  has_fee: boolean
  numbers: number[]
  amounts: string[]
}

interface EarlyPart {
  user_id: bigint
  at_ms: bigint
  name: string
  due: string
  had_key: boolean
}

/**
 * Instalments paid before their due date, which no look collects, by a repayment without a signed text; and whether the borrower's
 * wallet had delegated to a key by then. A delegation exists at the latest when its sign-in's text expires.
 */
const repaidUnsigned = (since: AuditedPart | null) => sql<EarlyPart>`
  select one.user_id, part.paid_at_ms as at_ms, 'loan ' || part.loan || ', instalment ' || part.number as name, part.due,
    exists (select from delegation d where d.address = users.address
      and extract(epoch from substring(d.text from '\\nExpiration Time: (\\S+)')::timestamptz) * 1000 <= part.paid_at_ms) as had_key
  from loan_instalment part join loan_application one on one.id = part.loan join users on users.id = one.user_id
  where part.paid_at_ms > ${BigInt(since?.atMs ?? -1)} and part.paid_at_ms < extract(epoch from part.due::timestamp) * 1000
    and not exists (select from loan_repayment r
      where r.loan = part.loan and r.at_ms = part.paid_at_ms and part.number between r.first and r.last)`

/** Early instalments without a signed text, of borrowers whose sessions without a key repay nothing. */
export function repaidUnasked(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select name as "where", 'a signed repayment' as expected, 'paid at ' || at_ms || ', before ' || due as found
    from (${repaidUnsigned(since)}) as part where had_key order by name`
  return findingsIn(reader, 'repaid = signed', query)
}

/** Those of other borrowers. */
export const repaidWithoutKey = (since: AuditedPart | null) =>
  sql<EarlyPart>`select * from (${repaidUnsigned(since)}) as part where not had_key`
