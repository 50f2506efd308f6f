import { utcDate } from '@tickmark/core/days'
import { parseBalancesFile, type BalancesFile } from '@tickmark/core/evidence/balancesFile'
import * as z from 'zod/mini'
import { openDeviceStore } from './deviceStore.ts'

const keptBalances = z.object({
  /** The account and the UTC day. */
  name: z.string(),
  account: z.string(),
  /** The house's answer, which this device has found sound. */
  file: z.looseObject({}),
  /** The time of the balances, ms since 1970. */
  untilMs: z.number(),
  /** Ms since 1970. */
  keptAtMs: z.number(),
})

type KeptBalances = z.output<typeof keptBalances>

/** Days of each account that are kept. */
const MOST_DAYS = 60

const place = { database: 'tickmark-balances', store: 'balances', keyPath: 'name' }
const balances = openDeviceStore<KeptBalances>(place, keptBalances, (one) => one.name)

/** Keeps a sound answer about an owner's balances, the newest of its UTC day, and the newest 60 days of the account. */
export async function keepBalances(account: string, untilMs: number, file: BalancesFile): Promise<void> {
  const name = `${account} ${utcDate(untilMs)}`
  const next = { name, account, file: { ...file }, untilMs, keptAtMs: Date.now() }
  await balances.change(name, (earlier) => (earlier && earlier.untilMs > untilMs ? earlier : next))
  for (const old of (await keptDays(account)).slice(MOST_DAYS)) await balances.drop(old.name)
}

/** The newest kept answer about an owner's balances; null without one. */
export async function newestBalances(account: string): Promise<BalancesFile | null> {
  const [newest] = await keptDays(account)
  return newest ? parseBalancesFile(newest.file) : null
}

/** The kept days of an account, newest first. */
export async function keptDays(account: string): Promise<KeptBalances[]> {
  const all = await balances.all(Date.now())
  return all.filter((one) => one.account === account).toSorted((a, b) => b.untilMs - a.untilMs)
}
