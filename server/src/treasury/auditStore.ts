import { CAUSES } from '@tickmark/core/ledger/accounts'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'

/**
 * Movements between the house's accounts without the proposal that two operators decided, and the other way round; a
 * second one of the same proposal has none.
 */
export function movesOffProposals(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'proposal ' || coalesce(p.id, t.ref) as "where", coalesce(p.words, 'no approved proposal') as expected,
      coalesce(t.words, 'no transfer') as found
    from (
      select proposal.id, 1 as nth, trim_scale((payload::jsonb ->> 'amount')::numeric * 100000000) || ' of '
        || (payload::jsonb ->> 'currencyId') || ' from ' || (payload::jsonb ->> 'from') || ' to ' || (payload::jsonb ->> 'to') as words
      from proposal join proposal_decision on proposal = proposal.id and decision = 'approved'
      where kind = 'treasury.fund') p
    full join (
      select ref, row_number() over (partition by ref order by leg) as nth, amount || ' of ' || ((from_id >> 4) & 31) || ' from ' || payer.kind || ' to ' || payee.kind as words
      from transfer join account_in_words payer on payer.id = from_id join account_in_words payee on payee.id = to_id
      where cause = ${sql.lit(CAUSES.treasury)}) t on t.ref = p.id and t.nth = p.nth
    where p.words is distinct from t.words`
  return findingsIn(reader, 'treasury = proposals', query)
}
