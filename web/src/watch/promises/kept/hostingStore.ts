import { hostingText } from '@tickmark/core/arbitrage/hostings'
import type { HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import * as z from 'zod/mini'
import { openDeviceStore } from './deviceStore.ts'
import { keptProblem, sounder, type KeptProblem } from './problem.ts'

const keptHosting = z.object({
  /** `hosting` or `exit`, a space and the order's id. */
  name: z.string(),
  order: z.string(),
  /** The house's answer with the owner's signed text, also after a failed check. */
  file: z.unknown(),
  problem: keptProblem,
  /** Ms since 1970. */
  keptAtMs: z.number(),
  /** Whether this device has seen the statement in the log. */
  isLogged: z.boolean(),
  /** The address of the requesting wallet, and the account: 0 real, 1 simulated. */
  owner: z.string(),
  book: z.union([z.literal(0), z.literal(1)]),
  /** The newest day whose line this device has checked; empty before the first. */
  checkedDay: z.string(),
})

/** The house's statement about a hosting order, as this device keeps it. */
export interface KeptHosting extends z.output<typeof keptHosting> {
  file: HostingFile
  problem: KeptProblem
}

const place = { database: 'tickmark-hostings', store: 'hostings', keyPath: 'name' }
const hostings = openDeviceStore<KeptHosting>(place, keptHosting, (one) => one.name)

/** Keeps a statement with its newest state. A sound one is never replaced by another. */
export function keepHosting(hosting: KeptHosting): Promise<KeptHosting> {
  return hostings.change(hosting.name, (earlier) => sounder(earlier, hosting, isSame))
}

/** Whether two files have the same statement. */
export function isSame({ file: one }: KeptHosting, { file: other }: KeptHosting): boolean {
  return hostingText(one.statement) === hostingText(other.statement)
}

export function allHostings(nowMs: number): Promise<KeptHosting[]> {
  return hostings.all(nowMs)
}

/** The house's sound statements about an order, where this device has any. */
export async function hostingsAbout(order: string): Promise<HostingFile[]> {
  return (await soundHostings()).filter(({ statement }) => statement.order === order)
}

/** The house's sound statements that this device has. */
export async function soundHostings(): Promise<HostingFile[]> {
  const all = await allHostings(Date.now())
  return all.flatMap(({ problem, file }) => (problem === null ? [file] : []))
}
