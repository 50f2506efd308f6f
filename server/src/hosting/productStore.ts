import type { HostingProduct } from '@tickmark/core/arbitrage/programme'
import { sql, type Selectable } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import type { HostingProductTable } from './tables.ts'

/** A version of a product, with when it began to be in force and whether it takes orders. */
export interface ProductVersion extends HostingProduct {
  isOpen: boolean
  fromMs: number
}

/** The newest version of every product, also of closed ones, by `mid`. */
export async function productsInForce(reader: Reader): Promise<ProductVersion[]> {
  const { rows } = await sql<Selectable<HostingProductTable>>`
    select distinct on (mid) * from hosting_product order by mid, version desc`.execute(reader)
  return rows.map(versionOfRow)
}

/** The newest version of a product, also of a closed one; null for an unknown `mid`. */
export async function productInForce(reader: Reader, mid: number): Promise<ProductVersion | null> {
  const row = await reader
    .selectFrom('hosting_product')
    .selectAll()
    .where('mid', '=', mid)
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

/** Lets one transaction at a time make versions. */
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
