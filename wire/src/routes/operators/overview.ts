import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal } from '../../fields.ts'
import { feedState } from '../../schemas/market.ts'
import { engineState } from '../../schemas/arbitrage.ts'

/** The queues that wait for an operator. */
const QUEUE_NAMES = [
  'withdrawals',
  'withdrawalsStuck',
  'withdrawalsOverdue',
  'securityHolds',
  'haltedChains',
  'loans',
  'lateLoans',
  'chats',
  'proposals',
] as const
export type QueueName = (typeof QUEUE_NAMES)[number]

/** Kinds of search hits. */
const HIT_KINDS = ['user', 'order', 'withdrawal', 'deposit', 'loan', 'thread', 'hosting'] as const
export type HitKind = (typeof HIT_KINDS)[number]

/** Longest text that is searched for. */
export const MOST_SEARCH = 200

/** How the house may have broken a promise. */
export const INCIDENT_KINDS = [
  'auditFinding',
  'chainHalted',
  'ticketUnlogged',
  'settledLate',
  'ordersVoid',
  'recordMissing',
  'yieldMissing',
  'depositLost',
  'witnessAlarm',
] as const

const incident = z.object({
  kind: z.enum(INCIDENT_KINDS),
  /** Ms since 1970; `until` is null while it lasts. */
  since: z.int(),
  until: z.nullable(z.int()),
  /** The subject: a rule, a chain, a day. */
  where: z.string(),
  /** In the program’s words, such as what was expected and what was found. */
  detail: z.string(),
  /** Number of affected users and orders; null if none or all are affected. */
  affected: z.nullable(z.object({ users: z.int(), orders: z.int() })),
})
export type Incident = z.output<typeof incident>

/** The state of the house, each part given by its domain. */
export const overview = z.object({
  feed: z.object({
    state: feedState,
    tickAt: z.nullable(z.int()),
    tickAgeMs: z.nullable(z.int()),
    /** Whether new trading is paused although there are prices. */
    isPaused: z.boolean(),
  }),
  log: z.object({
    origin: z.string(),
    size: z.int(),
    at: z.nullable(z.int()),
    /** Error of the last write to the log; null without one. */
    failure: z.nullable(z.string()),
    /** The newest cosigned head. */
    witnessed: z.nullable(z.object({ size: z.int(), at: z.int(), signatures: z.int() })),
    /** The witnesses chosen by the house, and each one's newest signed head that this process knows of. */
    witnesses: z.array(
      z.object({ name: z.string(), size: z.nullable(z.int()), trouble: z.nullable(z.string()) }),
    ),
  }),
  auditor: z.object({
    /** Its last whole run. */
    last: z.nullable(z.object({ at: z.int(), tookMs: z.int(), findings: z.int() })),
  }),
  /** Null where no signer is needed. */
  signer: z.nullable(z.object({ trouble: z.nullable(z.string()) })),
  chains: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      haltedBecause: z.nullable(z.string()),
      head: z.nullable(z.int()),
    }),
  ),
  engine: z.nullable(engineState),
  bankroll: z.array(
    z.object({
      currency: z.string(),
      book: z.enum(['real', 'simulated']),
      /** Total that open orders may win, its limit by the rules (null: no limit), and the bankroll's remaining capacity. */
      atRisk: decimal,
      most: z.nullable(decimal),
      bankroll: decimal,
    }),
  ),
  orders: z.object({
    open: z.int(),
    /** Orders placed in the last 60 whole seconds, and in the last whole second. */
    lastMinute: z.int(),
    lastSecond: z.int(),
  }),
  loans: z.object({
    running: z.int(),
    /** Instalments that are due within 24 hours, and those that are late. */
    dueSoon: z.int(),
    late: z.int(),
    outstanding: decimal,
  }),
})
export type Overview = z.output<typeof overview>

const reading = { method: 'GET', who: 'operator', may: 'see' } as const

/** The house at a glance. */
export const operatorOverviewRoutes = {
  consoleOverview: route({
    ...reading,
    path: '/api/console/overview',
    summary:
      'Feed, log, witnesses, auditor, signer, chains, engine, bankroll, orders and loans; at most two seconds old.',
    reply: z.object({ asOf: z.int(), ...overview.shape }),
  }),
  consoleQueues: route({
    ...reading,
    path: '/api/console/queues',
    summary: 'What waits for an operator, how much of it, and since when; at most two seconds old.',
    reply: z.object({
      asOf: z.int(),
      queues: z.array(
        z.object({ name: z.enum(QUEUE_NAMES), waiting: z.int(), oldestAt: z.nullable(z.int()) }),
      ),
    }),
  }),
  consoleSearch: route({
    method: 'POST',
    path: '/api/console/search',
    summary:
      'Users, orders, transfers, loans and conversations by an address, an id, the number that people read out, a transaction or an invite code; at most 200 characters.',
    who: 'operator',
    may: 'seeUsers',
    changes: false,
    rate: 'read',
    input: z.object({ text: z.string() }),
    reply: z.object({
      hits: z.array(
        z.object({
          kind: z.enum(HIT_KINDS),
          id: z.string(),
          label: z.string(),
        }),
      ),
    }),
    refusals: ['search_too_long'],
  }),
  consoleIncidents: route({
    ...reading,
    path: '/api/console/incidents',
    summary: 'What broke a promise, newest first: since when, and how many it touched.',
    reply: z.object({ asOf: z.int(), list: z.array(incident) }),
  }),
}
