import type { ReadSubject } from '@tickmark/wire/call'
import type {} from '../accounts/tables.ts'
import type { Reader } from '../db/pool.ts'
import type {} from '../orders/order/tables.ts'
import type {} from '../withdrawals/withdrawal/tables.ts'

/** The object that an operator viewed: its kind, and its number or id. */
export interface ReadThing {
  subject: ReadSubject
  id: string
}

/**
 * The user whose data an operator viewed, who sees the view in the settings; undefined when there is no such object. A
 * conversation logs its own receiving and reading.
 */
export async function ownerOf(reader: Reader, { subject, id }: ReadThing): Promise<number | undefined> {
  if (subject === 'thread') return undefined
  const row = await OWNERS[subject](reader, id).executeTakeFirst()
  return row && Number(row.owner)
}

const OWNERS = {
  user: (reader: Reader, id: string) =>
    reader.selectFrom('users').select('id as owner').where('id', '=', BigInt(id)),
  order: (reader: Reader, id: string) =>
    reader.selectFrom('orders').select('user_id as owner').where('id', '=', id),
  withdrawal: (reader: Reader, id: string) =>
    reader.selectFrom('withdrawal').select('user_id as owner').where('id', '=', id),
}
