/**
 * Every table by name. Each module adds its own in its `tables.ts`, so that this file stays unchanged:
 *
 *   declare module './schema.ts' { interface Schema { orders: OrdersTable } }
 *
 * with column types from `kysely` (`Generated`, `ColumnType`). int8 columns are `bigint`, json columns `string`.
 */
export interface Schema {
  schema_migration: { number: number; name: string; checksum: string; applied_at: Date }
}
