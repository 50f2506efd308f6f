import { caller, type Caller, signIn, wallet } from '@tickmark/server/app/app.testing'
import type { Page } from 'playwright-core'
import type { PrivateKeyAccount } from 'viem/accounts'
import { PRACTICE_READY, waitForToast } from '../page/toasts.ts'
import { setClock } from '../stage/deviceClock.ts'
import type { House, Stage, Visit } from '../stage/stage.ts'
import { type EthereumWallet, injectEthereum } from '../stage/wallets.ts'

/** A registered user. */
export interface Person {
  address: string
  account: PrivateKeyAccount
  /** The same session over HTTP. */
  user: Caller
}

let wallets = 5_000

/** A user who joined, over HTTP alone. */
export async function newPerson(house: House): Promise<Person> {
  const account = wallet(++wallets)
  const user = caller(() => house.url)
  await signIn(user, account)
  const { status, text } = await user.post('/api/register', { json: {} })
  if (status !== 200) throw new Error(`not registered: ${text}`)
  return { address: account.address, account, user }
}

/** A user who joined, with a browser that holds the session. */
export async function visitJoined(stage: Stage, visit: Visit = {}): Promise<Person & { page: Page }> {
  const person = await newPerson(stage)
  return { ...person, page: await visitAs(stage, person, visit) }
}

/** Another browser of a registered user, which has recorded a sign-in without a key. */
export function visitAs(stage: Stage, { address, user }: Person, visit: Visit = {}): Promise<Page> {
  return stage.visit({
    ...visit,
    async prepare(context) {
      const cookies = [...user.cookies].map(([name, value]) => ({ name, value, url: stage.url }))
      await context.addCookies(cookies)
      await context.addInitScript((unsigned) => {
        if (/^https?:$/.test(location.protocol)) localStorage.setItem('unsignedSession', unsigned)
      }, address)
      await visit.prepare?.(context)
    },
  })
}

/**
 * A visitor who has joined in the page with a practice wallet, so that his session has a signing key. His device's
 * clock is the house's, plus `clockOffMs`.
 */
export async function visitPractising(stage: Stage, clockOffMs = 0): Promise<Page> {
  const page = await stage.visit({ prepare: (context) => setClock(context, stage, clockOffMs) })
  await page.goto('/')
  await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
  await waitForToast(page, PRACTICE_READY)
  return page
}

/** A registered user, with a browser that has the session and the wallet. */
export async function visitWithWallet(
  stage: Stage,
  visit: Visit = {},
): Promise<Person & { page: Page; wallet: EthereumWallet }> {
  const person = await newPerson(stage)
  let wallet: EthereumWallet | undefined
  const prepare: Visit['prepare'] = async (context) => {
    wallet = await injectEthereum(context, { accounts: [person.account], connected: true })
    await context.addInitScript(() => {
      if (location.protocol !== 'about:') localStorage.setItem('wallet', 'test.testwallet')
    })
  }
  const page = await visitAs(stage, person, { ...visit, prepare })
  if (!wallet) throw new Error('no wallet was injected')
  return { ...person, page, wallet }
}

/** Delays the answer that names the page's session until the returned function is called. */
export async function holdSession(page: Page): Promise<() => void> {
  let answer = () => {}
  const mayAnswer = new Promise<void>((done) => (answer = done))
  await page.route('**/api/session?*', async (route) => {
    await mayAnswer
    await route.continue()
  })
  return answer
}

/** The name of an account in the bar of the home page. */
export function accountName(address: string): string {
  return `Account ${address.slice(0, 6)}…${address.slice(-4)}`
}
