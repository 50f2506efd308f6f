import type { HostingProduct } from '@tickmark/core/arbitrage/programme'
import { sql, type Selectable } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import type { HostingProductTable } from '../tables.ts'

/** A version of a product, with its effective time and whether it takes orders. */
export interface ProductVersion extends HostingProduct {
  isOpen: boolean
  fromMs: number
}

/** The newest logged version of every product, also of closed ones, by `mid`. */
export async function productsInForce(reader: Reader): Promise<ProductVersion[]> {
  const { rows } = await sql<Selectable<HostingProductTable>>`
    select distinct on (mid) * from hosting_product where log_seq is not null order by mid, version desc`.execute(
    reader,
  )
  return rows.map(versionOfRow)
}

/** The newest logged version of a product, also of a closed one; null without one. */
export async function productInForce(reader: Reader, mid: number): Promise<ProductVersion | null> {
  const row = await reader
    .selectFrom('hosting_product')
    .selectAll()
    .where('mid', '=', mid)
    .where('log_seq', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? versionOfRow(row) : null
}

/** Every version of every product, the newest first. */
export async function productVersions(reader: Reader): Promise<ProductVersion[]> {
  const rows = await reader
    .selectFrom('hosting_product')
    .selectAll()
    .orderBy('from_ms', 'desc')
    .orderBy('version', 'desc')
    .orderBy('mid')
    .execute()
  return rows.map(versionOfRow)
}

/** Number of a product's newest version, logged or not; 0 without one. */
export async function newestVersion(reader: Reader, mid: number): Promise<number> {
  const row = await reader
    .selectFrom('hosting_product')
    .select((all) => all.fn.max('version').as('version'))
    .where('mid', '=', mid)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Versions that the log lacks, for each product in order. */
export async function unloggedVersions(reader: Reader): Promise<ProductVersion[]> {
  const rows = await reader
    .selectFrom('hosting_product')
    .selectAll()
    .where('log_seq', 'is', null)
    .orderBy('mid')
    .orderBy('version')
    .execute()
  return rows.map(versionOfRow)
}

/** Records the log entry of a version. */
export async function markVersionLogged(
  tx: Tx,
  { mid, version }: Pick<ProductVersion, 'mid' | 'version'>,
  seq: number,
): Promise<void> {
  await tx
    .updateTable('hosting_product')
    .set({ log_seq: BigInt(seq) })
    .where('mid', '=', mid)
    .where('version', '=', version)
    .execute()
}

/** All logged versions, with their entries. */
export async function loggedVersions(reader: Reader): Promise<(ProductVersion & { logSeq: number })[]> {
  const rows = await reader
    .selectFrom('hosting_product')
    .selectAll()
    .where('log_seq', 'is not', null)
    .execute()
  return rows.map((row) => ({ ...versionOfRow(row), logSeq: Number(row.log_seq) }))
}

/** The log entries of all versions before an entry. */
export async function versionEntries(reader: Reader, beforeSeq: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('hosting_product')
    .select('log_seq')
    .where('log_seq', '<', BigInt(beforeSeq))
    .orderBy('log_seq')
    .execute()
  return rows.map((row) => Number(row.log_seq))
}

/** Serializes the transactions that make versions. */
export async function lockProducts(tx: Tx): Promise<void> {
  await sql`lock table hosting_product in share row exclusive mode`.execute(tx)
}

export async function insertVersion(tx: Tx, version: ProductVersion): Promise<void> {
  const { mid, days, least, most, isOpen } = version
  await tx
    .insertInto('hosting_product')
    .values({
      mid,
      version: version.version,
      days,
      least,
      most,
      upper_ppm: Number(version.upperPpm),
      exit_fee_ppm: Number(version.exitFeePpm),
      is_open: isOpen,
      from_ms: BigInt(version.fromMs),
    })
    .execute()
}

function versionOfRow(row: Selectable<HostingProductTable>): ProductVersion {
  const { mid, version, days, least, most } = row
  return {
    mid,
    version,
    days,
    least,
    most,
    upperPpm: BigInt(row.upper_ppm),
    exitFeePpm: BigInt(row.exit_fee_ppm),
    isOpen: row.is_open,
    fromMs: Number(row.from_ms),
  }
}
