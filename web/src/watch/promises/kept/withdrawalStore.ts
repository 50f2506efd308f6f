import type { LoggedEnd } from '@tickmark/core/evidence/withdrawalEnd'
import {
  isOtherPromise,
  parseWithdrawalFile,
  type WithdrawalFile,
} from '@tickmark/core/evidence/withdrawalPromise'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import * as z from 'zod/mini'
import { openDeviceStore } from './deviceStore.ts'
import { keptProblem, sounder, type KeptProblem } from './problem.ts'

const text = z.string()
const intent = z.object({
  site: text,
  network: text,
  currency: text,
  amount: text,
  feeCap: text,
  to: text,
  nonce: text,
  expires: text,
} satisfies Record<keyof WithdrawalIntent, z.ZodMiniString>)

const keptWithdrawal = z.object({
  /** The wallet's signature over `intent`: one for each request. */
  consent: z.string(),
  intent,
  /** The address of the wallet that signed. */
  account: z.string(),
  /** The withdrawal's id; empty until the house has answered. */
  id: z.string(),
  /** The house's promise, also after a failed check; null until it comes. */
  file: z.nullable(z.looseObject({})),
  problem: keptProblem,
  /** Ms since 1970. */
  keptAtMs: z.number(),
  /** Whether this device has seen the promise in the log. */
  isLogged: z.boolean(),
  /** How it ended, once this device has seen that in the log. */
  end: z._default(
    z.nullable(
      z.object({
        is: z.literal('ended'),
        end: z.enum(['paid', 'refused', 'cancelled', 'returned']),
        tx: z.string(),
        seq: z.int(),
        atMs: z.int(),
        isLate: z.boolean(),
      } satisfies Record<keyof LoggedEnd, z.ZodMiniType>),
    ),
    null,
  ),
})

/** A withdrawal signed on this device, kept since before sending, with the house's promise. */
export interface KeptWithdrawal extends z.output<typeof keptWithdrawal> {
  problem: KeptProblem
}

const place = { database: 'tickmark-withdrawals', store: 'withdrawals', keyPath: 'consent' }
const withdrawals = openDeviceStore<KeptWithdrawal>(place, keptWithdrawal, (one) => one.consent)

/** Keeps a withdrawal with its newest state. A sound promise is never replaced by another. */
export function keepWithdrawal(withdrawal: KeptWithdrawal): Promise<KeptWithdrawal> {
  return withdrawals.change(withdrawal.consent, (earlier) =>
    earlier?.file ? sounder(earlier, withdrawal, isSame) : withdrawal,
  )
}

function isSame({ file: one }: KeptWithdrawal, { file: other }: KeptWithdrawal): boolean {
  return one?.['signature'] === other?.['signature']
}

/** The withdrawal that a wallet's signature asked for; null when this device does not know it. */
export function withdrawalAsked(consent: string): Promise<KeptWithdrawal | null> {
  return withdrawals.get(consent)
}

/** The house's sound promises that this device has and that cannot be true beside a new one. */
export async function promisesAgainst(file: WithdrawalFile): Promise<WithdrawalFile[]> {
  const all = await allWithdrawals(Date.now())
  const sound = all.flatMap(({ problem, file: kept }) =>
    problem === null ? (parseWithdrawalFile(kept) ?? []) : [],
  )
  return sound.filter(({ statement }) => isOtherPromise(statement, file.statement))
}

export function allWithdrawals(nowMs: number): Promise<KeptWithdrawal[]> {
  return withdrawals.all(nowMs)
}
