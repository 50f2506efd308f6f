import { randomUUID } from 'node:crypto'
import type { Caller } from './app.testing.ts'

/** A proposal as the operators' API returns it. */
export interface Asked {
  proposal: { id: string; payloadHash: string }
  effect: { name: string; value: string; was?: string }[]
}

/** Proposes an action that needs two operators; returns the code of a refusal. */
export async function ask(who: Caller, kind: string, payload: object): Promise<Asked | string> {
  const json = { kind, payload, reason: 'as agreed', key: randomUUID() }
  const { status, body } = await who.post('/api/console/proposals/ask', { json })
  return status === 200 ? (body.data as Asked) : (body.code ?? '')
}

/** Approves the proposal; returns the refusal's code, or `approved`. */
export async function approve(who: Caller, asked: Asked | string): Promise<string> {
  if (typeof asked === 'string') return asked
  const { id, payloadHash } = asked.proposal
  const { status, body } = await who.post('/api/console/proposals/approve', { json: { id, payloadHash } })
  return status === 200 ? 'approved' : (body.code ?? '')
}
