import { languagesOf } from '@tickmark/server/accounts/userStore'
import { createNotify } from '@tickmark/server/messages/notify'
import { transact } from '@tickmark/server/db/transact'
import type { NewMessage } from '@tickmark/wire/messages/kinds'
import { expect } from 'vitest'
import type { Person } from './people.ts'
import type { House } from '../stage/stage.ts'

let refs = 0

/** Waits until a page of the user is connected: an earlier event reaches nobody. */
export async function waitForConnection(house: House, person: Pick<Person, 'address'>): Promise<void> {
  const userId = await idOf(house, person)
  await expect.poll(() => house.app.hub.hasOpenPage(userId)).toBe(true)
}

/**
 * Writes deposit messages for a user, the last one with the largest amount, and notifies his open pages as the
 * modules do.
 */
export async function writeDeposits(
  house: House,
  person: Pick<Person, 'address'>,
  amounts: readonly number[],
): Promise<void> {
  const userId = await idOf(house, person)
  await write(
    house,
    amounts.map((amount): NewMessage => ({
      userId,
      ref: `test.${++refs}`,
      kind: 'deposit_credited',
      facts: { amount: String(amount), currency: 'USDT', network: 'Ethereum' },
      atMs: house.clock.nowMs(),
    })),
  )
}

/** Writes one message of another kind. */
export async function writeMessage(
  house: House,
  person: Person,
  given: Pick<NewMessage, 'kind' | 'facts'>,
): Promise<void> {
  const userId = await idOf(house, person)
  await write(house, [{ ...given, userId, ref: `test.${++refs}`, atMs: house.clock.nowMs() } as NewMessage])
}

async function write(house: House, messages: readonly NewMessage[]): Promise<void> {
  const { runtime } = house.app
  const notify = createNotify({ ...runtime, languagesOf }, () => {})
  for (const one of messages) await transact(runtime.database.db, (tx) => notify(tx, [one]))
}

/** The user's id in the database. */
export async function idOf(house: House, { address }: Pick<Person, 'address'>): Promise<number> {
  const users = house.database.database.db.selectFrom('users').select('id').where('address', '=', address)
  return Number((await users.executeTakeFirstOrThrow()).id)
}
