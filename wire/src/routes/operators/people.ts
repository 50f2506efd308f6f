import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal, language, uuid, whole } from '../../fields.ts'
import { cursor } from '../../schemas/console.ts'
import { limitState } from '../limits.ts'
import { messageItem } from '../messages.ts'
import { walletRoutes } from '../wallet.ts'

const userId = whole(1, Number.MAX_SAFE_INTEGER)
const ms = whole(0, 9_999_999_999_999)

/** A page of a list by key: `next` of an answer is `before` of the next call. */
export const keyset = {
  before: z.optional(cursor),
  limit: z._default(whole(1, 200), 50),
}

/** Most users in one answer, so that a long list takes few calls. */
export const MOST_USERS = 5_000

/** Marks of a user: own limits, a running break or self-exclusion, a hold on withdrawals. */
export const USER_MARKS = ['limited', 'paused', 'held'] as const
export type UserMark = (typeof USER_MARKS)[number]

const userLine = z.object({
  id: z.int(),
  address: z.string(),
  practice: z.boolean(),
  language,
  inviteCode: z.string(),
  invitedBy: z.nullable(z.int()),
  /** Ms since 1970. */
  joinedAt: z.int(),
  marks: z.array(z.enum(USER_MARKS)),
})
export type UserLine = z.output<typeof userLine>

const holding = z.object({
  currency: z.string(),
  available: decimal,
  /** The available balance plus holds of orders, withdrawals and products. */
  amount: decimal,
  /** In USDT at the index. */
  value: decimal,
})

const delegatedKey = z.object({
  id: z.string(),
  until: z.int(),
  /** The largest stake that it may sign, by currency. */
  most: z.array(z.object({ currency: z.string(), amount: decimal })),
})

/** Counts of a user, each supplied by its domain. */
export const PERSON_COUNTS = [
  'openOrders',
  'finishedOrders',
  'deposits',
  'withdrawals',
  'swaps',
  'messages',
  'threads',
  'hostingOrders',
  'loanApplications',
  'invited',
] as const
export type PersonCount = (typeof PERSON_COUNTS)[number]

/** A user as shown to operators. Each domain supplies its part; everything is read-only here. */
export const person = z.object({
  user: z.object({ ...userLine.shape, walletType: z.int(), inviter: z.nullable(z.string()) }),
  /** The real book, then the simulated one. */
  books: z.array(
    z.object({
      book: z.enum(['real', 'simulated']),
      total: decimal,
      /** Part of the total in products, such as stakes of open orders. */
      inProducts: decimal,
      holdings: z.array(holding),
    }),
  ),
  sessions: z.array(
    z.object({
      device: z.string(),
      transport: z.enum(['cookie', 'bearer']),
      createdAt: z.int(),
      seenAt: z.int(),
      key: z.nullable(delegatedKey),
    }),
  ),
  /** The user's own limits, read-only for operators. */
  ownLimits: limitState,
  protection: z.object({
    authenticator: z.boolean(),
    addressBook: z.boolean(),
    addresses: z.array(
      z.object({ address: z.string(), label: z.string(), addedAt: z.int(), usableAt: z.int() }),
    ),
    /** Holds on his withdrawals that are in force. */
    holds: z.array(z.object({ caseId: z.string(), until: z.int() })),
  }),
  counts: z.array(z.object({ name: z.enum(PERSON_COUNTS), count: z.int() })),
})
export type Person = z.output<typeof person>

const reading = { method: 'GET', who: 'operator', may: 'seeUsers' } as const
const page = walletRoutes.getStatement

/** Users, as shown to operators. */
export const operatorPeopleRoutes = {
  consoleUsers: route({
    ...reading,
    path: '/api/console/users',
    summary: 'Users, newest first or by address. `search` is the beginning of an address, or an invite code.',
    input: z.object({
      ...keyset,
      limit: z._default(whole(1, MOST_USERS), 50),
      search: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      practice: z.optional(whole(0, 1)),
      joinedFrom: z.optional(ms),
      joinedTo: z.optional(ms),
      mark: z.optional(z.enum(USER_MARKS)),
      sort: z._default(z.enum(['newest', 'oldest', 'address']), 'newest'),
    }),
    reply: z.object({
      list: z.array(userLine),
      next: z.nullable(z.string()),
      /** All users, whatever the filters; an estimate once they are many. */
      total: z.int(),
    }),
    refusals: ['bad_request'],
  }),
  consoleUser: route({
    ...reading,
    reads: { subject: 'user', field: 'userId' },
    path: '/api/console/user',
    summary:
      'A user: both books, sessions and what their keys may sign, own limits, address book, and how much there is of the rest.',
    input: z.object({ userId }),
    reply: person,
    refusals: ['user_unknown'],
  }),
  consoleUserStatement: route({
    ...reading,
    reads: { subject: 'user', field: 'userId' },
    path: '/api/console/user/statement',
    summary: 'Every movement of a balance of a user in a span of time, as he reads it himself.',
    input: z.object({ ...page.input.shape, userId, of: z._default(z.enum(['real', 'simulated']), 'real') }),
    reply: page.reply,
    refusals: ['user_unknown', 'currency_unknown'],
  }),
  consoleUserMessages: route({
    ...reading,
    reads: { subject: 'user', field: 'userId' },
    path: '/api/console/user/messages',
    summary:
      'What a user was told, newest first, in the language of the request; reading it changes nothing.',
    input: z.object({ ...keyset, before: z.optional(uuid), userId }),
    reply: z.object({ list: z.array(messageItem), next: z.nullable(z.string()) }),
  }),
}
