import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { AuditRule } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'

export const swapsAudit: readonly AuditRule[] = [
  {
    number: 10,
    sentence: 'Each swap has its two transfers once, and pays what its rates give.',
    check: auditSwaps,
  },
]

/** Every swap has its two transfers and there are no others, and each pays what its rates give. */
export async function auditSwaps(reader: Reader): Promise<Finding[]> {
  return [...(await transfersMatchSwaps(reader)), ...(await sumsFollowRates(reader))]
}

async function transfersMatchSwaps(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<{ ref: string; leg: number; due: string | null; paid: string | null }>`
    with expected as (
      select id as ref, side.* from swap, lateral (values
        (0, user_id * 1024 + book * 512 + source * 16 + 1, (book * 512 + source * 16 + 6)::bigint, given),
        (1, (book * 512 + target * 16 + 6)::bigint, user_id * 1024 + book * 512 + target * 16 + 1, received)
      ) as side (leg, from_id, to_id, amount)
    )
    select coalesce(e.ref, t.ref) as ref, coalesce(e.leg, t.leg)::int as leg,
      e.from_id || ' -> ' || e.to_id || ': ' || e.amount as due, t.from_id || ' -> ' || t.to_id || ': ' || t.amount as paid
    from expected e
    full join (select * from transfer where cause = 9) t on t.ref = e.ref and t.leg = e.leg
    where (e.from_id, e.to_id, e.amount) is distinct from (t.from_id, t.to_id, t.amount)
    limit ${MOST_FINDINGS}`.execute(reader)
  return rows.map((row) => ({
    rule: 'swaps = transfers',
    where: `swap ${row.ref} ${row.leg}`,
    expected: row.due ?? 'none',
    found: row.paid ?? 'none',
  }))
}

async function sumsFollowRates(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<{ id: string; due: string; received: bigint }>`
    select id, div(given::numeric * source_rate, target_rate)::text as due, received from swap
    where received <> div(given::numeric * source_rate, target_rate) limit ${MOST_FINDINGS}`.execute(reader)
  return rows.map(({ id, due, received }) => ({
    rule: 'swap = rates',
    where: `swap ${id}`,
    expected: due,
    found: String(received),
  }))
}
