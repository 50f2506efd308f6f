import { HOUR_MS } from '@tickmark/core/days'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'

/** How long a suspended admin may neither sign in nor act. */
export const SUSPENDED_MS = HOUR_MS

/**
 * Whether an address is an operator with one of these roles now, and was one at `atMs`. As in the database, an invitation dated
 * later does not count. An admin suspended during the call does not count either. Until the end of the transaction nobody revokes
 * or suspends this operator or changes the roles.
 */
export async function holdOperatorWith(
  tx: Tx,
  address: string,
  roles: readonly string[],
  atMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select revoked_ms is null and roles && ${[...roles]}::text[] and invited_ms <= ${BigInt(atMs)}
      and (suspended_ms is null or suspended_ms <= ${BigInt(atMs - SUSPENDED_MS)}) as may
    from operator where address = ${address} for share`.execute(tx)
  return rows[0]?.may ?? false
}

/**
 * Whether an operator counts as the same hand as another of these: one of the two invited the other alone, or one admin invited
 * both alone.
 */
export async function isSameHand(
  reader: Reader,
  address: string,
  others: readonly string[],
  roles: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select coalesce(bool_or(same_hand(other, ${address}, ${[...roles]}::text[])), false) as same
    from unnest(${[...others]}::text[]) as other where other <> ${address}`.execute(reader)
  return rows[0]?.same ?? false
}

/** Names of operators by address, including revoked ones. */
export async function namesOf(
  reader: Reader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ address: string; name: string }>`
    select address, name from operator where address = any (${[...addresses]}::text[])`.execute(reader)
  return new Map(rows.map(({ address, name }) => [address, name]))
}
