import { ONE } from '@tickmark/core/money/money'
import { CHAIN_MS, creditedAfter, freeIn, getTestMoney, typeIdOf } from '@tickmark/server/app/custody.testing'
import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import type { House, Stage } from '../stage/stage.ts'
import type { EthereumWallet } from '../stage/wallets.ts'
import { newPerson, type Person, visitWithWallet } from './people.ts'

const ETH = typeIdOf(3)

/** A user with 0.5 ETH in the real account, in a browser with his wallet. The chain must be running. */
export async function visitWithEther(stage: Stage): Promise<Person & { page: Page; wallet: EthereumWallet }> {
  const person = await visitWithWallet(stage, { book: 0 })
  await creditedAfter(person.user, 'ETH', () => getTestMoney(person.user, ETH))
  return person
}

/** A user over HTTP alone with 4 ETH in the real account: enough for a withdrawal that needs approval. */
export async function newPersonWithEther(house: House): Promise<Person> {
  const person = await newPerson(house)
  for (let i = 0; i < 8; i++) await getTestMoney(person.user, ETH)
  await vi.waitUntil(async () => (await freeIn(person.user, 'ETH')) === 4n * ONE, { timeout: CHAIN_MS })
  return person
}
