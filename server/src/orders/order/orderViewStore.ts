import { type RawBuilder, sql } from 'kysely'
import { viewQuery } from '../../db/migrate.ts'

/** The view `orders` by its own query, for a `with` of an audit: the tables' owner can replace the view itself. */
export function ordersQuery(): RawBuilder<unknown> {
  return sql.raw(`orders as not materialized (${viewQuery('orders')})`)
}
