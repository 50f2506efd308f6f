import * as z from 'zod/mini'
import { openDeviceStore } from './deviceStore.ts'
import type { PromiseTrouble } from './trouble.ts'

const keptEvidence = z.object({
  /** The trouble, a space and the order's id, the network of an address, or the day of balances: keeps the first evidence of each kind about it. */
  name: z.string(),
  order: z.string(),
  trouble: z.enum([
    'terms',
    'signature',
    'unlogged',
    'result',
    'line',
    'unasked',
    'fees',
    'address',
    'balances',
    'contradicted',
  ]),
  /** A file for the verifier. */
  evidence: z.looseObject({}),
  /** Ms since 1970. */
  keptAtMs: z.number(),
  /** Whether the owner has dismissed the alarm. */
  isDismissed: z.boolean(),
})

/** A finding against the house. */
export interface Accusation {
  order: string
  trouble: Extract<
    PromiseTrouble,
    | 'terms'
    | 'signature'
    | 'unlogged'
    | 'result'
    | 'line'
    | 'unasked'
    | 'fees'
    | 'address'
    | 'balances'
    | 'contradicted'
  >
  evidence: object
}

/** The same, as this device keeps it. */
export type KeptEvidence = z.output<typeof keptEvidence> & Accusation

const place = { database: 'tickmark-evidence', store: 'evidence', keyPath: 'name' }
const store = openDeviceStore<KeptEvidence>(
  place,
  keptEvidence,
  (one) => one.name,
  // Evidence that its owner has not dismissed stays, whatever the device's clock says.
  ({ isDismissed }) => isDismissed,
)

/** Keeps evidence unless there already is some of its kind about the order. Returns the kept one. */
export function keepEvidence(found: Accusation & { keptAtMs: number }): Promise<KeptEvidence> {
  const name = `${found.trouble} ${found.order}`
  const next = { ...found, evidence: { ...found.evidence }, name, isDismissed: false }
  return store.change(name, (earlier) => earlier ?? next)
}

export async function dismissEvidence(name: string): Promise<void> {
  const kept = await store.get(name)
  if (kept) await store.change(name, (earlier) => ({ ...(earlier ?? kept), isDismissed: true }))
}

/** All findings, also of other tabs, dismissed or not. */
export function evidenceKept(nowMs: number): Promise<KeptEvidence[]> {
  return store.all(nowMs)
}
