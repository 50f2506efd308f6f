import type { NewMessage } from '@tickmark/wire/messages/kinds'
import type { FastifyInstance } from 'fastify'
import type { ApiContext, MountedRoutes } from '../http/calls/mount.ts'
import type { EventMap, EventName } from './events.ts'
import type { FundSource } from './funds.ts'
import type { LossCounter } from './lossCounter.ts'
import type { SubjectReader } from './subjects.ts'

/** What a domain of the server gives the house; `app/compose.ts` lists them all. Every part but `name` may be missing. */
export interface Module {
  name: string
  /** Users' calls with their answers. */
  routes?: readonly MountedRoutes[]
  /** Operators' calls. */
  operatorRoutes?: readonly MountedRoutes[]
  /** Serves bytes and streams that are no calls, such as pictures. */
  plugin?(server: FastifyInstance, api: ApiContext): void
  /** In the order of the list: tables are there, no call comes yet. */
  onReady?(): Promise<void>
  /** In the order of the list: the address is known, and pages can reach us. */
  onListen?(): Promise<void> | void
  /** In reverse: calls still come. Comes also when the module was never ready. */
  preClose?(): Promise<void>
  /** In reverse: no call is under way. Comes also when the module was never ready. */
  onClose?(): Promise<void>
  /** Settles when what it was told of by now is done. */
  idle?(): Promise<void>
  messages?: MessageWriters
  funds?: FundSource
  subjects?: readonly SubjectReader[]
  counts?: LossCounter
}

/** What users are written about an event, in the transaction that makes it true. */
export type MessageWriters = { readonly [N in EventName]?: (event: EventMap[N]) => readonly NewMessage[] }
