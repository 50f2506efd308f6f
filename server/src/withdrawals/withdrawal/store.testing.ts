import type { Reader } from '../../db/pool.ts'
import { withdrawalOfRow, type Withdrawal } from './withdrawal.ts'

export async function withdrawalById(reader: Reader, id: string): Promise<Withdrawal | null> {
  const row = await reader.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? withdrawalOfRow(row) : null
}
