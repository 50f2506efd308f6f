import type { ReadSubject } from '@tickmark/wire/call'
import type {} from '../accounts/tables.ts'
import type { Reader } from '../db/pool.ts'
import type {} from '../orders/order/tables.ts'
import type {} from '../withdrawals/withdrawal/tables.ts'

/** What an operator looked at: its kind, and its number or id. */
export interface ReadThing {
  subject: ReadSubject
  id: string
}

/**
 * The user whom a look touches, who reads of it in his settings; undefined where there is no such thing. A conversation
 * tells by deeds of its own who received and read it.
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
