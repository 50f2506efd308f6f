import type { NewMessage } from '@tickmark/wire/messages/kinds'
import type { FastifyInstance } from 'fastify'
import type { ApiContext, MountedRoutes } from '../http/calls/mount.ts'
import type { ConsolePart } from './consolePart.ts'
import type { EventMap, EventName } from './events.ts'
import type { FundSource } from './funds.ts'
import type { LossCounter } from './lossCounter.ts'
import type { ProposalKind } from './proposals.ts'
import type { SubjectReader } from './subjects.ts'

/** A domain of the server; `app/compose.ts` lists them all. Every part but `name` is optional. */
export interface Module {
  name: string
  /** Users' calls with their answers. */
  routes?: readonly MountedRoutes[]
  /** Operators' calls. */
  operatorRoutes?: readonly MountedRoutes[]
  /** Serves bytes and streams that are not calls, such as pictures. */
  plugin?(server: FastifyInstance, api: ApiContext): void
  /** In list order, once the tables exist and before the first call. */
  onReady?(): Promise<void>
  /** In list order, once the address is known and pages can connect. */
  onListen?(): Promise<void> | void
  /** In reverse order, while calls still arrive. Called even if the module never became ready. */
  preClose?(): Promise<void>
  /** In reverse order, when no call is running. Called even if the module never became ready. */
  onClose?(): Promise<void>
  /** Resolves when the module has handled everything it was notified of so far. */
  idle?(): Promise<void>
  /** Whether something, such as an open order, waits for a moment of the house's time that must not move. */
  isWaiting?(): Promise<boolean>
  /** For `/readyz`: the fault of an outside service that the module needs, or null. */
  trouble?: { of: string; look(): Promise<string | null> }
  messages?: MessageWriters
  funds?: FundSource
  subjects?: readonly SubjectReader[]
  counts?: LossCounter
  /** Actions that need two operators. */
  proposals?: readonly ProposalKind[]
  /** Its part of the operators' console. */
  consolePart?: ConsolePart
}

/** Messages to users for each event, written in the event's transaction. */
export type MessageWriters = { readonly [N in EventName]?: (event: EventMap[N]) => readonly NewMessage[] }
